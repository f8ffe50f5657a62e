import { type CalendarDate, fromDayNumber, LAST_DAY, toDayNumber } from "./calendar-date.ts";
import type { OccurrenceDays } from "./occurrence-days.ts";
import { occurrencesOf } from "./recurrence.ts";
import type { Task } from "./task.ts";

/** How a day and a task stand on a given `today` (spec §4). */

export type DayStatus = "completed" | "due-today" | "missed" | "due-future";

/** What the status of a task needs to know of it. */
export type ScheduledTask = Pick<
  Task,
  "startDate" | "endDate" | "repeatValue" | "customRrule" | "completedDays"
>;

/** How far ahead the next due date is searched, in days (spec §9). */
const NEXT_DUE_SEARCH_DAYS = 365;

/** The status of a date; null when the task is neither due nor done on it. */
export function dayStatus(
  task: ScheduledTask,
  date: CalendarDate,
  today: CalendarDate,
): DayStatus | null {
  const day = toDayNumber(date);
  if (task.completedDays.has(day)) return "completed";
  if (!occurrencesOf(task).has(day)) return null;
  if (date === today) return "due-today";
  return date < today ? "missed" : "due-future";
}

interface MissedDays {
  readonly today: CalendarDate;
  readonly occurrences: OccurrenceDays;
  readonly days: readonly number[];
}

// Both tabs ask this of every task after every tick, which changes one of them.
const knownMissedDays = new WeakMap<ScheduledTask, MissedDays>();

/**
 * The day numbers of every past occurrence without a completion, ascending, up to yesterday; the
 * same array for the same task and day.
 */
export function missedDays(task: ScheduledTask, today: CalendarDate): readonly number[] {
  const occurrences = occurrencesOf(task); // another one once the rule engine is there
  const known = knownMissedDays.get(task);
  if (known?.today === today && known.occurrences === occurrences) return known.days;
  const days = findMissedDays(task, occurrences, toDayNumber(today) - 1);
  knownMissedDays.set(task, { today, occurrences, days });
  return days;
}

function findMissedDays(
  task: ScheduledTask,
  occurrences: OccurrenceDays,
  yesterday: number,
): number[] {
  const missed: number[] = [];
  let from = toDayNumber(task.startDate);
  task.completedDays.forEachRun((first, last) => {
    if (first > from) occurrences.between(from, Math.min(first - 1, yesterday), missed);
    from = Math.max(from, last + 1);
  });
  return occurrences.between(from, yesterday, missed);
}

/** The latest past occurrence without a completion; null when there is none. */
export function lastMissedDate(task: ScheduledTask, today: CalendarDate): CalendarDate | null {
  const day = missedDays(task, today).at(-1);
  return day === undefined ? null : fromDayNumber(day);
}

/**
 * The first future occurrence without a completion; null when there is none within 365 days, or,
 * for a custom rule, none to the end date.
 */
export function nextDueDate(task: ScheduledTask, today: CalendarDate): CalendarDate | null {
  const occurrences = occurrencesOf(task);
  const now = toDayNumber(today);
  const horizon = task.repeatValue === "custom" ? LAST_DAY : now + NEXT_DUE_SEARCH_DAYS;
  let day = occurrences.firstFrom(now + 1);
  while (day !== null && task.completedDays.has(day)) {
    day = occurrences.firstFrom(task.completedDays.runEnd(day) + 1);
  }
  return day === null || day > horizon ? null : fromDayNumber(day);
}

/** What a task's card says of it; the date is the one it is about. */
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
  const missed = lastMissedDate(task, today);
  if (missed !== null) return { kind: "overdue", date: missed };
  const date = isDueToday(task, today) ? today : nextDueDate(task, today);
  return date === null ? { kind: "none", date } : { kind: "next-due", date };
}

/** Due today and not yet completed. */
export function isDueToday(task: ScheduledTask, today: CalendarDate): boolean {
  return dayStatus(task, today, today) === "due-today";
}
