import { Suspense, useId, useState } from "react";
import type { Household } from "../domain/households/household.ts";
import type { Locale } from "../domain/language/locale.ts";
import { Faces } from "../households/face.tsx";
import { useHouseholds } from "../sync/use-tasks.ts";
import { Icon } from "../ui/icon.tsx";
import { late, Nothing } from "../ui/late.tsx";
import { Logo } from "../ui/logo.tsx";
import { TabList } from "../ui/tabs.tsx";
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

const ActionMenu = late(() => import("../ui/action-menu.tsx"), Nothing);
const Me = late(() => import("./me.tsx"), Nothing);

export function Header({ tab, tabsId }: { tab: Tab; tabsId: string }) {
  const locale = useLocale();
  const { t } = locale;
  const households = useHouseholds() ?? [];
  return (
    <header className="masthead">
      <div>
        <div className="brand" data-short={households.length > 0 ? "" : undefined}>
          <Logo />
          <span>Rota</span>
        </div>
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
          <button type="button" className="add-task" onClick={() => openEditor(NEW_TASK)}>
            <Icon name="plus" />
            <span>{t("Add Task")}</span>
          </button>
        )}
        <a href="/settings" className="settings-link">
          <span className="sr-only">{t("Settings")}</span>
          <AfterList>
            <Me />
          </AfterList>
        </a>
      </div>
    </header>
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
    return (
      <a href={`/household/${household.id}`} className="household-link">
        {link}
      </a>
    );
  const names = households.map(({ name }) => name);
  return (
    <>
      <button
        type="button"
        className="household-link"
        id={id}
        aria-haspopup="menu"
        onClick={() => setOpen(true)}
      >
        {link}
      </button>
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
