import { Suspense, useEffect, useMemo, useState } from "react";
import { shownMenu, whoAsked } from "../completions/shown-menu.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import { useStore } from "../store/store.ts";
import { late, Nothing } from "../ui/late.tsx";
import { LoadingDialog } from "../ui/loading.tsx";
import { editTask } from "./view.ts";

const RowMenu = late(() => import("../completions/row-menu.tsx"), Nothing);
const WhoDialog = late(() => import("../households/who-dialog.tsx"), Nothing);
const TurnDialog = late(() => import("../features/history/turn-dialog.tsx"));
const HistoryDialog = late(() => import("../features/history/history-dialog.tsx"));
const PauseDialog = late(() => import("../features/tasks/pause-dialog.tsx"));
const DeleteTaskDialog = late(() => import("../features/tasks/delete-task-dialog.tsx"));
const LeaveTaskDialog = late(() => import("../features/sharing/leave-task-dialog.tsx"));

type OpenDialog =
  | { readonly kind: "history" | "pause" | "delete" | "leave"; readonly task: Task }
  | { readonly kind: "turn"; readonly task: Task; readonly date: CalendarDate }
  | null;

/** Which dialog about a task is open, and how to open each; the functions never change. */
export function useTaskDialogs() {
  const [open, setOpen] = useState<OpenDialog>(null);
  const actions = useMemo(
    () => ({
      edit: editTask,
      changeTurn: (task: Task, date: CalendarDate) => setOpen({ kind: "turn", task, date }),
      showHistory: (task: Task) => setOpen({ kind: "history", task }),
      askPause: (task: Task) => setOpen({ kind: "pause", task }),
      askDelete: (task: Task) => setOpen({ kind: "delete", task }),
      askLeave: (task: Task) => setOpen({ kind: "leave", task }),
      close: () => setOpen(null),
    }),
    [],
  );
  return { open, ...actions };
}

export function TaskDialogs({ dialogs }: { dialogs: ReturnType<typeof useTaskDialogs> }) {
  const { open, close } = dialogs;
  const menu = useStore(shownMenu);
  const question = useStore(whoAsked);
  useEffect(
    () => () => {
      shownMenu.setState(null);
      whoAsked.setState(null);
    },
    [],
  );
  return (
    <Suspense fallback={<LoadingDialog />}>
      {menu && (
        <RowMenu
          key={menu.trigger}
          {...menu}
          dialogs={dialogs}
          onClosed={() => shownMenu.setState(null)}
        />
      )}
      {question && <WhoDialog {...question} onClosed={() => whoAsked.setState(null)} />}
      {open?.kind === "turn" && <TurnDialog {...open} onClosed={close} />}
      {open?.kind === "history" && <HistoryDialog task={open.task} onClosed={close} />}
      {open?.kind === "pause" && <PauseDialog task={open.task} onClosed={close} />}
      {open?.kind === "delete" && <DeleteTaskDialog task={open.task} onClosed={close} />}
      {open?.kind === "leave" && <LeaveTaskDialog task={open.task} onClosed={close} />}
    </Suspense>
  );
}
