import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import {
  happenedDay,
  isOneAtATime,
  isSettled,
  settledDays,
  taskDays,
} from "../recurrence/task-schedule.ts";
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
  if (!isOneAtATime(task)) return doneOn < addDays(date, -DAYS_BEFORE) ? null : date;
  const settled = settledDays(task);
  const isOver = settled.size > 0 && doneOn <= fromDayNumber(settled.last);
  const firstDay = happenedDay(task) ?? "";
  const isBefore = [task.startDate, task.scheduleFrom ?? "", firstDay].some((day) => doneOn < day);
  return isOver || isBefore ? null : doneOn;
}

/** The occurrence that a tick completes, and the day on which it was really done. */
export interface DoneBefore {
  readonly day: CalendarDate;
  readonly doneOn: CalendarDate;
}

/**
 * Returns what one tap records as done before today: a missed occurrence on its own day; else
 * yesterday's; if none was due then, today's as done yesterday. Null if that was done or can't be.
 */
export function doneBefore(task: Task, date: CalendarDate, today: CalendarDate): DoneBefore | null {
  if (date < today) return { day: date, doneOn: date };
  const yesterday = addDays(today, -1);
  const number = toDayNumber(yesterday);
  if (!isOneAtATime(task) && taskDays(task).occurrences.has(number)) {
    return isSettled(task, number) ? null : { day: yesterday, doneOn: yesterday };
  }
  const day = dayDoneEarlier(task, date, yesterday);
  return day === null ? null : { day, doneOn: yesterday };
}
