import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { DateStyle } from "../domain/dates/date-style.ts";
import { formatDate } from "../domain/dates/format-date.ts";
import { formatCount } from "../domain/format-count.ts";
import type { Task } from "../domain/tasks/task.ts";
import { type FailureWords, failureNotice } from "../supabase/failure-notice.ts";
import { useTaskChanges } from "../sync/task-changes.ts";
import { toastFailure, toastSuccess } from "../ui/toast.ts";
import { useDateStyle } from "../ui/use-date-style.ts";

const PAUSE_FAILED: FailureWords = {
  title: "Error Saving Pause",
  description: "Failed to save the pause. Please try again.",
  offline: "Unable to save the pause. Please check your connection and try again.",
};

/** What pauses tasks for days, both included, or takes these out of their pauses, and tells how that went. */
export function usePauses() {
  const style = useDateStyle();
  const change = useTaskChanges();
  return async (
    tasks: readonly Task[],
    first: CalendarDate,
    last: CalendarDate,
    isPaused: boolean,
  ): Promise<void> => {
    const changes = tasks.map(({ id }) =>
      change({ kind: "pause", taskId: id, firstDay: first, lastDay: last, isPaused }),
    );
    const failed = (await Promise.allSettled(changes)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected")
      return void toastFailure(failureNotice(PAUSE_FAILED, failed.reason));
    const which = tasks.length === 1 ? "Task" : `${formatCount(tasks.length)} Tasks`;
    toastSuccess(
      `${which} ${isPaused ? "Paused" : "Resumed"}`,
      `${isPaused ? "Nothing is due" : "Due again"}: ${rangeText(first, last, style)}.`,
    );
  };
}

/** 'Nov 21, 2026' or 'Nov 21, 2026 to Nov 23, 2026' */
export const rangeText = (first: CalendarDate, last: CalendarDate, style: DateStyle): string =>
  first === last
    ? formatDate(first, style)
    : `${formatDate(first, style)} to ${formatDate(last, style)}`;
