import { Suspense, useMemo, useState } from "react";
import type { Task } from "../domain/tasks/task.ts";
import type { ShowDay } from "../features/today/occurrence-row.tsx";
import { late } from "../ui/late.tsx";
import { LoadingDialog } from "../ui/loading.tsx";
import { editTask } from "./view.ts";

const DayDialog = late(() => import("../features/history/day-dialog.tsx"));
const HistoryDialog = late(() => import("../features/history/history-dialog.tsx"));
const PauseDialog = late(() => import("../features/tasks/pause-dialog.tsx"));
const DeleteTaskDialog = late(() => import("../features/tasks/delete-task-dialog.tsx"));
const LeaveTaskDialog = late(() => import("../features/sharing/leave-task-dialog.tsx"));

type OpenDialog =
  | { readonly kind: "history" | "pause" | "delete" | "leave"; readonly task: Task }
  | ({ readonly kind: "day" } & Parameters<ShowDay>[0])
  | null;

/** Which dialog about a task is open, and how to open each; the functions never change. */
export function useTaskDialogs() {
  const [open, setOpen] = useState<OpenDialog>(null);
  const actions = useMemo(
    () => ({
      showDay: ((day) => setOpen({ kind: "day", ...day })) satisfies ShowDay,
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
  const { open, close, showHistory } = dialogs;
  return (
    <Suspense fallback={<LoadingDialog />}>
      {open?.kind === "day" && (
        <DayDialog {...open} onEdit={editTask} onHistory={showHistory} onClosed={close} />
      )}
      {open?.kind === "history" && <HistoryDialog task={open.task} onClosed={close} />}
      {open?.kind === "pause" && <PauseDialog task={open.task} onClosed={close} />}
      {open?.kind === "delete" && <DeleteTaskDialog task={open.task} onClosed={close} />}
      {open?.kind === "leave" && <LeaveTaskDialog task={open.task} onClosed={close} />}
    </Suspense>
  );
}
