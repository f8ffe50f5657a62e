import { addDays, addMonths } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { positionOf } from "./day-words.ts";
import type { Groups, LanguageWords } from "./language-words.ts";
import type { Span } from "./line-block.ts";

/** '3', 'three' and 'a' as a number; 'other' is every second one, and the last of something is none. */
export function countOf({ count, nth, other }: Groups, words: LanguageWords): number {
  if (other !== undefined) return 2;
  if (nth !== undefined) return Math.max(positionOf(nth, words), 0);
  if (count === undefined) return 1;
  return /^\d/.test(count) ? Number(count) : words.placeOf("number", count) + 1;
}

/** '3 weeks', 'monthly'; days without a unit. */
export function spanOf(groups: Groups, words: LanguageWords): Span {
  const { unit, adverb } = groups;
  const { units, adverbs } = words.block;
  const one =
    adverb === undefined
      ? units[words.placeOf("unit", unit ?? "")]
      : adverbs[words.placeOf("adverb", adverb)];
  const [, frequency, interval] = one ?? ["", "daily", 1];
  return { frequency, interval: interval * countOf(groups, words) };
}

/** The day that lies so long after another. */
export function spanAfter(date: CalendarDate, { frequency, interval }: Span): CalendarDate {
  if (frequency === "daily") return addDays(date, interval);
  if (frequency === "weekly") return addDays(date, 7 * interval);
  return addMonths(date, frequency === "yearly" ? 12 * interval : interval);
}
