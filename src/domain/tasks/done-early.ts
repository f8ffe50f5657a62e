import { addDays } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { nearName } from "../dates/done-when.ts";
import { dayInZone } from "../dates/time-zone.ts";
import type { Locale } from "../language/locale.ts";
import { isOneAtATime } from "../recurrence/task-schedule.ts";
import { dueDays, nextDueDate } from "./day-status.ts";
import type { Completion, Task } from "./task.ts";

/** Occurrences done before their due date. */

/** As the database has it. */
export const DAYS_AHEAD = 366;

/** The viewer's day. */
export interface Day {
  readonly today: CalendarDate;
  /** IANA name */
  readonly timeZone: string;
}

/** A day after today on which a task is due: it may be done already, or was done today. */
export interface EarlyDay {
  readonly date: CalendarDate;
  /** null while it is open */
  readonly done: Completion | null;
}

/** 'Done today for Sunday' */
export const doneEarlyText = (date: CalendarDate, today: CalendarDate, locale: Locale) =>
  locale.t("Done today for {day} // a weekday, or a date", { day: nearName(date, today, locale) });

/** Whether what is due on a later day may be done today: a tick of an interval task completes today. */
export const mayDoEarly = (
  task: Pick<Task, "afterDone" | "waitsFor">,
  date: CalendarDate,
  today: CalendarDate,
) => !isOneAtATime(task) && date > today && date <= addDays(today, DAYS_AHEAD);

/** The later days of a task that were done today, in their order. */
export function doneEarly(task: Task, { today, timeZone }: Day): Completion[] {
  const due = dueDays(task, today);
  return task.recentCompletions.filter(
    ({ date, status, completedAt }) =>
      date > today &&
      status === "done" &&
      due.isOccurrence(date) &&
      dayInZone(completedAt, timeZone) === today,
  );
}

/**
 * The later day that a task offers: the last one that was done today, to be taken back; else the next one, where
 * nothing of the task is open. Null when there is none.
 */
export function earlyDay(task: Task, moment: Day): EarlyDay | null {
  const done = doneEarly(task, moment).at(-1);
  if (done) return { date: done.date, done };
  const due = dueDays(task, moment.today);
  if (due.isDueToday || due.missedCount > 0 || isOneAtATime(task)) return null;
  const date = nextDueDate(task, moment.today);
  return date !== null && mayDoEarly(task, date, moment.today) ? { date, done: null } : null;
}
