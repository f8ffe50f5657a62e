import { useToday } from "../clock/use-today.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { formatDate } from "../domain/dates/format-date.ts";
import type { Locale } from "../domain/language/locale.ts";
import { msg } from "../domain/language/messages.ts";
import type { Task } from "../domain/tasks/task.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { toastSuccess } from "../ui/toast.ts";
import { useLocale } from "../ui/use-locale.ts";
import { useToldChanges } from "./told-changes.ts";

const PAUSE_FAILED: FailureWords = {
  title: msg("Error Saving Pause"),
  description: msg("Failed to save the pause. Please try again."),
  offline: msg("Unable to save the pause. Please check your connection and try again."),
};

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
    const { t } = locale;
    const count = tasks.length;
    if (isPaused) {
      toastSuccess(
        t("{count, plural, one {# task is} other {# tasks are}} paused", { count }),
        first === last
          ? t("Nothing will be due: {date}.", { date: formatDate(first, locale) })
          : t("Nothing will be due: {first} to {last}.", spanOf(first, last, locale)),
      );
    } else if (last < today) {
      // Past days that are no longer paused may be missed now.
      toastSuccess(
        t("{count, plural, one {# task is} other {# tasks are}} no longer paused", { count }),
        first === last
          ? t("{date}. // a sentence", { date: formatDate(first, locale) })
          : t("{first} to {last}. // days, a sentence", spanOf(first, last, locale)),
      );
    } else if (first <= today) {
      toastSuccess(
        t("{count, plural, one {# task is} other {# tasks are}} due again from today", { count }),
      );
    } else {
      toastSuccess(
        t("{count, plural, one {# task is} other {# tasks are}} due again from {date}", {
          ...{ count, date: formatDate(first, locale) },
        }),
      );
    }
  };
}

/** 'Nov 21, 2026' or 'Nov 21, 2026 to Nov 23, 2026' */
export const rangeText = (first: CalendarDate, last: CalendarDate, locale: Locale): string =>
  first === last
    ? formatDate(first, locale)
    : locale.t("{first} to {last} // days, alone", spanOf(first, last, locale));

const spanOf = (first: CalendarDate, last: CalendarDate, locale: Locale) => ({
  first: formatDate(first, locale),
  last: formatDate(last, locale),
});
