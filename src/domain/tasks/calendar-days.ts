import { type DueRules, taskOccurrences } from "../recurrence/task-schedule.ts";

/** A day that a calendar outside of Rota shows of a task. */
export interface CalendarDay {
  /** day number */
  readonly day: number;
  readonly mark: "due" | "done" | "skipped";
}

/**
 * The days from `first` to `last`, both included, on which a task is due, done or skipped,
 * ascending: an occurrence that was put off is on its new day, and an interval task on the one day
 * that it is due.
 */
export function calendarDays(task: DueRules, first: number, last: number): CalendarDay[] {
  const marks = new Map<number, CalendarDay["mark"]>();
  for (const day of taskOccurrences(task).between(first, last)) marks.set(day, "due");
  for (const day of task.skippedDays.between(first, last)) marks.set(day, "skipped");
  for (const day of task.completedDays.between(first, last)) marks.set(day, "done");
  return [...marks].map(([day, mark]) => ({ day, mark })).sort((a, b) => a.day - b.day);
}
