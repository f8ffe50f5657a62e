import { useToday } from "../clock/use-today.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { formatDate } from "../domain/dates/format-date.ts";
import { formatCount } from "../domain/format-count.ts";
import type { Locale } from "../domain/language/locale.ts";
import type { Task } from "../domain/tasks/task.ts";
import { errorWords } from "../supabase/failure-notice.ts";
import { toastSuccess } from "../ui/toast.ts";
import { useLocale } from "../ui/use-locale.ts";
import { useToldChanges } from "./told-changes.ts";

const PAUSE_FAILED = errorWords("Saving Pause", "save the pause");

/** Returns a function that pauses tasks for days (both included), or ends their pauses there, and shows the outcome. */
export function usePauses() {
  const locale = useLocale();
  const { today } = useToday();
  const change = useToldChanges();
  return async (
    tasks: readonly Task[],
    first: CalendarDate,
    last: CalendarDate,
    isPaused: boolean,
  ): Promise<void> => {
    const days = { kind: "pause", firstDay: first, lastDay: last, isPaused } as const;
    const sent = await Promise.all(
      tasks.map(({ id }) => change({ ...days, taskId: id }, PAUSE_FAILED)),
    );
    if (sent.includes(false)) return;
    const count = tasks.length === 1 ? "1 task" : `${formatCount(tasks.length)} tasks`;
    const are = tasks.length === 1 ? "is" : "are";
    const range = rangeText(first, last, locale);
    if (isPaused) toastSuccess(`${count} ${are} paused`, `Nothing will be due: ${range}.`);
    // Past days that are no longer paused may be missed now.
    else if (last < today) toastSuccess(`${count} ${are} no longer paused`, `${range}.`);
    else
      toastSuccess(
        `${count} ${are} due again from ${first <= today ? "today" : formatDate(first, locale)}`,
      );
  };
}

/** 'Nov 21, 2026' or 'Nov 21, 2026 to Nov 23, 2026' */
export const rangeText = (first: CalendarDate, last: CalendarDate, locale: Locale): string =>
  first === last
    ? formatDate(first, locale)
    : `${formatDate(first, locale)} to ${formatDate(last, locale)}`;
