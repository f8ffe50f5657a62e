import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { taskDays } from "../../src/domain/recurrence/task-schedule.ts";
import { dayStatus } from "../../src/domain/tasks/day-status.ts";
import type { Task } from "../../src/domain/tasks/task.ts";

/** The statuses that the app shows from the first to the last day. */
export function shownStatuses(
  task: Task,
  first: string,
  last: string,
  today: string,
): (string | null)[] {
  const days = taskDays(task);
  const all: (string | null)[] = [];
  for (let day = toDayNumber(first); day <= toDayNumber(last); day += 1) {
    all.push(dayStatus(task, fromDayNumber(day), today, days));
  }
  return all;
}
