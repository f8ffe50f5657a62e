import { chakra } from "@chakra-ui/react";
import { Suspense, useId, useState } from "react";
import type { Household } from "../domain/households/household.ts";
import type { Locale } from "../domain/language/locale.ts";
import { Faces } from "../households/face.tsx";
import { useHouseholds } from "../sync/use-tasks.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { late, Nothing } from "../ui/late.tsx";
import { Logo } from "../ui/logo.tsx";
import { TabList } from "../ui/tabs.tsx";
import { IN_LINE, LARGE_LETTERS, LOW } from "../ui/theme/recipes/media.recipe.ts";
import { useLocale } from "../ui/use-locale.ts";
import { AfterList } from "./after-list.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { NEW_TASK, openEditor, openHousehold, showTab, TAB_NAMES, type Tab } from "./view.ts";

const tabs = ({ t }: Locale) =>
  (Object.keys(TAB_NAMES) as Tab[]).map((value) => ({
    value,
    label: t(TAB_NAMES[value]),
    icon: <Icon name={value} />,
  }));

const Bar = chakra("header", {
  base: {
    position: "sticky",
    top: "0",
    zIndex: "bar",
    bg: "bg",
    pt: "env(safe-area-inset-top)",
    [LOW]: { position: "static" },
    [IN_LINE]: { borderBottomWidth: "1px" },
  },
});

const Row = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    minH: "masthead",
    maxW: "page",
    mx: "auto",
    px: "4",
    // The household's name is cut before the status, and nothing else.
    "& > :not(a, [role=status], [aria-haspopup])": { flexShrink: "0" },
    // At a desk the connection's status has the room in the middle.
    [IN_LINE]: {
      "& > [role=status] ~ *, & > [role=tablist] + :is(a, [aria-haspopup])": { order: "1" },
    },
  },
});

const Brand = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    fontWeight: "semibold",
    color: "accent",
    // The household's name stands there.
    "&[data-short] > span": { mdDown: { srOnly: true } },
    [LOW]: { "& > span": { mdDown: { srOnly: true } } },
    [LARGE_LETTERS]: { "&[data-short]": { srOnly: true } },
  },
});

const HouseholdLink = chakra("a", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    overflow: "hidden",
    flexShrink: "9999",
    minH: "touch",
    borderRadius: "sm",
    fontWeight: "semibold",
    "& > bdi": { lineClamp: "1", maxW: "14rem" },
    "& > .faces": {
      "@media (width < 64rem)": { display: "none" },
      "& > .face + .face": { ms: "0.5" },
    },
  },
});

/** On phones at the end of the tab bar, within the thumb's reach. */
const AddTask = chakra(Button, {
  base: {
    position: "fixed",
    insetEnd: "3",
    bottom: "calc(0.375rem + env(safe-area-inset-bottom))",
    px: { base: "0", md: "5" },
    w: { base: "touch", md: "auto" },
    zIndex: "bar",
    "& > span": { mdDown: { srOnly: true } },
    [LOW]: { bottom: "env(safe-area-inset-bottom)" },
    [IN_LINE]: { position: "static" },
  },
});

const ActionMenu = late(() => import("../ui/action-menu.tsx"), Nothing);
const Me = late(() => import("./me.tsx"), Nothing);

export function Header({ tab, tabsId }: { tab: Tab; tabsId: string }) {
  const locale = useLocale();
  const { t } = locale;
  const households = useHouseholds() ?? [];
  return (
    <Bar>
      <Row>
        <Brand data-short={households.length > 0 ? "" : undefined}>
          <Logo />
          <span>Rota</span>
        </Brand>
        <TabList
          label={t("Screens // the app's tabs")}
          variant="main"
          items={tabs(locale)}
          value={tab}
          onChange={showTab}
          id={tabsId}
        />
        <HouseholdChoice households={households} />
        <ConnectionStatus />
        {tab !== "about" && (
          <AddTask onClick={() => openEditor(NEW_TASK)}>
            <Icon name="plus" />
            <span>{t("Add Task")}</span>
          </AddTask>
        )}
        <chakra.a href="/settings" boxSize="touch" flexShrink="0" me="-1.5" borderRadius="full">
          <chakra.span srOnly>{t("Settings")}</chakra.span>
          <AfterList>
            <Me />
          </AfterList>
        </chakra.a>
      </Row>
    </Bar>
  );
}

function HouseholdChoice({ households }: { households: readonly Household[] }) {
  const { t } = useLocale();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [household] = households;
  if (!household) return null;
  const link = (
    <>
      <Faces people={household.people} />
      <bdi>{household.name}</bdi>
      <Icon name="down" />
    </>
  );
  if (households.length === 1)
    return <HouseholdLink href={`/household/${household.id}`}>{link}</HouseholdLink>;
  const names = households.map(({ name }) => name);
  return (
    <>
      <HouseholdLink asChild>
        <button type="button" id={id} aria-haspopup="menu" onClick={() => setOpen(true)}>
          {link}
        </button>
      </HouseholdLink>
      {isOpen && (
        <Suspense>
          <ActionMenu
            trigger={id}
            title={t("Households")}
            lines={households.map((one, index) => ({
              // Two may have one name.
              label:
                names.indexOf(one.name) === index
                  ? one.name
                  : t("{name} ({number}) // of households of one name", {
                      name: one.name,
                      number: index + 1,
                    }),
              icon: "shared",
              run: () => openHousehold(one.id),
            }))}
            onClosed={(chosen) => {
              setOpen(false);
              chosen?.run();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
