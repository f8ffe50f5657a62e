import {
  dayNumberOf,
  isLeapYear,
  LAST_DAY,
  weekdayOf,
  yearMonthDay,
} from "../dates/calendar-date.ts";
import { type DayFilter, dayFilter } from "./day-filter.ts";
import { type Periods, periodsOf } from "./periods.ts";
import { isPlainRule, type RecurrenceRule } from "./recurrence-rule.ts";

/** The occurrences of one schedule in day numbers. */
export interface Occurrences {
  has(day: number): boolean;
  /** The first occurrence on or after the day; null when there is none. */
  firstFrom(day: number): number | null;
  /** The last occurrence on or before the day; null when there is none. */
  lastUntil(day: number): number | null;
  /** Every occurrence from `from` to `to`, both included, ascending. */
  between(from: number, to: number): number[];
  /** How many `between` would list, without listing them: 2,000 years cost as much as a few. */
  countBetween(from: number, to: number): number;
}

export const NO_OCCURRENCES: Occurrences = {
  has: () => false,
  firstFrom: () => null,
  lastUntil: () => null,
  between: () => [],
  countBetween: () => 0,
};

/**
 * The occurrences of a rule from day `start` to day `last`. RFC 5545 evaluates a rule period by
 * period (a day, week, month or year), of which every INTERVAL-th counts: the BY parts let days of
 * a period count, and BYSETPOS picks among those.
 */
export function occurrencesOfRule(rule: RecurrenceRule, start: number, last: number): Occurrences {
  const occurrences = new RuleOccurrences(rule, start, last);
  if (rule.count === 0 || occurrences.firstFrom(start) === null) return NO_OCCURRENCES;
  // A count of more than all days ends nothing: it need not be looked for.
  if (rule.count !== null && rule.count <= last - start) occurrences.endAfter(rule.count);
  return occurrences;
}

const yearOf = (day: number) => yearMonthDay(day).year;
const newYear = (year: number) => dayNumberOf(year, 1, 1);

class RuleOccurrences implements Occurrences {
  readonly #periods: Periods;
  readonly #interval: number;
  readonly #filter: DayFilter;
  readonly #setPositions: readonly number[];
  readonly #start: number;
  readonly #startIndex: number;
  #last: number;
  /** Every INTERVAL-th day, whatever it is called. */
  readonly #isPlain: boolean;
  readonly #mindsWeekdays: boolean;
  // The last period evaluated for BYSETPOS: consecutive days share it.
  #latestIndex = Number.NaN;
  #latestSet: readonly number[] = [];
  /** how many days a whole year has, by its kind */
  readonly #byKind = new Map<number, number>();

  constructor(rule: RecurrenceRule, start: number, last: number) {
    this.#periods = periodsOf(rule.frequency, rule.weekStart);
    this.#interval = rule.interval;
    this.#filter = dayFilter(rule, start);
    this.#setPositions = rule.bySetPos;
    this.#start = start;
    this.#startIndex = this.#periods.indexOf(start);
    this.#last = Math.min(last, LAST_DAY);
    this.#isPlain = rule.frequency === "daily" && isPlainRule(rule);
    this.#mindsWeekdays =
      rule.frequency === "weekly" || rule.byDay.length > 0 || rule.byWeekNo.length > 0;
  }

