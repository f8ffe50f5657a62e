import { type CalendarDate, fromDayNumber, LAST_DAY, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { type DueRules, isOneAtATime, taskDays } from "../recurrence/task-schedule.ts";
import type { Task } from "./task.ts";

/** A task's checklist: its lines are ticked again for each occurrence, and known by their text. */

/** How many of the latest days with ticked lines a task has. */
const RECENT_DAYS = 10;

/**
 * The day to which the ticks of the occurrence done on `date` belong: the same, but
 * where one is open at a time, which keeps them from the day on which it became due.
 */
export function checklistDay(
  task: DueRules & Partial<Pick<Task, "recentCompletions">>,
  date: CalendarDate,
): CalendarDate {
  if (!isOneAtATime(task)) return date;
  // What it waits for may have happened again since, and it is open anew.
  const due = task.waitsFor && task.recentCompletions?.find((one) => one.date === date)?.dueOn;
  if (due) return due;
  const day = toDayNumber(date);
  const fromThen = DaySet.fromRuns([[day, LAST_DAY - day + 1]]);
  const { occurrences, openDay } = taskDays({
    ...task,
    completedDays: task.completedDays.minus(fromThen),
    skippedDays: task.skippedDays.minus(fromThen),
  });
  const isOpen = openDay !== null && openDay < day && !occurrences.has(day);
  return isOpen ? fromDayNumber(openDay) : date;
}

/**
 * The lines that are ticked on a day; null when it lies before the latest days of which the task says
 * so.
 */
export function checkedLines(task: Task, date: CalendarDate): readonly string[] | null {
  const { recentChecks } = task;
  const known = recentChecks.find((one) => one.date === date);
  if (known) return known.lines;
  const [earliest] = recentChecks;
  const isKnown = recentChecks.length < RECENT_DAYS || (earliest && date > earliest.date);
  return isKnown ? [] : null;
}

/** These lines with one ticked, or no longer. */
export function withLine(
  lines: readonly string[],
  line: string,
  isChecked: boolean,
): readonly string[] {
  const others = lines.filter((other) => other !== line);
  return isChecked ? [...others, line] : others;
}

/** The task with a line ticked on a day, or no longer. */
export function withCheckedLine(
  task: Task,
  date: CalendarDate,
  line: string,
  isChecked: boolean,
): Task {
  const known = checkedLines(task, date);
  // The task carries no checklist state of earlier days.
  if (known === null) return task;
  const lines = withLine(known, line, isChecked);
  const others = task.recentChecks.filter((one) => one.date !== date);
  // No two are of one day.
  const recentChecks = lines.length > 0 ? [...others, { date, lines }] : others;
  return { ...task, recentChecks: recentChecks.sort((a, b) => (a.date < b.date ? -1 : 1)) };
}
