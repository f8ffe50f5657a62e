import type { DaySet } from "../dates/day-set.ts";
import type { Task } from "../tasks/task.ts";
import { NO_FACTS, type TaskFacts } from "./facts.ts";
import { marksOf, type Totals, totalsOf } from "./marks.ts";
import { endOf, type Period } from "./period.ts";
import { steadiness } from "./steadiness.ts";

/** Figures of one task in a period; docs/design/figures.md defines each. */
export interface TaskFigures extends Totals {
  /** the median of how many days late it was done, 0 for on time; null where it wasn't done */
  readonly usualLateness: number | null;
  /** the most days from one time that it was done to the next, or to the end; null where it never was */
  readonly longestGap: number | null;
  /** the day number of the last day that is done, until the end; null where none is */
  readonly lastDone: number | null;
  /** 0 to 1, as of the end; null where it can't be told */
  readonly steadiness: number | null;
}

export function taskFigures(task: Task, facts: TaskFacts | undefined, period: Period): TaskFigures {
  const marks = marksOf(task, facts, period);
  const { late: lateness } = facts ?? NO_FACTS;
  const end = endOf(period);
  return {
    ...totalsOf([...marks.values()]),
    usualLateness: median(
      [...marks].flatMap(([day, mark]) =>
        mark === "done" || mark === "late" ? [lateness.get(day) ?? 0] : [],
      ),
    ),
    ...doneDays(task.completedDays, period.first, end),
    steadiness: steadiness(task, end, period.today),
  };
}

/** The middle of some numbers, or between the two in the middle; null of none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** The last done day until the end, and the longest gap that ends from the first day on. */
function doneDays(
  completed: DaySet,
  first: number,
  end: number,
): Pick<TaskFigures, "lastDone" | "longestGap"> {
  let lastDone: number | null = null;
  const gaps: number[] = [];
  for (const [from, length] of completed.toRuns()) {
    if (from > end) break;
    if (lastDone !== null && from >= first) gaps.push(from - lastDone);
    lastDone = Math.min(from + length - 1, end);
    // Within a run, each day follows on the one before.
    if (lastDone > from && lastDone >= first) gaps.push(1);
  }
  if (lastDone !== null) gaps.push(end - lastDone);
  return { lastDone, longestGap: gaps.length === 0 ? null : Math.max(...gaps) };
}
