import {
  type CalendarDate,
  dayNumberOf,
  fromDayNumber,
  toDayNumber,
  weekdayOf,
  yearMonthDay,
} from "./calendar-date.ts";
import { type DayStatus, dayStatus, type ScheduledTask } from "./day-status.ts";

/** The month calendar of the Task History dialog (spec §2). */

export const GRID_DAYS = 42;

export interface HistoryCell {
  readonly date: CalendarDate;
  /** false for the dimmed days of the months around */
  readonly isInMonth: boolean;
  readonly status: DayStatus | null;
}

/** Six weeks from Sunday to Saturday that hold the month of the given date. */
export function historyGrid(
  task: ScheduledTask,
  month: CalendarDate,
  today: CalendarDate,
): HistoryCell[] {
  const firstOfMonth = toDayNumber(addMonths(month, 0));
  const daysSinceSunday = (weekdayOf(firstOfMonth) + 1) % 7;
  return Array.from({ length: GRID_DAYS }, (_, index) => {
    const date = fromDayNumber(firstOfMonth - daysSinceSunday + index);
    return {
      date,
      isInMonth: date.slice(0, 7) === month.slice(0, 7),
      status: dayStatus(task, date, today),
    };
  });
}

/** The first day of the month that lies so many months after the date's own (before: negative). */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month } = yearMonthDay(toDayNumber(date));
  const index = year * 12 + month - 1 + months;
  return fromDayNumber(dayNumberOf(Math.floor(index / 12), (index % 12) + 1, 1));
}
