import type { Occurrences } from "../recurrence/occurrences.ts";
import { periodsOf } from "../recurrence/periods.ts";
import type { Days, TurnUnit } from "./presence.ts";

/** The units of one version of a schedule, in their order: none begins before the one before has ended. */
export interface TurnUnits {
  /** The unit that the day belongs to; null for none. */
  unitOn(day: number): TurnUnit | null;
  /** How many lie wholly in these days, both included. */
  countWithin(from: number, to: number): number;
}

const unitOfDay = (day: number): TurnUnit => ({ first: day, last: day, end: day });

/** Each occurrence is a unit. */
export const eachOf = (occurrences: Occurrences): TurnUnits => ({
  unitOn: (day) => (occurrences.has(day) ? unitOfDay(day) : null),
  countWithin: (from, to) => (from <= to ? occurrences.countBetween(from, to) : 0),
});

/** Each of these days, ascending, is a unit. */
export function daysAsUnits(days: readonly number[]): TurnUnits {
  return {
    unitOn: (day) => (days[placeOf(days, day)] === day ? unitOfDay(day) : null),
    countWithin: (from, to) => (from <= to ? placeOf(days, to + 1) - placeOf(days, from) : 0),
  };
}

/** How many of the days, which ascend, lie before a day. */
function placeOf(days: readonly number[], day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MONDAY = 0;

/** Weeks or months from one day to another, both included: the first and the last may be cut short. */
export function periodsIn(length: "week" | "month", span: Days): TurnUnits {
  const { indexOf, firstDay } = periodsOf(length === "week" ? "weekly" : "monthly", MONDAY);
  const unitOn = (day: number): TurnUnit | null => {
    if (day < span.first || day > span.last) return null;
    const index = indexOf(day);
    const end = firstDay(index + 1) - 1;
    return { first: Math.max(firstDay(index), span.first), last: Math.min(end, span.last), end };
  };
  return {
    unitOn,
    countWithin: (from, to) => {
      const [first, last] = [Math.max(from, span.first), Math.min(to, span.last)];
      if (first > last) return 0;
      const isCut = unitOn(first)?.first !== first;
      const isCutAtEnd = unitOn(last)?.last !== last;
      return Math.max(0, indexOf(last) - indexOf(first) + 1 - Number(isCut) - Number(isCutAtEnd));
    },
  };
}
