import { formatCount } from "../format-count.ts";
import type { DayCounts } from "./heat-map.ts";

/** Figures in words and numbers, as people read them. */

/** '93 %'; a dash where it can't be told */
export const percentText = (part: number | null): string =>
  part === null ? "–" : `${Math.round(part * 100)} %`;

/** '1 day', '2.5 days'; a dash where it can't be told */
export const daysText = (days: number | null): string =>
  days === null ? "–" : `${formatCount(days)} ${days === 1 ? "day" : "days"}`;

/** 'today', '1 day ago', '9 days ago'; 'never' */
export function agoText(day: number | null, today: number): string {
  if (day === null) return "never";
  const ago = today - day;
  if (ago <= 0) return "today";
  return `${daysText(ago)} ago`;
}

/** '3 done, 1 late, 2 missed'; 'nothing' */
export function countsText(counts: DayCounts | undefined): string {
  const parts = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  return parts.map(([mark, count]) => `${formatCount(count)} ${mark}`).join(", ") || "nothing";
}
