import type { Mark } from "./marks.ts";

/** A year at a glance: what became of all that was due on a day. */

/** How many tasks' days have each mark. */
export type DayCounts = Readonly<Record<Mark, number>>;

/** A day's one mark, or "partly": done, with less than half of it missed. */
export type DayMark = Mark | "partly";

/** In the order in which a legend has them. */
export const DAY_MARKS: readonly DayMark[] = [
  "done",
  "late",
  "partly",
  "missed",
  "skipped",
  "paused",
];

const NONE: DayCounts = { done: 0, late: 0, missed: 0, skipped: 0, paused: 0 };

/** The counts of every day on which there is anything, by day number. */
export function countMarks(
  all: Iterable<ReadonlyMap<number, Mark>>,
): ReadonlyMap<number, DayCounts> {
  const counts = new Map<number, DayCounts>();
  for (const marks of all) {
    for (const [day, mark] of marks) {
      const known = counts.get(day) ?? NONE;
      counts.set(day, { ...known, [mark]: known[mark] + 1 });
    }
  }
  return counts;
}

/**
 * One mark for a day: missed where at least half of what was due was missed, partly where less was; else late where at
 * least half of what was done was late, or done. What was skipped or paused shows where nothing else is.
 */
export function dayMark({ done, late, missed, skipped, paused }: DayCounts): DayMark | null {
  const all = done + late;
  if (missed > 0) return missed >= all ? "missed" : "partly";
  if (all > 0) return late >= done ? "late" : "done";
  if (skipped > 0) return "skipped";
  return paused > 0 ? "paused" : null;
}
