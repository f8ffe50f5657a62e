import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { taskDays } from "../recurrence/task-schedule.ts";
import { checklistDay } from "./checklist.ts";
import { dayStatus, dueDays } from "./day-status.ts";
import { type Day, earlyDay, mayDoEarly } from "./done-early.ts";
import type { Task } from "./task.ts";

/** A day of a task as the Task History dialog opens it: what can be done there. */

export interface DayActions {
  readonly markDone: boolean;
  readonly skip: boolean;
  /** what was done or skipped can be taken back, by those who may */
  readonly undo: boolean;
  readonly note: boolean;
  /** the lines of its checklist can be ticked */
  readonly checklist: boolean;
  /** the occurrence that can be put off, by its day in the schedule; null when there is none */
  readonly putOff: { readonly dueDate: CalendarDate; readonly newDate: CalendarDate | null } | null;
}

/** Returns the actions for a date; a future occurrence can be done early or put off. */
export function dayActions(task: Task, date: CalendarDate, today: CalendarDate): DayActions {
  const days = taskDays(task);
  const day = toDayNumber(date);
  const status = dayStatus(task, date, today, days);
  const isPast = date <= today;
  const isSettled = status === "completed" || status === "skipped";
  const isOpen = status === "missed" || status === "due-today" || status === "due-future";
  let putOff: DayActions["putOff"] = null;
  // Today's status may be that of an occurrence which is open since another day.
  const isOpenSince = status === "due-today" && !days.occurrences.has(day);
  const dueOn = isOpenSince ? days.openDay : day;
  if (isOpen && dueOn !== null && days.occurrences.has(dueOn)) {
    const dueDay = days.putOffFrom.get(dueOn);
    const there = fromDayNumber(dueOn);
    putOff =
      dueDay === undefined
        ? { dueDate: there, newDate: null }
        : { dueDate: fromDayNumber(dueDay), newDate: there };
  } else if (status === "put-off") {
    putOff = task.putOffs.find(({ dueDate }) => dueDate === date) ?? null;
  }
  return {
    markDone:
      !isSettled &&
      status !== "put-off" &&
      (isPast ? isWithinSchedules(task, date) : isOpen && mayDoEarly(task, date, today)),
    skip: isPast && isOpen,
    undo: isSettled,
    note: isPast,
    checklist:
      task.checklist.length > 0 &&
      isPast &&
      (isOpen || isSettled) &&
      isWithinSchedules(task, checklistDay(task, date)),
    putOff,
  };
}

/**
 * The day that a task's page offers to mark done: today where it is due, else the oldest missed one, else the next
 * one, unless one was done early today.
 */
export function dayToDo(task: Task, moment: Day): CalendarDate | null {
  const { today } = moment;
  if (dayStatus(task, today, today) === "due-today") return today;
  const missed = dueDays(task, today).oldestMissed();
  if (missed !== null) return fromDayNumber(missed);
  const early = earlyDay(task, moment);
  return early && early.done === null ? early.date : null;
}

/** As the database has it: from the start to the end of the schedule that counts for the day. */
function isWithinSchedules(task: Task, date: CalendarDate): boolean {
  const schedule = task.formerSchedules.find(({ validUntil }) => date <= validUntil) ?? task;
  const isIn = schedule.startDate <= date && (!schedule.endDate || date <= schedule.endDate);
  return isIn || task.putOffs.some(({ newDate }) => newDate === date);
}
