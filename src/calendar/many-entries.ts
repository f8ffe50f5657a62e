import { type CalendarDate, toDayNumber } from "../domain/dates/calendar-date.ts";
import { US_ENGLISH } from "../domain/language/locale.ts";
import { FREQUENCY_NAMES, repeatText } from "../domain/recurrence/rule-text.ts";
import { calendarDays } from "../domain/tasks/calendar-days.ts";
import type { Task } from "../domain/tasks/task.ts";

/** Above so many entries in the year to come, a calendar begins without daily tasks. */
const MANY_ENTRIES = 500;

/** Whether a task is due every day, as its card says, and on more than one. */
export const isDaily = (task: Task): boolean =>
  repeatText(task, US_ENGLISH) === FREQUENCY_NAMES.daily && task.startDate !== task.endDate;

/** Whether a calendar of these tasks would bury a person's other appointments. */
export function hasManyEntries(tasks: readonly Task[], today: CalendarDate): boolean {
  const first = toDayNumber(today);
  const counts = tasks.map((task) => calendarDays(task, first, first + 364).length);
  return counts.reduce((sum, count) => sum + count, 0) > MANY_ENTRIES;
}
