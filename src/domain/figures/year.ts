import { toDayNumber } from "../dates/calendar-date.ts";
import { firstDay } from "../tasks/schedule-change.ts";
import type { Task } from "../tasks/task.ts";
import type { RecordFacts } from "./facts.ts";
import { type Mark, marksOf, type Totals, totalsOf } from "./marks.ts";
import type { Period } from "./period.ts";

/** What a year says as a whole. */
export interface YearFigures extends Totals {
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
  const all: Mark[] = [];
  const doneOn = new Map<number, number>();
  for (const task of tasks) {
    for (const [day, mark] of marksOf(task, facts.tasks.get(task.id), period)) {
      all.push(mark);
      if (mark === "done" || mark === "late") doneOn.set(day, (doneOn.get(day) ?? 0) + 1);
    }
  }
  // Of equal ones, the first.
  const [day, count] = [...doneOn].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0, 0];
  return {
    ...totalsOf(all),
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
