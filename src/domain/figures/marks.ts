import { fromDayNumber } from "../dates/calendar-date.ts";
import { taskDays } from "../recurrence/task-schedule.ts";
import { dayStatus } from "../tasks/day-status.ts";
import type { Task } from "../tasks/task.ts";
import { NO_FACTS, type TaskFacts } from "./facts.ts";
import type { Period } from "./period.ts";

/** The mark of a task's day. Today and later days have none until they are done or skipped. */
export type Mark = "done" | "late" | "missed" | "skipped" | "paused";

/** How often days had a mark. */
export interface Totals {
  /** the late ones among them */
  readonly done: number;
  readonly late: number;
  readonly missed: number;
  readonly skipped: number;
  /** of what was done or missed, the part that was done on its day or before, 0 to 1; null where there is none */
  readonly onTime: number | null;
}

export function totalsOf(marks: readonly Mark[]): Totals {
  const count = (wanted: Mark) => marks.filter((mark) => mark === wanted).length;
  const [onTime, late, missed] = [count("done"), count("late"), count("missed")];
  const all = onTime + late + missed;
  return {
    ...{ done: onTime + late, late, missed, skipped: count("skipped") },
    onTime: all === 0 ? null : onTime / all,
  };
}

/** Returns the marks of a task's days in a period, by day number, ascending. */
export function marksOf(
  task: Task,
  known: TaskFacts | undefined,
  period: Period,
): ReadonlyMap<number, Mark> {
  const facts = known ?? NO_FACTS;
  const before = latest.get(task);
  if (before?.facts === facts && isSame(before.period, period)) return before.marks;
  const marks = findMarks(task, facts, period);
  latest.set(task, { facts, period, marks });
  return marks;
}

/** Each task's, as it was asked for last: several figures ask for the same. */
const latest = new WeakMap<
  Task,
  {
    readonly facts: TaskFacts;
    readonly period: Period;
    readonly marks: ReadonlyMap<number, Mark>;
  }
>();

const isSame = (a: Period, b: Period) =>
  a.first === b.first && a.last === b.last && a.today === b.today;

function findMarks(task: Task, { late }: TaskFacts, { first, last, today }: Period) {
  const marks = new Map<number, Mark>();
  const days = taskDays(task);
  const now = fromDayNumber(today);
  for (let day = first; day <= last; day++) {
    const status = dayStatus(task, fromDayNumber(day), now, days);
    if (status === "completed") marks.set(day, late.has(day) ? "late" : "done");
    else if (status === "missed" || status === "skipped") marks.set(day, status);
    else if (status === "paused" && day <= today) marks.set(day, status);
  }
  return marks;
}
