import {
  COMPLETE_FAILED,
  catchUp,
  SKIP_FAILED,
  UNDO_FAILED,
} from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Completion, Recorder, Task } from "../../domain/tasks/task.ts";
import { missedDays } from "../../domain/tasks/today.ts";
import { toastSuccess } from "../../ui/toast.ts";

export const dayCount = (count: number) => `${formatCount(count)} ${count === 1 ? "day" : "days"}`;

/** Neither function rejects. */
export function useCatchUp(task: Task, by: Recorder) {
  const send = useToldChanges();

  async function undo(id: string): Promise<void> {
    const change = { kind: "undo-catch-up", taskId: task.id, catchUpId: id } as const;
    await send(change, UNDO_FAILED, () =>
      toastSuccess("Undone", `The days of ${task.title} are missed again.`),
    );
  }

  async function settleAll(
    status: Completion["status"],
    today: CalendarDate,
    count: number,
    ids?: readonly string[],
  ): Promise<void> {
    const isDone = status === "done";
    const days = missedDays(task, today);
    if (days.size === 0) return;
    const change = catchUp(task, days, status, by, ids);
    // One write has a bound; the rest is dealt with by the next.
    const which = days.size < count ? `The latest ${dayCount(days.size)}` : dayCount(days.size);
    await send(change, isDone ? COMPLETE_FAILED : SKIP_FAILED, () =>
      toastSuccess(
        isDone ? "Caught Up" : "Days Skipped",
        `${which} of ${task.title} marked as ${isDone ? "done" : "skipped"}.`,
        { label: "Undo", run: () => void undo(change.catchUpId) },
      ),
    );
  }

  return { settleAll, undo };
}
