import { type CalendarDate, toDayNumber } from "../domain/dates/calendar-date.ts";
import { isPlainRule, parseRule } from "../domain/recurrence/recurrence-rule.ts";
import { isOneAtATime } from "../domain/recurrence/task-schedule.ts";
import { calendarDays } from "../domain/tasks/calendar-days.ts";
import type { Task } from "../domain/tasks/task.ts";

/** Above so many entries in the year to come, a calendar begins without daily tasks. */
const MANY_ENTRIES = 500;

/** Whether a task is due every day, and on more than one. */
export function isDaily({
  repeatValue,
  customRrule,
  afterDone,
  waitsFor,
  startDate,
  endDate,
}: Task): boolean {
  if (isOneAtATime({ afterDone, waitsFor }) || startDate === endDate) return false;
  const rule = repeatValue === "custom" ? parseRule(customRrule ?? "") : null;
  // A rule that doesn't parse makes every day count, and so does a repeat that isn't known.
  if (rule === null) return !["weekly", "monthly", "yearly"].includes(repeatValue);
  const { frequency, interval, count, until } = rule;
  return (
    frequency === "daily" && interval === 1 && count === null && until === null && isPlainRule(rule)
  );
}

/** Whether a calendar of these tasks would bury a person's other appointments. */
export function hasManyEntries(tasks: readonly Task[], today: CalendarDate): boolean {
  const first = toDayNumber(today);
  const counts = tasks.map((task) => calendarDays(task, first, first + 364).length);
  return counts.reduce((sum, count) => sum + count, 0) > MANY_ENTRIES;
}
