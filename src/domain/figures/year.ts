import { toDayNumber } from "../dates/calendar-date.ts";
import { firstDay } from "../tasks/schedule-change.ts";
import type { Task } from "../tasks/task.ts";
import type { RecordFacts } from "./facts.ts";
import { marksOf } from "./marks.ts";
import type { Period } from "./period.ts";

/** What a year says as a whole. */
export interface YearFigures {
  readonly done: number;
  readonly late: number;
  readonly missed: number;
  readonly skipped: number;
  /** of what was done or missed, the part that was done on its day or before; null where there is none */
  readonly onTime: number | null;
  /** the day number of the day on which most was done, and how much; null where nothing was */
  readonly busiest: { readonly day: number; readonly count: number } | null;
  /** the day number on which the record begins, if that is in the year: before it, nothing was due and nothing done */
  readonly begins: number | null;
}

export function yearFigures(
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Period,
): YearFigures {
  const totals = { done: 0, late: 0, missed: 0, skipped: 0, paused: 0 };
  const doneOn = new Map<number, number>();
  for (const task of tasks) {
    for (const [day, mark] of marksOf(task, facts.tasks.get(task.id), period)) {
      totals[mark] += 1;
      if (mark === "done" || mark === "late") doneOn.set(day, (doneOn.get(day) ?? 0) + 1);
    }
  }
  const { late, missed, skipped } = totals;
  const done = totals.done + late;
  // Of equal ones, the first.
  const [day, count] = [...doneOn].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0, 0];
  return {
    done,
    late,
    missed,
    skipped,
    onTime: done + missed === 0 ? null : totals.done / (done + missed),
    busiest: count > 0 ? { day, count } : null,
    begins: beginning(tasks, period),
  };
}

/** The first day on which any task could be due or is done, if that is in the period and not its first one. */
function beginning(tasks: readonly Task[], { first, last }: Period): number | null {
  const days = tasks.flatMap((task) => {
    const start = firstDay(task);
    const [done] = task.completedDays.toRuns();
    return [...(start === null ? [] : [toDayNumber(start)]), ...(done ? [done[0]] : [])];
  });
  const begins = Math.min(...days);
  return begins > first && begins <= last ? begins : null;
}
