import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import { dueDays } from "./day-status.ts";
import { doneEarly, type EarlyDay, earlyDay, type Moment } from "./done-early.ts";
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

/** The seven days after today. */
export interface WeekAhead {
  /** those that are due on each of the days, by category and title */
  readonly everyDay: readonly DueTask[];
  /** the days on which others are due, in order */
  readonly days: readonly DueDay[];
}

/**
 * The seven days after today, each with what is due on it, and neither skipped nor done before today. `due` may be
 * given to have a task's days worked out once instead of with every call.
 */
export function daysAhead(
  tasks: readonly Task[],
  moment: Moment,
  due = dueDays,
): readonly DueDay[] {
  const first = toDayNumber(moment.today) + 1;
  const days = Array.from({ length: DAYS }, (_, index) => ({
    date: fromDayNumber(first + index),
    tasks: [] as DueTask[],
  }));
  for (const task of tasksInOrder(tasks)) {
    const dueOf = due(task, moment.today);
    const offered = earlyDay(task, moment, dueOf);
    const doneToday = doneEarly(task, moment, dueOf);
    for (const day of taskOccurrences(task).between(first, first + DAYS - 1)) {
      const date = fromDayNumber(day);
      const done = doneToday.find((one) => one.date === date);
      const isSettled = task.completedDays.has(day) || task.skippedDays.has(day);
      if (isSettled && !done) continue;
      const early = done ? { date, done } : offered?.date === date ? offered : null;
      days[day - first]?.tasks.push({ task, early });
    }
  }
  return days;
}

/** The same, in which a task that is due on each of the days is named once. */
export function weekAhead(tasks: readonly Task[], moment: Moment, due = dueDays): WeekAhead {
  const days = daysAhead(tasks, moment, due);
  const shownOn = days.map((day) => new Map(day.tasks.map((shown) => [shown.task, shown])));
  const isEachDay = ({ task }: DueTask) => shownOn.every((shown) => shown.has(task));
  const isSpecial = (shown: DueTask) => !isEachDay(shown);
  const offered = ({ task }: DueTask) =>
    shownOn.map((shown) => shown.get(task)?.early ?? null).findLast((early) => early !== null);
  return {
    everyDay: (days[0]?.tasks.filter(isEachDay) ?? []).map((shown) => ({
      task: shown.task,
      early: offered(shown) ?? null,
    })),
    days: days
      .map(({ date, tasks: shown }) => ({ date, tasks: shown.filter(isSpecial) }))
      .filter((day) => day.tasks.length > 0),
  };
}
