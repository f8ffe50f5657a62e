import { type Bits, daysOf } from "../../src/domain/tasks/task-json.ts";

/** These day numbers as the server writes them. */
export function bitsOf(...days: readonly number[]): Bits {
  if (days.length === 0) return [];
  const first = Math.min(...days);
  const bytes = new Uint8Array(Math.ceil((Math.max(...days) - first + 1) / 8));
  for (const day of days) {
    const bit = day - first;
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (128 >> (bit & 7));
  }
  return [[first, btoa(String.fromCharCode(...bytes)).replace(/[A=]+$/, "")]];
}

/** What the server wrote as runs: [first day number, length]. */
export const runsIn = (bits: Bits | undefined): number[][] =>
  daysOf(bits ?? [])
    .toRuns()
    .map((run) => [...run]);
