import { toDayNumber } from "../dates/calendar-date.ts";
import { dayInZone } from "../dates/time-zone.ts";
import type { Task } from "../tasks/task.ts";
import { NO_FACTS, type RecordFacts } from "./facts.ts";
import { type Mark, marksOf, type Totals, totalsOf } from "./marks.ts";
import type { Period } from "./period.ts";

/** Figures of a whole year. */
export interface YearFigures extends Totals {
  /** the day number of the day on which most was done, and how much; null where nothing was */
  readonly busiest: { readonly day: number; readonly count: number } | null;
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
  // The first of equally busy days.
  const [day, count] = [...doneOn].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0, 0];
  return {
    ...totalsOf(all),
    busiest: count > 0 ? { day, count } : null,
  };
}

/**
 * The day number of the first day on which somebody used Rota, if that is in the period and not its first one: that on
 * which a task was entered, whenever it starts, or a day was done or said to be done, which of what came with a file
 * may be before.
 */
export function recordBegins(
  tasks: readonly Task[],
  facts: RecordFacts,
  { first, last }: Period,
  timeZone: string,
): number | null {
  if (tasks.some(({ completedDays }) => completedDays.between(0, first - 1).length > 0))
    return null;
  const days = tasks.flatMap(({ id, createdAt }) => {
    const { doers, late } = facts.tasks.get(id) ?? NO_FACTS;
    const done = [...doers.keys()].map((day) => day + (late.get(day) ?? 0));
    return [toDayNumber(dayInZone(createdAt, timeZone)), ...done];
  });
  const begins = Math.min(...days);
  return begins > first && begins <= last ? begins : null;
}
