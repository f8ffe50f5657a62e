import {
  Activity,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from "react";
import { ask } from "../dialogs/ask.ts";
import { Invitations, useInvitationAnnouncements } from "../features/sharing/invitation-news.tsx";
import { TodayTab } from "../features/today/today-tab.tsx";
import { useStore } from "../store/store.ts";
import { useHouseholds, useLongTasks, useProfile } from "../sync/use-tasks.ts";
import { waiting } from "../sync/waiting/waiting.ts";
import { late, Nothing } from "../ui/late.tsx";
import { Loading } from "../ui/loading.tsx";
import { TabPanel, tabId } from "../ui/tabs.tsx";
import { useHasChanged } from "../ui/use-has-changed.ts";
import { useLocale } from "../ui/use-locale.ts";
import { whenIdle } from "../ui/when-idle.ts";
import { AfterList } from "./after-list.tsx";
import { Header } from "./header.tsx";
import { LoadFailureNotice } from "./load-failure-notice.tsx";
import { AskedDialog, TaskDialogs } from "./task-dialogs.tsx";
import { useShortcuts } from "./use-shortcuts.ts";
import { useTitle } from "./use-title.ts";
import {
  closeEditor,
  guardEditor,
  NEW_TASK,
  openEditor,
  returnToLink,
  showTab,
  TAB_NAMES,
  TABS_BY_KEY,
  useRestoredPlace,
  useView,
} from "./view.ts";

const TasksTab = late(() => import("../features/tasks/tasks-tab.tsx"));
const EditorView = late(() => import("./editor-view.tsx"));
const AboutTab = late(() => import("../features/about/about-tab.tsx"));
const TodayOffers = late(() => import("./today-offers.tsx"), Nothing);
const Week = late(() => import("./week.tsx"), Nothing);
/** Always the same element, so that a long list isn't rendered again. */
const WEEK = (
  <AfterList>
    <Week />
  </AfterList>
);
const AwayNow = late(() => import("../features/household/away-now.tsx"), Nothing);
const MoveTasks = late(() => import("../features/household/move-tasks.tsx"), Nothing);
const OnThisDevice = late(() => import("./on-this-device.tsx"), Nothing);
const LinkProblemNotice = late(() => import("./link-problem-notice.tsx"), Nothing);
const LongTasks = late(() => import("./long-tasks.tsx"), Nothing);
const UntakenList = late(() => import("../features/offline/untaken-list.tsx"), Nothing);

export default function MainView() {
  const { tab, editor } = useView();
  const editing = editor !== null;
  // The tap is drawn first; the tab's list may be long.
  const shownTab = useDeferredValue(tab);
  // Also when the editor is left: the tab comes back to the screen, and its animation starts again.
  const isShown = shownTab === tab;
  const isNews = useHasChanged(`${shownTab} ${editing}`);
  const tabsId = useId();
  const { t } = useLocale();
  const entry = editor === NEW_TASK ? t("Task Entry") : t("Edit Task");
  useTitle(editor ? entry : t(TAB_NAMES[tab]));
  useInvitationAnnouncements();
  // Mounted before, it would ask once more for a list that has just failed to come.
  const isLoaded = useProfile() !== undefined;
  const isAnyAway = useHouseholds()?.some(({ houseAbsences = [] }) => houseAbsences.length > 0);
  const isAnyLong = useLongTasks().length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab begins at its top.
  useLayoutEffect(() => {
    if (!returnToLink()) scrollTo({ top: 0, behavior: "instant" });
  }, [shownTab]);
  useRestoredPlace(editing);

  const [isSearchAsked, setSearchAsked] = useState(() => history.state?.search === true);
  const onSearchFocused = useCallback(() => setSearchAsked(false), []);
  useShortcuts(!editing, (key) => {
    if (key === "?") return ask({ kind: "shortcuts" });
    if (key === "n") return openEditor(NEW_TASK);
    if (key === "j" || key === "k") return focusRow(key === "j" ? 1 : -1);
    const target = TABS_BY_KEY[key];
    showTab(target);
    if (key === "/") setSearchAsked(true);
    else requestAnimationFrame(() => document.getElementById(tabId(tabsId, target))?.focus());
  });

  return (
    <>
      {/* The tabs keep their state behind the editor. */}
      <Activity mode={editor ? "hidden" : "visible"}>
        <Header tab={tab} tabsId={tabsId} />
        <main className="main-view">
          <div className="beside-week">
            <Untaken />
          </div>
          {/* The old tab's content isn't shown under the new tab's name. */}
          <TabPanel id={tabsId} value={tab} shown={shownTab} isNews={isNews}>
            {isShown && tab === "today" && (
              <div className="beside-week">
                <TodayTab week={WEEK}>
                  <Invitations />
                  {isAnyAway && <AwayNow />}
                </TodayTab>
                {isLoaded && <TodayOffers />}
              </div>
            )}
            {isShown && tab === "tasks" && (
              <TasksTab isAsked={isSearchAsked} onFocused={onSearchFocused}>
                <MoveTasks />
              </TasksTab>
            )}
            {isShown && tab !== "about" && isAnyLong && <LongTasks />}
            {isShown && tab === "about" && <AboutTab onSignedOut={() => showTab("today")} />}
          </TabPanel>
        </main>
      </Activity>
      {editor && (
        <Suspense fallback={<Loading />}>
          <EditorView id={editor} onClose={closeEditor} guard={guardEditor} />
        </Suspense>
      )}
      <AfterList>
        <OnThisDevice />
        <LinkProblemNotice />
        <NextScreens />
      </AfterList>
      <TaskDialogs />
      <LoadFailureNotice />
    </>
  );
}

/** The other screens' code: sooner, it would delay the list on a slow connection; later, it is waited for. */
function NextScreens() {
  useEffect(
    () =>
      whenIdle(() =>
        Promise.all([AskedDialog, TasksTab, EditorView, AboutTab].map((view) => view.load())),
      ),
    [],
  );
  return null;
}

/** A component of its own, so that a change that waits renders nothing else. */
function Untaken() {
  return useStore(waiting).untaken.length > 0 && <UntakenList />;
}

const ROWS = "[role=tabpanel] :is(.row, li.card)";

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => !row.closest("[inert]"),
  );
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current === -1 ? 0 : current + step];
  next?.querySelector<HTMLElement>("button, a")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
