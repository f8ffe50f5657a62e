import { chakra } from "@chakra-ui/react";
import { Activity, lazy, Suspense, useLayoutEffect } from "react";
import { Invitations, useInvitationAnnouncements } from "../features/sharing/invitation-news.tsx";
import { TodayTab } from "../features/today/today-tab.tsx";
import { Loading } from "../ui/loading.tsx";
import { TabPanel, useTabIds } from "../ui/tabs.tsx";
import { useHasChanged } from "../ui/use-has-changed.ts";
import { Header } from "./header.tsx";
import { LinkProblemNotice } from "./link-problem-notice.tsx";
import { LoadFailureNotice } from "./load-failure-notice.tsx";
import { Prefetch } from "./prefetch.tsx";
import { TaskDialogs, useTaskDialogs } from "./task-dialogs.tsx";
import { useTitle } from "./use-title.ts";
import {
  closeEditor,
  guardEditor,
  openEditor,
  restorePlace,
  showTab,
  type Tab,
  useView,
} from "./view.ts";

const loadTasks = () => import("../features/tasks/tasks-tab.tsx");
const loadEditor = () => import("./editor-view.tsx");
const loadNext = () => Promise.all([loadTasks(), loadEditor()]);
const TasksTab = lazy(loadTasks);
const EditorView = lazy(loadEditor);
const AboutTab = lazy(() => import("../features/about/about-tab.tsx"));
const SharingDecisions = lazy(() => import("../features/sharing/sharing-decisions.tsx"));

const TITLES: Record<Tab, string> = { today: "Today", tasks: "Tasks", about: "About" };

export function MainView() {
  const view = useView();
  const { tab, editor } = view;
  // Also when the editor is left: the tab comes back to the screen, and its animation starts again.
  const isNews = useHasChanged(view);
  const ids = useTabIds();
  const dialogs = useTaskDialogs();
  useTitle(editor ? (editor.kind === "new" ? "Task Entry" : "Edit Task") : TITLES[tab]);
  useInvitationAnnouncements();
  const editing = editor !== null;
  useLayoutEffect(() => {
    if (!editing) return;
    return restorePlace;
  }, [editing]);

  return (
    <>
      {/* The tabs keep their state behind the editor. */}
      <Activity mode={editor ? "hidden" : "visible"}>
        <Header tab={tab} ids={ids} />
        <chakra.main maxW="column" mx="auto" px="4" pt="6" pb={{ base: "10rem", md: "16" }}>
          <TabPanel ids={ids} value={tab} isNews={isNews}>
            {tab === "today" && (
              <TodayTab>
                <Invitations />
              </TodayTab>
            )}
            {tab === "tasks" && (
              <TasksTab
                onEdit={(task) => openEditor({ kind: "edit", id: task.id })}
                onHistory={dialogs.showHistory}
                onDelete={dialogs.askDelete}
                onLeave={dialogs.askLeave}
              />
            )}
            {tab === "about" && (
              <AboutTab onSignedOut={() => showTab("today")}>
                <SharingDecisions />
              </AboutTab>
            )}
          </TabPanel>
        </chakra.main>
      </Activity>
      {editor && (
        <Suspense fallback={<Loading />}>
          <EditorView target={editor} onClose={closeEditor} guard={guardEditor} />
        </Suspense>
      )}
      <TaskDialogs dialogs={dialogs} />
      <LoadFailureNotice />
      <LinkProblemNotice />
      <Prefetch load={loadNext} />
    </>
  );
}
