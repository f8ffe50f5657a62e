import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { isSettled, taskOccurrences } from "../recurrence/task-schedule.ts";
import { type Day, doneEarly, type EarlyDay, earlyDay } from "./done-early.ts";
import type { Task } from "./task.ts";
import { tasksInOrder } from "./task-groups.ts";

const DAYS = 7;

/** A task that is due on a day, and what it offers of it: to be done early, or to take that back. */
export interface DueTask {
  readonly task: Task;
  readonly early: EarlyDay | null;
}

/** A day, and the tasks that are due on it, by category and title. */
export interface DueDay {
  readonly date: CalendarDate;
  readonly tasks: readonly DueTask[];
}

/** A task in the seven days after today. */
export interface TaskWeek {
  readonly task: Task;
  /** the days on which it is due */
  readonly days: readonly CalendarDate[];
  /** what it offers of them: the last one that was done today, else the next one */
  readonly early: EarlyDay | null;
}

/**
 * The seven days after today, each with what is due on it, and neither skipped nor done before today.
 */
export function daysAhead(
  tasks: readonly Task[],
  moment: Day,
  reader?: Pick<Locale, "tag">,
): readonly DueDay[] {
  const first = toDayNumber(moment.today) + 1;
  const days = Array.from({ length: DAYS }, (_, index) => ({
    date: fromDayNumber(first + index),
    tasks: [] as DueTask[],
  }));
  for (const task of tasksInOrder(tasks, reader)) {
    const offered = earlyDay(task, moment);
    const doneToday = doneEarly(task, moment);
    for (const day of taskOccurrences(task).between(first, first + DAYS - 1)) {
      const date = fromDayNumber(day);
      const done = doneToday.find((one) => one.date === date);
      if (isSettled(task, day) && !done) continue;
      const early = done ? { date, done } : offered?.date === date ? offered : null;
      days[day - first]?.tasks.push({ task, early });
    }
  }
  return days;
}

/** The same by task, in their order, with the seven days. */
export function tasksAhead(
  tasks: readonly Task[],
  moment: Day,
  reader?: Pick<Locale, "tag">,
): { readonly dates: readonly CalendarDate[]; readonly weeks: readonly TaskWeek[] } {
  const ahead = daysAhead(tasks, moment, reader);
  const weeks = tasksInOrder(tasks, reader).flatMap((task): TaskWeek[] => {
    const its = ahead.flatMap(({ date, tasks: shown }) => {
      const found = shown.find((one) => one.task === task);
      return found ? [{ date, early: found.early }] : [];
    });
    if (its.length === 0) return [];
    const early = its.map((one) => one.early).findLast((one) => one !== null) ?? null;
    return [{ task, days: its.map(({ date }) => date), early }];
  });
  return { dates: ahead.map(({ date }) => date), weeks };
}
