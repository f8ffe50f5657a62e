import { LAST_DAY } from "../dates/calendar-date.ts";
import { type DayFilter, dayFilter } from "./day-filter.ts";
import { type Periods, periodsOf } from "./periods.ts";
import type { RecurrenceRule } from "./recurrence-rule.ts";

/** The occurrences of one schedule in day numbers. */
export interface Occurrences {
  has(day: number): boolean;
  /** The first occurrence on or after the day; null when there is none. */
  firstFrom(day: number): number | null;
  /** The last occurrence on or before the day; null when there is none. */
  lastUntil(day: number): number | null;
  /** Every occurrence from `from` to `to`, both included, ascending: appended to `into`. */
  between(from: number, to: number, into?: number[]): number[];
}

export const NO_OCCURRENCES: Occurrences = {
  has: () => false,
  firstFrom: () => null,
  lastUntil: () => null,
  between: (_from, _to, into = []) => into,
};

/**
 * The occurrences of a rule from day `start` to day `last`. RFC 5545 evaluates a rule period by
 * period (a day, week, month or year), of which every INTERVAL-th counts: the BY parts let days of
 * a period count, and BYSETPOS picks among those.
 */
export function occurrencesOfRule(rule: RecurrenceRule, start: number, last: number): Occurrences {
  const endless = new RuleOccurrences(rule, start, last);
  let day = endless.firstFrom(start);
  // Finding out that an impossible rule has no occurrence is slow, so it is done once here.
  if (day === null || rule.count === 0) return NO_OCCURRENCES;
  if (rule.count === null || rule.count > last - start) return endless;
  for (let left = rule.count - 1; left > 0 && day !== null; left--) {
    day = endless.firstFrom(day + 1);
  }
  return day === null ? endless : new RuleOccurrences(rule, start, day);
}

class RuleOccurrences implements Occurrences {
  readonly #periods: Periods;
  readonly #interval: number;
  readonly #filter: DayFilter;
  readonly #setPositions: readonly number[];
  readonly #start: number;
  readonly #startIndex: number;
  readonly #last: number;
  // The last period evaluated for BYSETPOS: consecutive days share it.
  #latestIndex = Number.NaN;
  #latestSet: readonly number[] = [];

  constructor(rule: RecurrenceRule, start: number, last: number) {
    this.#periods = periodsOf(rule.frequency, rule.weekStart);
    this.#interval = rule.interval;
    this.#filter = dayFilter(rule, start);
    this.#setPositions = rule.bySetPos;
    this.#start = start;
    this.#startIndex = this.#periods.indexOf(start);
    this.#last = Math.min(last, LAST_DAY);
  }

  has(day: number): boolean {
    if (!(day >= this.#start && day <= this.#last && this.#filter(day))) return false;
    // Where every period counts and nothing is picked from it, the filter alone decides.
    if (this.#interval === 1 && this.#setPositions.length === 0) return true;
    const index = this.#periods.indexOf(day);
    if ((index - this.#startIndex) % this.#interval !== 0) return false;
    return this.#collect(index, day, day, []).length > 0;
  }

  firstFrom(day: number): number | null {
    const from = Math.max(day, this.#start);
    let index = this.#alignedFrom(this.#periods.indexOf(from));
    // The calendar repeats after 400 years: what has not occurred by then never does.
    for (let left = this.#periods.cycle; left >= 0; left--) {
      if (this.#periods.firstDay(index) > this.#last) return null;
      const [first] = this.#collect(index, from, this.#last, []);
      if (first !== undefined) return first;
      index += this.#interval;
    }
    return null;
  }

  lastUntil(day: number): number | null {
    const until = Math.min(day, this.#last);
    if (!(until >= this.#start)) return null;
    let index = this.#periods.indexOf(until);
    index -= (index - this.#startIndex) % this.#interval;
    for (let left = this.#periods.cycle; left >= 0 && index >= this.#startIndex; left--) {
      const last = this.#collect(index, this.#start, until, []).at(-1);
      if (last !== undefined) return last;
      index -= this.#interval;
    }
    return null;
  }

  between(from: number, to: number, into: number[] = []): number[] {
    const earliest = Math.max(from, this.#start);
    const latest = Math.min(to, this.#last);
    if (!(earliest <= latest)) return into;
    let index = this.#alignedFrom(this.#periods.indexOf(earliest));
    while (this.#periods.firstDay(index) <= latest) {
      this.#collect(index, earliest, latest, into);
      index += this.#interval;
    }
    return into;
  }

  /** The first period from `index` on that INTERVAL selects. */
  #alignedFrom(index: number): number {
    const beyond = (index - this.#startIndex) % this.#interval;
    return beyond === 0 ? index : index + this.#interval - beyond;
  }

  /** Appends the occurrences of one period that lie between two days, both included. */
  #collect(index: number, from: number, to: number, into: number[]): number[] {
    const first = this.#periods.firstDay(index);
    const last = this.#periods.firstDay(index + 1) - 1;
    if (this.#setPositions.length === 0) {
      const end = Math.min(last, to);
      for (let day = Math.max(first, from); day <= end; day++) {
        if (this.#filter(day)) into.push(day);
      }
      return into;
    }
    for (const day of this.#pickedFrom(index, first, last)) {
      if (day >= from && day <= to) into.push(day);
    }
    return into;
  }

  #pickedFrom(index: number, first: number, last: number): readonly number[] {
    if (index === this.#latestIndex) return this.#latestSet;
    const set: number[] = [];
    for (let day = first; day <= last; day++) if (this.#filter(day)) set.push(day);
    this.#latestIndex = index;
    this.#latestSet = set.filter((_, place) =>
      this.#setPositions.some((n) => n === place + 1 || n === place - set.length),
    );
    return this.#latestSet;
  }
}
