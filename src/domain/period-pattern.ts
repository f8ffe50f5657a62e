import { FIRST_DAY, LAST_DAY, weekdayOf } from "./calendar-date.ts";
import { NO_OCCURRENCES, type OccurrenceDays } from "./occurrence-days.ts";
import {
  buildPattern,
  type CandidateTest,
  candidateTest,
  NO_FLAGS,
  type Pattern,
  type PatternRule,
  type Patterns,
  patternsOf,
} from "./pattern.ts";
import { type Periods, periodsOf } from "./periods.ts";

/**
 * Recurrence by arithmetic. RFC 5545 evaluates a rule period by period (a day, week, month or
 * year, of which every INTERVAL-th counts), and which days of a period are occurrences depends
 * only on its length and on the weekday it begins with: 28 patterns for months, 14 for years. So a
 * question costs one division and one look-up.
 */

/** Says for a day number whether the other parts of a rule (BYMONTH, …) let it count. */
export type DayFilter = (day: number) => boolean;

/**
 * The occurrences of a rule from day `start` to day `last`. A `dayFilter` takes the place of the
 * rule's weekdays. A rule that can never be met ends here, after one Gregorian cycle at most.
 */
export function periodPattern(
  rule: PatternRule,
  start: number,
  last: number,
  dayFilter: DayFilter | null = null,
): OccurrenceDays {
  const wide = dayFilter === null ? byMonth(rule, start) : rule;
  const endless = new PeriodPattern(wide, start, last, dayFilter);
  if (endless.firstFrom(start) === null) return NO_OCCURRENCES;
  if (rule.count === null || rule.count > last - start) return endless;
  return new PeriodPattern(wide, start, endless.dayOfOccurrence(rule.count), dayFilter);
}

const ALL_WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/**
 * 'Every Monday' and 'every day' say the same of weeks, days and months. By months they are
 * answered fastest: a day and the next one mostly share a period.
 */
function byMonth(rule: PatternRule, start: number): PatternRule {
  const isOfDays = rule.frequency === "DAILY" || rule.frequency === "WEEKLY";
  if (!isOfDays || rule.interval !== 1 || rule.setPositions.length > 0) return rule;
  const implied = rule.frequency === "DAILY" ? ALL_WEEKDAYS : [weekdayOf(start)];
  const weekdays = rule.weekdays.length > 0 ? rule.weekdays : implied;
  return { ...rule, frequency: "MONTHLY", weekdays };
}

class PeriodPattern implements OccurrenceDays {
  readonly #periods: Periods;
  readonly #isCandidate: CandidateTest;
  readonly #setPositions: readonly number[];
  readonly #interval: number;
  readonly #start: number;
  readonly #startIndex: number;
  readonly #last: number;
  /** How many periods on end may be empty before no further one can have an occurrence. */
  readonly #cycle: number;
  /** null where a day filter makes each period its own */
  readonly #patterns: Patterns | null;

  // The period and the pattern asked for last: consecutive days share them.
  #latestIndex = Number.NaN;
  #latestPattern: Pattern = { offsets: [], flags: NO_FLAGS };
  #currentFirst = FIRST_DAY;
  #currentEnd = FIRST_DAY;
  #currentFlags = NO_FLAGS;

  constructor(rule: PatternRule, start: number, last: number, dayFilter: DayFilter | null) {
    this.#periods = periodsOf(rule.frequency, rule.weekStart);
    this.#isCandidate =
      dayFilter === null
        ? candidateTest(rule, start)
        : (offset, _length, firstDay) => dayFilter(firstDay + offset);
    this.#setPositions = rule.setPositions;
    this.#interval = rule.interval;
    this.#start = start;
    this.#startIndex = this.#periods.indexOf(start);
    this.#last = Math.min(last, LAST_DAY);
    this.#cycle = dayFilter === null ? this.#periods.patternCycle : this.#periods.gregorianCycle;
    this.#patterns = dayFilter === null ? patternsOf(rule, start) : null;
  }

  has(day: number): boolean {
    if (!(day >= this.#start && day <= this.#last)) return false;
    if (day < this.#currentFirst || day >= this.#currentEnd) this.#moveTo(day);
    return this.#currentFlags[day - this.#currentFirst] === 1;
  }

  firstFrom(day: number): number | null {
    const from = Math.max(day, this.#start);
    let index = this.#alignedFrom(this.#periods.indexOf(from));
    for (let left = this.#cycle; left >= 0; left--) {
      const first = this.#periods.firstDay(index);
      if (first > this.#last) return null;
      for (const offset of this.#pattern(index, first).offsets) {
        if (first + offset >= from) return first + offset <= this.#last ? first + offset : null;
      }
      index += this.#interval;
    }
    return null;
  }

  lastUntil(day: number): number | null {
    const until = Math.min(day, this.#last);
    if (!(until >= this.#start)) return null;
    let index = this.#periods.indexOf(until);
    index -= (index - this.#startIndex) % this.#interval;
    for (let left = this.#cycle; left >= 0 && index >= this.#startIndex; left--) {
      const first = this.#periods.firstDay(index);
      const offset = this.#pattern(index, first).offsets.findLast((it) => first + it <= until);
      if (offset !== undefined) return first + offset >= this.#start ? first + offset : null;
      index -= this.#interval;
    }
    return null;
  }

  between(from: number, to: number, days: number[] = []): number[] {
    const earliest = Math.max(from, this.#start);
    const latest = Math.min(to, this.#last);
    if (!(earliest <= latest)) return days;
    let index = this.#alignedFrom(this.#periods.indexOf(earliest));
    let first = this.#periods.firstDay(index);
    while (first <= latest) {
      for (const offset of this.#pattern(index, first).offsets) {
        const day = first + offset;
        if (day >= earliest && day <= latest) days.push(day);
      }
      index += this.#interval;
      first = this.#periods.firstDay(index);
    }
    return days;
  }

  /** The day of the `count`-th occurrence; the last possible day when there are fewer. */
  dayOfOccurrence(count: number): number {
    let left = count;
    let index = this.#startIndex;
    let first = this.#periods.firstDay(index);
    while (first <= this.#last) {
      for (const offset of this.#pattern(index, first).offsets) {
        if (first + offset < this.#start || --left > 0) continue;
        return Math.min(first + offset, this.#last);
      }
      index += this.#interval;
      first = this.#periods.firstDay(index);
    }
    return this.#last;
  }

  /** The first period from `index` on that INTERVAL lets count. */
  #alignedFrom(index: number): number {
    const beyond = (index - this.#startIndex) % this.#interval;
    return beyond === 0 ? index : index + this.#interval - beyond;
  }

  #moveTo(day: number): void {
    const index = this.#periods.indexOf(day);
    const first = this.#periods.firstDay(index);
    const counts = (index - this.#startIndex) % this.#interval === 0;
    this.#currentFirst = first;
    this.#currentEnd = this.#periods.firstDay(index + 1);
    this.#currentFlags = counts ? this.#pattern(index, first).flags : NO_FLAGS;
  }

  #pattern(index: number, first: number): Pattern {
    if (index === this.#latestIndex) return this.#latestPattern;
    const length = this.#periods.firstDay(index + 1) - first;
    const key = length * 7 + weekdayOf(first);
    let pattern = this.#patterns?.get(key);
    if (pattern === undefined) {
      pattern = buildPattern(this.#isCandidate, this.#setPositions, length, first);
      this.#patterns?.set(key, pattern);
    }
    this.#latestIndex = index;
    this.#latestPattern = pattern;
    return pattern;
  }
}
