import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import {
  type DueRules,
  happenedDay,
  isOneAtATime,
  settledDays,
  taskDays,
} from "../recurrence/task-schedule.ts";

/**
 * The day on which a task is due when a day of it is ticked, where one is open at a time: what
 * the database will keep with the completion (`private.due_day`). Null for any other schedule, for a day before
 * it began or before what it waits for happened, for one after which the task is done already, and for one on which
 * something else is due.
 */
export function dueOn(task: DueRules, date: CalendarDate): CalendarDate | null {
  const settled = settledDays(task);
  const day = toDayNumber(date);
  const isBefore = date < (task.scheduleFrom ?? "") || date < (happenedDay(task) ?? "");
  if (!isOneAtATime(task) || isBefore || (settled.size > 0 && settled.last > day)) return null;
  const { openDay, putOffFrom } = taskDays(task);
  if (openDay === null || (openDay !== day && putOffFrom.has(day))) return null;
  return fromDayNumber(openDay);
}

/**
 * 'was due on Nov 8, 2026, 7 days late', or 'early'; null where it was done on the day on which it was due, or
 * was due on a day of its own.
 */
export function wasDueText(
  due: CalendarDate | null | undefined,
  /** the day on which it was done */
  done: CalendarDate,
  locale: Locale,
): string | null {
  if (!due || due === done) return null;
  return locale.t("was due on {date}, {distance} // '7 days late'", {
    date: formatDate(due, locale),
    distance: distanceText(due, done, locale),
  });
}

/** '7 days late', '1 day early' */
export function distanceText(due: CalendarDate, done: CalendarDate, { t }: Locale): string {
  const days = toDayNumber(done) - toDayNumber(due);
  return days > 0
    ? t("{days, plural, one {# day late} other {# days late}}", { days })
    : t("{days, plural, one {# day early} other {# days early}}", { days: -days });
}
