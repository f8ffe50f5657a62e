import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import type { Task } from "./task.ts";
import { tasksInOrder } from "./task-groups.ts";

const DAYS = 7;

/** A day, and the tasks that are due on it, by category and title. */
export interface DueDay {
  readonly date: CalendarDate;
  readonly tasks: readonly Task[];
}

/** The seven days after today. */
export interface WeekAhead {
  /** those that are due on each of the days, by category and title */
  readonly everyDay: readonly Task[];
  /** the days on which others are due, in order */
  readonly days: readonly DueDay[];
}

/** The seven days after today, each with what is due on it, and neither done nor skipped. */
export function daysAhead(tasks: readonly Task[], today: CalendarDate): readonly DueDay[] {
  const first = toDayNumber(today) + 1;
  const days = Array.from({ length: DAYS }, (_, index) => ({
    date: fromDayNumber(first + index),
    tasks: [] as Task[],
  }));
  for (const task of tasksInOrder(tasks)) {
    for (const day of taskOccurrences(task).between(first, first + DAYS - 1)) {
      if (task.completedDays.has(day) || task.skippedDays.has(day)) continue;
      days[day - first]?.tasks.push(task);
    }
  }
  return days;
}

/** The same, in which a task that is due on each of the days is named once. */
export function weekAhead(tasks: readonly Task[], today: CalendarDate): WeekAhead {
  const days = daysAhead(tasks, today);
  const dueOn = days.map((day) => new Set(day.tasks));
  const isEachDay = (task: Task) => dueOn.every((due) => due.has(task));
  const isSpecial = (task: Task) => !isEachDay(task);
  return {
    everyDay: days[0]?.tasks.filter(isEachDay) ?? [],
    days: days
      .map(({ date, tasks: due }) => ({ date, tasks: due.filter(isSpecial) }))
      .filter((day) => day.tasks.length > 0),
  };
}
