import { type CalendarDate, fromDayNumber, LAST_DAY, toDayNumber } from "../dates/calendar-date.ts";
import type { Occurrences } from "../recurrence/occurrences.ts";
import { occurrencesOf } from "../recurrence/recurrence.ts";
import type { Task } from "./task.ts";

/** How a day and a task stand on a given `today`. */

export type DayStatus = "completed" | "due-today" | "missed" | "due-future";

/** What the status of a task needs to know of it. */
export type ScheduledTask = Pick<
  Task,
  "startDate" | "endDate" | "repeatValue" | "customRrule" | "completedDays"
>;

/** How far ahead the next due date is searched, in days. */
const NEXT_DUE_SEARCH_DAYS = 365;

/** The status of a date; null when the task is neither due nor done on it. */
export function dayStatus(
  task: ScheduledTask,
  date: CalendarDate,
  today: CalendarDate,
  occurrences: Occurrences = occurrencesOf(task),
): DayStatus | null {
  const day = toDayNumber(date);
  if (task.completedDays.has(day)) return "completed";
  if (!occurrences.has(day)) return null;
  if (date === today) return "due-today";
  return date < today ? "missed" : "due-future";
}

/** What is due of a task on a given `today`: all that the lists of tasks ask. */
export interface DueDays {
  /** day numbers of every past occurrence without a completion, ascending */
  readonly missed: readonly number[];
  readonly isDueToday: boolean;
}

export function dueDays(task: ScheduledTask, today: CalendarDate): DueDays {
  const occurrences = occurrencesOf(task);
  const isDueToday = dayStatus(task, today, today, occurrences) === "due-today";
  return { missed: missedDays(task, today, occurrences), isDueToday };
}

function missedDays(
  task: ScheduledTask,
  today: CalendarDate,
  occurrences: Occurrences,
): readonly number[] {
  const yesterday = toDayNumber(today) - 1;
  const missed: number[] = [];
  let from = toDayNumber(task.startDate);
  task.completedDays.forEachRun((first, last) => {
    if (first > from) occurrences.between(from, Math.min(first - 1, yesterday), missed);
    from = Math.max(from, last + 1);
  });
  return occurrences.between(from, yesterday, missed);
}

/** The latest past occurrence without a completion; null when there is none. */
export function lastMissedDate(
  task: ScheduledTask,
  today: CalendarDate,
  occurrences: Occurrences = occurrencesOf(task),
): CalendarDate | null {
  let day = occurrences.lastUntil(toDayNumber(today) - 1);
  while (day !== null && task.completedDays.has(day)) {
    day = occurrences.lastUntil(task.completedDays.runStart(day) - 1);
  }
  return day === null ? null : fromDayNumber(day);
}

/**
 * The first future occurrence without a completion; null when there is none within 365 days, or,
 * for a custom rule, none to the end date.
 */
export function nextDueDate(
  task: ScheduledTask,
  today: CalendarDate,
  occurrences: Occurrences = occurrencesOf(task),
): CalendarDate | null {
  const now = toDayNumber(today);
  const horizon = task.repeatValue === "custom" ? LAST_DAY : now + NEXT_DUE_SEARCH_DAYS;
  let day = occurrences.firstFrom(now + 1);
  while (day !== null && task.completedDays.has(day)) {
    day = occurrences.firstFrom(task.completedDays.runEnd(day) + 1);
  }
  return day === null || day > horizon ? null : fromDayNumber(day);
}

/** A task's status as its card shows it, with the date that it is about. */
export type TaskStatus =
  | { readonly kind: "overdue" | "next-due"; readonly date: CalendarDate }
  | { readonly kind: "none"; readonly date: null };

export const TASK_STATUS_TEXT = {
  overdue: "Overdue",
  "next-due": "Next Due",
  none: "No upcoming due dates",
} as const satisfies Record<TaskStatus["kind"], string>;

/** Overdue when an occurrence was missed, else the date it is due next, today included. */
export function taskStatus(task: ScheduledTask, today: CalendarDate): TaskStatus {
  const occurrences = occurrencesOf(task);
  const missed = lastMissedDate(task, today, occurrences);
  if (missed !== null) return { kind: "overdue", date: missed };
  const isDueToday = dayStatus(task, today, today, occurrences) === "due-today";
  const date = isDueToday ? today : nextDueDate(task, today, occurrences);
  return date === null ? { kind: "none", date } : { kind: "next-due", date };
}
