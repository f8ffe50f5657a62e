import { daysInMonth } from "../dates/calendar-date.ts";
import { inOrder, LAST_DAY_OF_MONTH } from "../recurrence/custom-rule.ts";
import { type Frequency, WEEKDAY_CODES } from "../recurrence/recurrence-rule.ts";
import type { Groups, LanguageWords } from "./language-words.ts";

/** The days of a week, a month and a year in words, as the parts of a rule by which RFC 5545 chooses them. */

/** 1 to 5 of 'first' and '1st', -1 of 'last', and the number of others. */
export function positionOf(ordinal: string, words: LanguageWords): number {
  if (words.is("{last}", ordinal)) return -1;
  return words.placeOf("ordinal", ordinal) + 1 || Number.parseInt(ordinal, 10);
}

/** 0 Monday to 6 Sunday, of a name in full or cut. */
export function weekdayNumber(name: string, words: LanguageWords): number {
  const place = words.placeOf("weekday", name);
  return place < 0 ? words.placeOf("shortWeekday", name) : place;
}

export const monthNumber = (name: string, words: LanguageWords) => words.placeOf("month", name) + 1;

/** The days that a phrase chooses, and how often they come; null when there is no such day. */
export function chosenDays(
  { days, position, day, months }: Groups,
  words: LanguageWords,
): { readonly frequency: Frequency; readonly by: string } | null {
  if (days !== undefined) return { frequency: "weekly", by: `BYDAY=${codesOf(days, words)}` };
  if (months !== undefined && position === undefined) {
    const by = byYear(months, dayNumber(day ?? "1", words), words);
    return by === null ? null : { frequency: "yearly", by };
  }
  const by = byMonth(position ?? "", day, words);
  if (by === null || months === undefined) return by === null ? null : { frequency: "monthly", by };
  return { frequency: "yearly", by: `BYMONTH=${monthNumber(months, words)};${by}` };
}

/** 'MO,TH' of 'mon and thu', 'mon-fri', 'weekday'. */
function codesOf(days: string, words: LanguageWords): string {
  if (words.is("{everyDay}", days)) return WEEKDAY_CODES.join();
  if (words.is("{workdays}", days)) return WEEKDAY_CODES.slice(0, 5).join();
  if (words.is("{weekend}", days)) return WEEKDAY_CODES.slice(5).join();
  const named = words
    .allIn("{weekday}|{shortWeekday}", days)
    .map((name) => weekdayNumber(name, words));
  const [first = 0, last = 0] = named;
  const count = words.is("{ranges}", days) ? ((last - first + 7) % 7) + 1 : 0;
  const isChosen = (day: number) => named.includes(day) || (day - first + 7) % 7 < count;
  return WEEKDAY_CODES.filter((_, day) => isChosen(day)).join();
}

/** The days of 'the 1st and 15th', 'the last sat'; or the one day. */
function byMonth(position: string, day: string | undefined, words: LanguageWords): string | null {
  const nth = words.groupsOf("(?<ordinals>{ordinals}) (?<kind>{dayKind})", position);
  if (nth) {
    const positions = words
      .allIn("{ordinal}", nth.ordinals ?? "")
      .map((word) => positionOf(word, words));
    return `BYDAY=${codesOf(nth.kind ?? "", words)};BYSETPOS=${inOrder(positions).join()}`;
  }
  const numbers =
    day === undefined
      ? words.allIn("{monthDay}", position).map((word) => dayNumber(word, words))
      : [dayNumber(day, words)];
  const isPossible = numbers.every((number) => number !== 0 && number <= 31);
  return isPossible ? `BYMONTHDAY=${inOrder(numbers).join()}` : null;
}

/** 1 to 31 of '24th', -1 of the last. */
export function dayNumber(word: string, words: LanguageWords): number {
  if (words.is("{lastDay}", word)) return LAST_DAY_OF_MONTH;
  if (words.is("{firstDay}", word)) return 1;
  return Number(/\d+/.exec(word) ?? positionOf(word, words));
}

const LEAP_YEAR = 2024;

/** A day of one month or several; null for one that a month never has. */
function byYear(months: string, day: number, words: LanguageWords): string | null {
  const numbers = inOrder(words.allIn("{month}", months).map((name) => monthNumber(name, words)));
  const isPossible = numbers.every((month) => day >= 1 && day <= daysInMonth(LEAP_YEAR, month));
  return isPossible ? `BYMONTH=${numbers.join()};BYMONTHDAY=${day}` : null;
}
