import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, fromDayNumber } from "../dates/calendar-date.ts";
import type { Task } from "./task.ts";

/** How long before its day something may have been done, in days, as the database has it. */
const DAYS_BEFORE = 366;

/**
 * The day that a tick completes which says that the occurrence of `date` was done on an earlier day: its own, or, as
 * an interval task counts on from then, that day. Null when it can't have been done then.
 */
export function dayDoneEarlier(
  task: Task,
  date: CalendarDate,
  doneOn: CalendarDate,
): CalendarDate | null {
  if (task.afterDone === null) return doneOn < addDays(date, -DAYS_BEFORE) ? null : date;
  const settled = task.completedDays.union(task.skippedDays);
  const isSettled = settled.size > 0 && doneOn <= fromDayNumber(settled.last);
  const isBefore = doneOn < task.startDate || doneOn < (task.scheduleFrom ?? "");
  return isSettled || isBefore ? null : doneOn;
}
