import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { dueDays } from "./day-status.ts";
import { finishedStatus } from "./status-text.ts";
import type { Task } from "./task.ts";
import {
  type CategoryGroup,
  compareTasks,
  compareText,
  ENGLISH,
  groupByCategory,
  type Reader,
  tasksInOrder,
} from "./task-groups.ts";

/** The groups of the Tasks tab: in each, overdue tasks first, then those due today, then by title. */
export function allTasks(
  tasks: readonly Task[],
  today: CalendarDate,
  reader: Reader = ENGLISH,
): CategoryGroup<{ readonly task: Task }>[] {
  const ranked = tasksInOrder(tasks, reader).map((task) => ({
    task,
    rank: urgency(task, today),
  }));
  return groupByCategory(ranked).map(({ category, items }) => ({
    category,
    items: [...items].sort((a, b) => a.rank - b.rank), // keeps the order by title
  }));
}

function urgency(task: Task, today: CalendarDate): number {
  const { missedCount, isDueToday } = dueDays(task, today);
  if (task.pausedDays.has(toDayNumber(today))) return 2;
  if (missedCount > 0) return 0;
  return isDueToday ? 1 : 2;
}

/** The tasks of which something is open or to come, and the finished ones, the latest first. */
export function activeAndFinished(
  tasks: readonly Task[],
  today: CalendarDate,
  reader: Reader = ENGLISH,
): { readonly active: readonly Task[]; readonly finished: readonly Task[] } {
  const active: Task[] = [];
  const ended: { task: Task; date: CalendarDate }[] = [];
  for (const task of tasks) {
    if (dueDays(task, today).isFinished)
      ended.push({ task, date: finishedStatus(task, today).date });
    else active.push(task);
  }
  ended.sort((a, b) => compareText(b.date, a.date) || compareTasks(a.task, b.task, reader));
  return { active, finished: ended.map(({ task }) => task) };
}
