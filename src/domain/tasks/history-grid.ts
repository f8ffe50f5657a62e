import type { CalendarDate } from "../dates/calendar-date.ts";
import type { DateStyle } from "../dates/date-style.ts";
import { sixWeeks, startOfMonth } from "../dates/month.ts";
import { taskDays } from "../recurrence/task-schedule.ts";
import { type DayStatus, dayStatus, type ScheduledTask } from "./day-status.ts";

/** The month calendar of the Task History dialog. */

export interface HistoryCell {
  readonly date: CalendarDate;
  /** false for the dimmed days of the months around */
  readonly isInMonth: boolean;
  readonly status: DayStatus | null;
}

/**
 * Six weeks, from Sunday to Saturday unless they begin with another day, that hold the month of the given
 * date; null for a day before or after all calendar dates, in the years 0 and 10000.
 */
export function historyGrid(
  task: ScheduledTask,
  month: CalendarDate,
  today: CalendarDate,
  weekStart?: DateStyle["weekStart"],
): (HistoryCell | null)[] {
  const days = taskDays(task);
  const cellOf = (date: CalendarDate): HistoryCell => ({
    date,
    isInMonth: date.slice(0, 7) === month.slice(0, 7),
    status: dayStatus(task, date, today, days),
  });
  return sixWeeks(startOfMonth(month), weekStart).map((date) =>
    date === null ? null : cellOf(date),
  );
}