  has(day: number): boolean {
    if (!(day >= this.#start && day <= this.#last && this.#filter(day))) return false;
    // If every period counts and no position is picked, the filter alone decides.
    if (this.#interval === 1 && this.#setPositions.length === 0) return true;
    const index = this.#periods.indexOf(day);
    if ((index - this.#startIndex) % this.#interval !== 0) return false;
    return this.#collect(index, day, day, []).length > 0;
  }

  firstFrom(day: number): number | null {
    const from = Math.max(day, this.#start);
    let index = this.#alignedFrom(this.#periods.indexOf(from));
    let walked = yearOf(from);
    while (this.#periods.firstDay(index) <= this.#last) {
      const [found] = this.#collect(index, from, this.#last, []);
      if (found !== undefined) return found;
      index += this.#interval;
      const first = this.#periods.firstDay(index);
      let year = first <= this.#last ? yearOf(first) : walked;
      if (year === walked) continue;
      // A rule that seldom or never occurs: whole years without it are passed over.
      while (newYear(year) <= this.#last && this.#inYear(year) === 0) year++;
      index = Math.max(index, this.#alignedFrom(this.#periods.indexOf(newYear(year))));
      walked = year;
    }
    return null;
  }

  lastUntil(day: number): number | null {
    const until = Math.min(day, this.#last);
    if (!(until >= this.#start)) return null;
    const firstYear = yearOf(this.#start);
    let index = this.#alignedUntil(this.#periods.indexOf(until));
    let walked = yearOf(until);
    while (index >= this.#startIndex) {
      const found = this.#collect(index, this.#start, until, []).at(-1);
      if (found !== undefined) return found;
      index -= this.#interval;
      // A later year than that would only be walked again.
      let year = index < this.#startIndex ? walked : yearOf(this.#periods.firstDay(index + 1) - 1);
      if (year === walked) continue;
      while (year > firstYear && this.#inYear(year) === 0) year--;
      index = Math.min(index, this.#alignedUntil(this.#periods.indexOf(newYear(year + 1) - 1)));
      walked = year;
    }
    return null;
  }

  between(from: number, to: number): number[] {
    const earliest = Math.max(from, this.#start);
    const latest = Math.min(to, this.#last);
    return earliest <= latest ? this.#matching(earliest, latest) : [];
  }

  countBetween(from: number, to: number): number {
    const earliest = Math.max(from, this.#start);
    const latest = Math.min(to, this.#last);
    if (!(earliest <= latest)) return 0;
    if (this.#isPlain) {
      const until = (day: number) => Math.floor((day - this.#start) / this.#interval);
      return until(latest) - until(earliest - 1);
    }
    const [firstYear, lastYear] = [yearOf(earliest), yearOf(latest)];
    if (firstYear === lastYear) return this.between(earliest, latest).length;
    let count =
      this.between(earliest, newYear(firstYear + 1) - 1).length +
      this.between(newYear(lastYear), latest).length;
    for (let year = firstYear + 1; year < lastYear; year++) count += this.#inYear(year);
    return count;
  }

  /** Makes the n-th occurrence, 1 being the first, the last; changes nothing when there are fewer. */
  endAfter(n: number): void {
    const lastYear = yearOf(this.#last);
    let left = n;
    for (let year = yearOf(this.#start); year <= lastYear; year++) {
      const [from, to] = [newYear(year), newYear(year + 1) - 1];
      // Years of the same kind have the same count, so each kind is counted once.
      const isWhole = from >= this.#start && to <= this.#last;
      const count = isWhole ? this.#inYear(year) : this.countBetween(from, to);
      if (count >= left) {
        this.#last = this.between(from, to)[left - 1] ?? this.#last;
        return;
      }
      left -= count;
    }
  }

  /**
   * How many days of a year match the rule, start and end left out of account. The calendar knows 28
   * kinds of years: the weekday of January 1, and which of the year and its neighbours is a leap year,
   * because weeks reach into those. With an INTERVAL it also matters how far it is at January 1.
   */
  #inYear(year: number): number {
    const first = newYear(year);
    const beyond = (this.#periods.indexOf(first) - this.#startIndex) % this.#interval;
    const phase = beyond < 0 ? beyond + this.#interval : beyond;
    const leaps = [year - 1, year, year + 1].findIndex(isLeapYear) + 1;
    const weekday = this.#mindsWeekdays ? weekdayOf(first) : 0;
    const kind = (phase * 7 + weekday) * 4 + leaps;
    let count = this.#byKind.get(kind);
    if (count === undefined) {
      count = this.#matching(first, newYear(year + 1) - 1).length;
      this.#byKind.set(kind, count);
    }
    return count;
  }

  /** The days from one to another that match the rule, start and end left out of account. */
  #matching(first: number, last: number): number[] {
    const days: number[] = [];
    let index = this.#alignedFrom(this.#periods.indexOf(first));
    while (this.#periods.firstDay(index) <= last) {
      this.#collect(index, first, last, days);
      index += this.#interval;
    }
    return days;
  }

  /** The first period from `index` on that INTERVAL selects. */
  #alignedFrom(index: number): number {
    const beyond = (index - this.#startIndex) % this.#interval;
    if (beyond === 0) return index;
    return beyond < 0 ? index - beyond : index + this.#interval - beyond;
  }

  /** The last period until `index` that INTERVAL selects. */
  #alignedUntil(index: number): number {
    return index - ((index - this.#startIndex) % this.#interval);
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
