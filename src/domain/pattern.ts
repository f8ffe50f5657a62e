import { dayNumberOf, isLeapYear, weekdayOf, yearMonthDay } from "./calendar-date.ts";
import type { Frequency } from "./recurrence-rule.ts";

/** Which days of a day, week, month or year are occurrences of a rule. */

export interface PatternRule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** weekdays that count, 0 Monday to 6 Sunday; empty: the start's own weekday or date */
  readonly weekdays: readonly number[];
  readonly setPositions: readonly number[];
  readonly weekStart: number;
  readonly count: number | null;
}

/** The occurrences of one period: ascending offsets from its first day, and the same as flags. */
export interface Pattern {
  readonly offsets: readonly number[];
  readonly flags: Uint8Array;
}

export type Patterns = Map<number, Pattern>;

const knownPatterns = new Map<string, Patterns>();
const MOST_KNOWN_PATTERNS = 1_000;

/** Patterns by length and first weekday: the same ones for every task that repeats alike. */
export function patternsOf(
  { frequency, weekdays, setPositions }: PatternRule,
  start: number,
): Patterns {
  const { month, day } = yearMonthDay(start);
  const anchor = weekdays.length > 0 ? "" : `${month} ${day} ${weekdayOf(start)}`;
  const key = [frequency, weekdays, setPositions, anchor].join(";");
  const patterns = knownPatterns.get(key) ?? new Map<number, Pattern>();
  if (knownPatterns.size >= MOST_KNOWN_PATTERNS) knownPatterns.clear();
  knownPatterns.set(key, patterns);
  return patterns;
}

export const NO_FLAGS: Uint8Array = new Uint8Array(0);

/** Whether a day of a period counts before BYSETPOS picks. */
export type CandidateTest = (offset: number, length: number, firstDay: number) => boolean;

export function candidateTest({ weekdays, frequency }: PatternRule, start: number): CandidateTest {
  if (weekdays.length > 0) {
    return (offset, _length, firstDay) => weekdays.includes(weekdayOf(firstDay + offset));
  }
  const { month, day } = yearMonthDay(start);
  const startWeekday = weekdayOf(start);
  switch (frequency) {
    case "DAILY":
      return () => true;
    case "WEEKLY":
      return (offset, _length, firstDay) => weekdayOf(firstDay + offset) === startWeekday;
    case "MONTHLY":
      return (offset) => offset === day - 1;
    case "YEARLY":
      return (offset, _length, firstDay) => {
        const { year } = yearMonthDay(firstDay);
        if (month === 2 && day === 29 && !isLeapYear(year)) return false;
        return firstDay + offset === dayNumberOf(year, month, day);
      };
  }
}

export function buildPattern(
  isCandidate: CandidateTest,
  setPositions: readonly number[],
  length: number,
  firstDay: number,
): Pattern {
  const candidates: number[] = [];
  for (let offset = 0; offset < length; offset++) {
    if (isCandidate(offset, length, firstDay)) candidates.push(offset);
  }
  const flags = new Uint8Array(length);
  if (setPositions.length === 0) for (const offset of candidates) flags[offset] = 1;
  for (const position of setPositions) {
    const offset = candidates.at(position > 0 ? position - 1 : position);
    if (offset !== undefined) flags[offset] = 1;
  }
  return { offsets: candidates.filter((offset) => flags[offset] === 1), flags };
}
