import { effortMinutes } from "../tasks/effort.ts";

const EFFORTS = [1, 2, 3, 4, 5];

/** The effort (1 to 5) that is nearest to so many minutes; null for none. */
export function effortOf(minutes: number | null): number | null {
  if (minutes === null || !(minutes > 0)) return null;
  const distance = (effort: number) => Math.abs(Math.log(minutes / (effortMinutes(effort) ?? 1)));
  return EFFORTS.reduce((best, effort) => (distance(effort) < distance(best) ? effort : best));
}
