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

/** The seven days after today; tasks are by category and title. */
export interface WeekAhead {
  /** those that are due on each of the days */
  readonly everyDay: readonly DueTask[];
  /** the days on which others are due, in order */
  readonly days: readonly { readonly date: CalendarDate; readonly tasks: readonly DueTask[] }[];
}

/**
 * What is due on the seven days after today, and neither skipped nor done before today. `due` may be given to have
 * a task's days worked out once instead of with every call.
 */
export function weekAhead(tasks: readonly Task[], moment: Moment, due = dueDays): WeekAhead {
  const first = toDayNumber(moment.today) + 1;
  const everyDay: DueTask[] = [];
  const days = Array.from({ length: DAYS }, (_, index) => ({
    date: fromDayNumber(first + index),
    tasks: [] as DueTask[],
  }));
  for (const task of tasksInOrder(tasks)) {
    const dueOf = due(task, moment.today);
    const early = earlyDay(task, moment, dueOf);
    const done = doneEarly(task, moment, dueOf);
    const shown = [...taskOccurrences(task).between(first, first + DAYS - 1)].flatMap((day) => {
      const date = fromDayNumber(day);
      const doneThen = done.find((one) => one.date === date);
      if (doneThen) return { date, early: { date, done: doneThen } };
      const isSettled = task.completedDays.has(day) || task.skippedDays.has(day);
      return isSettled ? [] : { date, early: early?.date === date ? early : null };
    });
    if (shown.length === DAYS) everyDay.push({ task, early });
    else {
      for (const { date, early } of shown) {
        days[toDayNumber(date) - first]?.tasks.push({ task, early });
      }
    }
  }
  return { everyDay, days: days.filter((day) => day.tasks.length > 0) };
}
