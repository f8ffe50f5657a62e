import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { Household } from "../households/household.ts";
import type { Task } from "./task.ts";

/** The days on which nobody of a household is there. */
export const houseAwayDays = (household: Household | undefined): DaySet =>
  DaySet.fromRuns(
    (household?.houseAbsences ?? []).map(({ from, to }) => [
      toDayNumber(from),
      toDayNumber(to) - toDayNumber(from) + 1,
    ]),
  );

/** The last day number of the pause in which a day is; null where it is in none. */
export function pausedUntil({ pausedDays }: Pick<Task, "pausedDays">, day: number): number | null {
  const run = pausedDays.toRuns().find(([first, length]) => first <= day && day < first + length);
  return run ? run[0] + run[1] - 1 : null;
}

/** Until when all of some tasks are paused from a day on; null where one isn't, or there is none. */
export function allPausedUntil(tasks: readonly Task[], day: number): number | null {
  const ends = tasks.map((task) => pausedUntil(task, day));
  return ends.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)), ends[0] ?? null);
}
