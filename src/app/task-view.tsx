import { Activity, Suspense, useEffect, useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { useSession } from "../auth/session.ts";
import { useToday } from "../clock/use-today.ts";
import { ask } from "../dialogs/ask.ts";
import { goneNotice } from "../domain/tasks/gone-notice.ts";
import { hasOtherPeople, type Task } from "../domain/tasks/task.ts";
import { DayDetail } from "../features/history/day-detail.tsx";
import { TaskPage } from "../features/task/task-page.tsx";
import { useLatestTask, useServerTask, useTasks } from "../sync/use-tasks.ts";
import { isOutOfReach } from "../ui/known.tsx";
import { late, Nothing } from "../ui/late.tsx";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { toastSuccess } from "../ui/toast.ts";
import { spokenLocale, useLocale } from "../ui/use-locale.ts";
import NotFound from "./not-found.tsx";
import { Page } from "./page.tsx";
import { TaskDialogs } from "./task-dialogs.tsx";
import { useShortcuts } from "./use-shortcuts.ts";
import { useTitle } from "./use-title.ts";
import {
  closeEditor,
  guardEditor,
  leaveForTab,
  NEW_TASK,
  openEditor,
  TABS_BY_KEY,
  useRestoredPlace,
  useView,
} from "./view.ts";
import { WholeTask } from "./whole-task.tsx";

const EditorView = late(() => import("./editor-view.tsx"));
const HistoryCalendar = late(() => import("../features/history/history-calendar.tsx"));
const WatchSwitch = late(() => import("../features/notifications/watch-switch.tsx"), Nothing);

/** `/task/<id>`: a page for one task; the 404 page for one that the user does not take part in. */
export default function TaskView({ id }: { id: string }) {
  return (
    <WholeTask id={id}>
      <FoundTask id={id} />
    </WholeTask>
  );
}

function FoundTask({ id }: { id: string }) {
  const list = useTasks();
  const { t } = useLocale();
  const { data: tasks, isFetching } = list;
  const task = tasks?.find((one) => one.id === id);
  // Once it is open, it stays until it has said that the task is gone.
  const [opened, setOpened] = useState<Task | null>(null);
  if (task && !opened) setOpened(task);
  if (opened) return <OpenedTask opened={opened} />;
  if (isFetching) return <Loading />;
  if (!isOutOfReach(list)) return <NotFound />;
  return (
    <Page title={t("Task")} back="tasks">
      <LoadFailure onRetry={list.refetch} />
    </Page>
  );
}

function OpenedTask({ opened }: { opened: Task }) {
  const userId = useSession()?.userId ?? "";
  const { task, isGone } = useLatestTask(opened);
  // Under way, it is the user who deletes or leaves it: they know where it went.
  const isOwnDoing = useServerTask(opened.id) !== undefined;
  const isEdited = useView().editor !== null;
  /** the editor keeps what was typed, and says what happened */
  const hasEditorSaid = useRef(false);

  useEffect(() => {
    if (!isGone) return;
    if (isEdited) {
      hasEditorSaid.current = true;
      return;
    }
    if (!isOwnDoing && !hasEditorSaid.current)
      toastSuccess(...goneNotice(task, userId, spokenLocale.getState()));
    leaveForTab("tasks");
  }, [isGone, isEdited, isOwnDoing, task, userId]);

  return (
    <>
      <ShownTask task={task} />
      <TaskDialogs />
    </>
  );
}

function ShownTask({ task }: { task: Task }) {
  const { editor } = useView();
  const { today } = useToday();
  const editing = editor !== null;
  const { t } = useLocale();
  useTitle(editing ? t("Edit Task") : task.title);
  useRestoredPlace(editing);
  useShortcuts(!editing, (key) => {
    if (key === "?") ask({ kind: "shortcuts" });
    else if (key === "n") {
      leaveForTab("tasks");
      openEditor(NEW_TASK);
    } else if (key !== "j" && key !== "k") leaveForTab(TABS_BY_KEY[key], { search: key === "/" });
  });
  return (
    <>
      <Activity mode={editing ? "hidden" : "visible"}>
        <Page title={task.title} back="tasks">
          <TaskPage
            task={task}
            renderDay={(date, place) => (
              <DayDetail
                task={task}
                date={date}
                today={today}
                place={place}
                showsChecklist={date !== today}
              />
            )}
            onPrintLabel={() => navigate(`/household/${task.householdId}/labels#${task.id}`)}
            watch={hasOtherPeople(task) && <WatchSwitch taskId={task.id} />}
            history={
              <Suspense fallback={<Loading size="sm" />}>
                <HistoryCalendar task={task} isFolded />
              </Suspense>
            }
          />
        </Page>
      </Activity>
      {editor && (
        <Suspense fallback={<Loading />}>
          <EditorView id={editor} onClose={closeEditor} guard={guardEditor} />
        </Suspense>
      )}
    </>
  );
}
