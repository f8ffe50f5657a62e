import { formatCount } from "../format-count.ts";

/** How long a task takes, roughly, in the order of the numbers that it has: 1 to 5. */
export const EFFORT_NAMES = [
  "A moment",
  "A while",
  "About an hour",
  "Some hours",
  "Half a day",
] as const;

/** Minutes that each effort counts for in sums. */
const MINUTES = [5, 20, 60, 180, 300] as const;

/** 'About an hour' */
export const effortName = (effort: number): string => EFFORT_NAMES[effort - 1] ?? "";

/** About how many minutes it takes; null where nobody has said so. */
export const effortMinutes = (effort: number | null): number | null =>
  effort === null ? null : (MINUTES[effort - 1] ?? null);

/** 'about 40 min', 'about 3 h'; a dash for none */
export function minutesText(minutes: number): string {
  if (minutes === 0) return "–";
  if (minutes < 60) return `about ${minutes} min`;
  return `about ${formatCount(Math.round(minutes / 60))} h`;
}
