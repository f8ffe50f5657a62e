import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import type { Task } from "./task.ts";
import { tasksInOrder } from "./task-groups.ts";

const DAYS = 7;

export interface DayAhead {
  readonly date: CalendarDate;
  /** by category and title */
  readonly tasks: readonly Task[];
}

/** The seven days after today, each with the tasks that are due on it and neither done nor skipped. */
export function weekAhead(tasks: readonly Task[], today: CalendarDate): DayAhead[] {
  const first = toDayNumber(today) + 1;
  const days = Array.from({ length: DAYS }, (): Task[] => []);
  for (const task of tasksInOrder(tasks)) {
    for (const day of taskOccurrences(task).between(first, first + DAYS - 1)) {
      const isSettled = task.completedDays.has(day) || task.skippedDays.has(day);
      if (!isSettled) days[day - first]?.push(task);
    }
  }
  return days.map((due, index) => ({ date: fromDayNumber(first + index), tasks: due }));
}
