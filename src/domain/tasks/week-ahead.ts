import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import type { Task } from "./task.ts";
import { tasksInOrder } from "./task-groups.ts";

const DAYS = 7;

/** The seven days after today; tasks are by category and title. */
export interface WeekAhead {
  /** those that are due on each of the days */
  readonly everyDay: readonly Task[];
  /** the days on which others are due, in order */
  readonly days: readonly { readonly date: CalendarDate; readonly tasks: readonly Task[] }[];
}

/** What is due on the seven days after today, and neither done nor skipped. */
export function weekAhead(tasks: readonly Task[], today: CalendarDate): WeekAhead {
  const first = toDayNumber(today) + 1;
  const everyDay: Task[] = [];
  const days = Array.from({ length: DAYS }, (_, index) => ({
    date: fromDayNumber(first + index),
    tasks: [] as Task[],
  }));
  for (const task of tasksInOrder(tasks)) {
    const due = [...taskOccurrences(task).between(first, first + DAYS - 1)].filter(
      (day) => !task.completedDays.has(day) && !task.skippedDays.has(day),
    );
    if (due.length === DAYS) everyDay.push(task);
    else for (const day of due) days[day - first]?.tasks.push(task);
  }
  return { everyDay, days: days.filter((day) => day.tasks.length > 0) };
}
