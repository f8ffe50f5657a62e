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
    between: (from, to) => occurrences.between(Math.max(from, first), Math.min(to, last)),
    countBetween: (from, to) => occurrences.countBetween(Math.max(from, first), Math.min(to, last)),
  };
}

/** Those of all parts, each of which lies wholly before the next. */
export function oneAfterTheOther(parts: readonly Occurrences[]): Occurrences {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const firstOf = (found: (part: Occurrences) => number | null, all: readonly Occurrences[]) => {
    for (const part of all) {
      const day = found(part);
      if (day !== null) return day;
    }
    return null;
  };
  return {
    has: (day) => parts.some((part) => part.has(day)),
    firstFrom: (day) => firstOf((part) => part.firstFrom(day), parts),
    lastUntil: (day) => firstOf((part) => part.lastUntil(day), parts.toReversed()),
    between: (from, to) => parts.flatMap((part) => part.between(from, to)),
    countBetween: (from, to) => parts.reduce((sum, part) => sum + part.countBetween(from, to), 0),
  };
}

/** Those that are not on the given days. */
export function without(occurrences: Occurrences, days: DaySet): Occurrences {
  if (days.size === 0) return occurrences;
  return {
    ...filtered(occurrences, (day) => !days.has(day), {
      next: (day) => days.runEnd(day) + 1,
      before: (day) => days.runStart(day) - 1,
    }),
    countBetween: (from, to) => {
      let count = occurrences.countBetween(from, to);
      days.forEachRun((first, last) => {
        count -= occurrences.countBetween(Math.max(first, from), Math.min(last, to));
      });
      return count;
    },
  };
}

/** Those on days that pass; from one that doesn't, it goes on with the next or the last before that may. */
function filtered(
  occurrences: Occurrences,
  passes: (day: number) => boolean,
  { next, before }: Readonly<Record<"next" | "before", (day: number) => number>>,
): Omit<Occurrences, "countBetween"> {
  return {
    has: (day) => passes(day) && occurrences.has(day),
    firstFrom: (from) => {
      let day = occurrences.firstFrom(from);
      while (day !== null && !passes(day)) day = occurrences.firstFrom(next(day));
      return day;
    },
    lastUntil: (until) => {
      let day = occurrences.lastUntil(until);
      while (day !== null && !passes(day)) day = occurrences.lastUntil(before(day));
      return day;
    },
    between: (from, to) => occurrences.between(from, to).filter(passes),
  };
}

/** With the given days, which are few. */
export function withDays(occurrences: Occurrences, days: readonly number[]): Occurrences {
  const added = [...new Set(days)].filter((day) => !occurrences.has(day)).sort((a, b) => a - b);
  if (added.length === 0) return occurrences;
  const addedBetween = (from: number, to: number) =>
    added.filter((day) => day >= from && day <= to);
  return {
    has: (day) => added.includes(day) || occurrences.has(day),
    firstFrom: (from) => {
      const [one, other] = [occurrences.firstFrom(from), added.find((day) => day >= from)];
      return one === null || other === undefined ? (one ?? other ?? null) : Math.min(one, other);
    },
    lastUntil: (until) => {
      const [one, other] = [occurrences.lastUntil(until), added.findLast((day) => day <= until)];
      return one === null || other === undefined ? (one ?? other ?? null) : Math.max(one, other);
    },
    between: (from, to) =>
      [...occurrences.between(from, to), ...addedBetween(from, to)].sort((a, b) => a - b),
    countBetween: (from, to) => occurrences.countBetween(from, to) + addedBetween(from, to).length,
  };
}

/** Those in the given months, 1 to 12. */
export function inMonths(occurrences: Occurrences, months: readonly number[]): Occurrences {
  if (months.length === 0) return NO_OCCURRENCES;
  const isIn = (day: number) => months.includes(yearMonthDay(day).month);
  return {
    ...filtered(occurrences, isIn, { next: nextMonth, before: (day) => firstOfMonth(day) - 1 }),
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

const nextMonth = (day: number): number => firstOfMonth(firstOfMonth(day) + 31);
