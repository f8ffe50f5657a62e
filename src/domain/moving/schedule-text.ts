import type { CalendarDate } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import type { ImportEntry } from "../portability/import-input.ts";
import { nextDatesText } from "../recurrence/next-dates.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { isOneAtATime } from "../recurrence/task-schedule.ts";
import { emptyFields, type TaskFields } from "../tasks/task-input.ts";

const SHOWN_DATES = 3;

/**
 * 'Every 2 weeks, from Nov 22, 2026: Sun, Nov 22 · Sun, Dec 6 · Sun, Dec 20', with the next dates from `today` on;
 * without any where they depend on when it is done.
 */
export function scheduleText(
  fields: Partial<ImportEntry["fields"]>,
  locale: Locale,
  today: CalendarDate,
): string {
  const task = { ...emptyFields(today), ...fields } as unknown as TaskFields;
  const said = locale.t("{repeat}, from {date} // 'Every 2 weeks', 'Nov 22, 2026'", {
    repeat: repeatText(task, locale),
    date: formatDate(task.startDate, locale),
  });
  if (isOneAtATime(task)) return said;
  const next = nextDatesText(task, today, locale);
  if (next === null || typeof next === "string") return said;
  const dates = next.slice(0, SHOWN_DATES).join(" · ");
  return locale.t("{schedule}: {dates} // 'Every 2 weeks', 'Sun, Nov 22; Sun, Dec 6'", {
    schedule: said,
    dates,
  });
}
