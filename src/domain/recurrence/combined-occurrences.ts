import { dayNumberOf, yearMonthDay } from "../dates/calendar-date.ts";
import type { DaySet } from "../dates/day-set.ts";
import { NO_OCCURRENCES, type Occurrences } from "./occurrences.ts";

/** Occurrences made of others, as lazily as those: nothing here lists days that nobody asks for. */

/** Those from day `first` to day `last`, both included. */
export function within(occurrences: Occurrences, first: number, last: number): Occurrences {
  if (!(first <= last)) return NO_OCCURRENCES;
  return {
    has: (day) => day >= first && day <= last && occurrences.has(day),
    firstFrom: (day) => {
      const found = occurrences.firstFrom(Math.max(day, first));
      return found !== null && found <= last ? found : null;
    },
    lastUntil: (day) => {
      const found = occurrences.lastUntil(Math.min(day, last));
      return found !== null && found >= first ? found : null;
    },
    between: (from, to, into = []) =>
      occurrences.between(Math.max(from, first), Math.min(to, last), into),
    countBetween: (from, to) => occurrences.countBetween(Math.max(from, first), Math.min(to, last)),
  };
}

/** Those of all parts, each of which lies wholly before the next. */
export function oneAfterTheOther(parts: readonly Occurrences[]): Occurrences {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return {
    has: (day) => parts.some((part) => part.has(day)),
    firstFrom: (day) => {
      for (const part of parts) {
        const found = part.firstFrom(day);
        if (found !== null) return found;
      }
      return null;
    },
    lastUntil: (day) => {
      for (const part of parts.toReversed()) {
        const found = part.lastUntil(day);
        if (found !== null) return found;
      }
      return null;
    },
    between: (from, to, into = []) => {
      for (const part of parts) part.between(from, to, into);
      return into;
    },
    countBetween: (from, to) => parts.reduce((sum, part) => sum + part.countBetween(from, to), 0),
  };
}

/** Those that are not on the given days. */
export function without(occurrences: Occurrences, days: DaySet): Occurrences {
  if (days.size === 0) return occurrences;
  return {
    has: (day) => !days.has(day) && occurrences.has(day),
    firstFrom: (from) => {
      let day = occurrences.firstFrom(from);
      while (day !== null && days.has(day)) day = occurrences.firstFrom(days.runEnd(day) + 1);
      return day;
    },
    lastUntil: (until) => {
      let day = occurrences.lastUntil(until);
      while (day !== null && days.has(day)) day = occurrences.lastUntil(days.runStart(day) - 1);
      return day;
    },
    between: (from, to, into = []) => {
      for (const day of occurrences.between(from, to)) if (!days.has(day)) into.push(day);
      return into;
    },
    countBetween: (from, to) => {
      let count = occurrences.countBetween(from, to);
      days.forEachRun((first, last) => {
        count -= occurrences.countBetween(Math.max(first, from), Math.min(last, to));
      });
      return count;
    },
  };
}

/** With the given days, which are few. */
export function withDays(occurrences: Occurrences, days: readonly number[]): Occurrences {
  const added = [...new Set(days)].filter((day) => !occurrences.has(day)).sort((a, b) => a - b);
  if (added.length === 0) return occurrences;
  return {
    has: (day) => added.includes(day) || occurrences.has(day),
    firstFrom: (from) =>
      earlier(
        occurrences.firstFrom(from),
        added.find((day) => day >= from),
      ),
    lastUntil: (until) =>
      later(
        occurrences.lastUntil(until),
        added.findLast((day) => day <= until),
      ),
    between: (from, to, into = []) => {
      const more = added.filter((day) => day >= from && day <= to);
      const all = [...occurrences.between(from, to), ...more].sort((a, b) => a - b);
      for (const day of all) into.push(day);
      return into;
    },
    countBetween: (from, to) =>
      occurrences.countBetween(from, to) + added.filter((day) => day >= from && day <= to).length,
  };
}

const earlier = (a: number | null, b: number | undefined) =>
  a === null || b === undefined ? (a ?? b ?? null) : Math.min(a, b);
const later = (a: number | null, b: number | undefined) =>
  a === null || b === undefined ? (a ?? b ?? null) : Math.max(a, b);

/** Those in the given months, 1 to 12. */
export function inMonths(occurrences: Occurrences, months: readonly number[]): Occurrences {
  if (months.length === 0) return NO_OCCURRENCES;
  const isIn = (day: number) => months.includes(yearMonthDay(day).month);
  return {
    has: (day) => isIn(day) && occurrences.has(day),
    firstFrom: (from) => {
      let day = occurrences.firstFrom(from);
      while (day !== null && !isIn(day)) day = occurrences.firstFrom(nextMonth(day));
      return day;
    },
    lastUntil: (until) => {
      let day = occurrences.lastUntil(until);
      while (day !== null && !isIn(day)) day = occurrences.lastUntil(firstOfMonth(day) - 1);
      return day;
    },
    between: (from, to, into = []) => {
      for (const day of occurrences.between(from, to)) if (isIn(day)) into.push(day);
      return into;
    },
    countBetween: (from, to) => {
      const last = occurrences.lastUntil(to);
      let count = 0;
      let day = occurrences.firstFrom(from);
      while (day !== null && last !== null && day <= last) {
        const next = nextMonth(day);
        if (isIn(day)) count += occurrences.countBetween(day, Math.min(next - 1, last));
        day = occurrences.firstFrom(next);
      }
      return count;
    },
  };
}

function firstOfMonth(day: number): number {
  const { year, month } = yearMonthDay(day);
  return dayNumberOf(year, month, 1);
}

function nextMonth(day: number): number {
  const { year, month } = yearMonthDay(day);
  return month === 12 ? dayNumberOf(year + 1, 1, 1) : dayNumberOf(year, month + 1, 1);
}
