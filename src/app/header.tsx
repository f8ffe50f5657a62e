import { chakra } from "@chakra-ui/react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { late, Nothing } from "../ui/late.tsx";
import { Logo } from "../ui/logo.tsx";
import { type TabIds, type TabItem, TabList } from "../ui/tabs.tsx";
import { AfterList } from "./after-list.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { followPageLink, openEditor, showTab, type Tab } from "./view.ts";

const TABS: readonly TabItem<Tab>[] = [
  { value: "today", label: "Today", icon: <Icon name="today" /> },
  { value: "tasks", label: "Tasks", icon: <Icon name="tasks" /> },
  { value: "record", label: "Record", icon: <Icon name="record" /> },
  { value: "about", label: "About", icon: <Icon name="about" /> },
];

const Bar = chakra("header", {
  base: {
    position: "sticky",
    top: "0",
    zIndex: "bar",
    bg: "bg",
    borderBottomWidth: "1px",
    pt: "env(safe-area-inset-top)",
  },
});

const Row = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    gridTemplateRows: "{sizes.masthead}",
    alignItems: "center",
    columnGap: "4",
    maxW: "column",
    mx: "auto",
    px: "4",
    pb: { md: "1" },
  },
});

/** On phones it stands at the end of the bar of tabs, within the thumb's reach and over nothing. */
const AddTask = chakra(Button, {
  base: {
    position: { base: "fixed", md: "static" },
    insetEnd: "3",
    bottom: { base: "calc(0.375rem + env(safe-area-inset-bottom))", md: "auto" },
    px: { base: "3", md: "5" },
    zIndex: "bar",
    // A small phone has no room for its words beside four tabs.
    "@media (max-width: 23.99rem)": { "& > span": { srOnly: true } },
  },
});

const Me = late(() => import("./me.tsx"), Nothing);

/** The masthead: the logo and, from 768 px on, tabs and actions in one row. */
export function Header({ tab, ids }: { tab: Tab; ids: TabIds }) {
  return (
    <Bar>
      <Row>
        <chakra.div display="flex" alignItems="center" gap="2" fontWeight="semibold" color="accent">
          <Logo />
          Rota
        </chakra.div>
        <chakra.div display="flex" alignItems="center" justifyContent="end" gap="3" minW="0">
          <ConnectionStatus />
          <chakra.a
            href="/settings"
            boxSize="touch"
            me="-1.5"
            borderRadius="full"
            onClick={followPageLink}
          >
            <chakra.span srOnly>Settings</chakra.span>
            <AfterList>
              <Me />
            </AfterList>
          </chakra.a>
        </chakra.div>
        <TabList
          label="Screens"
          variant="main"
          items={TABS}
          value={tab}
          onChange={showTab}
          ids={ids}
        />
        {tab !== "about" && (
          <AddTask onClick={() => openEditor({ kind: "new" })}>
            <Icon name="plus" />
            <span>Add Task</span>
          </AddTask>
        )}
      </Row>
    </Bar>
  );
}
