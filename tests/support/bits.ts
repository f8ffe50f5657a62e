import { type Bits, daysOf } from "../../src/domain/tasks/task-json.ts";

/** These day numbers in the server's format. */
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

/** The server's bits as ranges: [first day number, length]. */
export const runsIn = (bits: Bits | undefined): number[][] =>
  daysOf(bits ?? [])
    .toRuns()
    .map((run) => [...run]);
