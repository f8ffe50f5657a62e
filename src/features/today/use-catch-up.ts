import {
  COMPLETE_FAILED,
  catchUp,
  SKIP_FAILED,
  UNDO_FAILED,
} from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Completion, Recorder, Task } from "../../domain/tasks/task.ts";
import { missedDays } from "../../domain/tasks/today.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** Neither function rejects. */
export function useCatchUp(task: Task, by: Recorder) {
  const { t } = useLocale();
  const { title } = task;
  const send = useToldChanges();

  async function undo(id: string): Promise<void> {
    const change = { kind: "undo-catch-up", taskId: task.id, catchUpId: id } as const;
    await send(change, UNDO_FAILED, () =>
      toastSuccess(t("Undone // a notice"), t("The days of {title} are missed again.", { title })),
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
    const values = { count: days.size, title, status };
    const text =
      days.size < count
        ? t(
            "The latest {count, plural, one {# day} other {# days}} of {title} marked as {status, select, done {done} other {skipped}}.",
            values,
          )
        : t(
            "{count, plural, one {# day} other {# days}} of {title} marked as {status, select, done {done} other {skipped}}.",
            values,
          );
    await send(change, isDone ? COMPLETE_FAILED : SKIP_FAILED, () =>
      toastSuccess(isDone ? t("Caught Up") : t("Days Skipped"), text, {
        label: t("Undo"),
        run: () => void undo(change.catchUpId),
      }),
    );
  }

  return { settleAll, undo };
}
