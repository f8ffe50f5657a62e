import { isCalendarDate } from "../dates/calendar-date.ts";
import {
  DAY,
  dateText,
  MONTH,
  monthNumber,
  WEEKDAY,
  weekdayCodesIn,
  weekdayNumber,
} from "../dates/date-words.ts";
import { inOrder, LAST_DAY_OF_MONTH } from "../recurrence/custom-rule.ts";
import { WEEKDAY_CODES } from "../recurrence/recurrence-rule.ts";
import { several, WEEKDAYS } from "./patterns.ts";

/** The days of a week, a month and a year in words, and as the parts of a rule by which RFC 5545 chooses them. */

export const EVERY = "(?:every|each)";
export const ORDINAL = "(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)";
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/** 1 to 5 of 'first' and '1st', -1 of 'last', and the number of others. */
export function positionOf(ordinal: string): number {
  if (ordinal === "last") return -1;
  return Number.parseInt(ordinal, 10) || ORDINALS.indexOf(ordinal) + 1;
}

/* Days of the week */

export const WORKDAYS = "(?:weekday|workday|work day|working day)s?";
export const WEEKEND = "weekend(?: day)?s?";
export const DAYS_OF_WEEK = `(every day|${WORKDAYS}|${WEEKEND}|${WEEKDAYS})`;

/** 'MO,TH' of 'mon and thu', 'mon-fri', 'weekday'. */
export function codesOf(days: string): string {
  if (days === "every day") return WEEKDAY_CODES.join();
  if (/^work|^weekday/.test(days)) return WEEKDAY_CODES.slice(0, 5).join();
  if (days.startsWith("weekend")) return WEEKDAY_CODES.slice(5).join();
  const range = /^(\w+) ?(?:-|–|to|through) ?(\w+)$/.exec(days);
  if (!range) return weekdayCodesIn(days);
  const [first, last] = [weekdayNumber(range[1] ?? ""), weekdayNumber(range[2] ?? "")];
  const count = ((last - first + 7) % 7) + 1;
  return WEEKDAY_CODES.filter((_, day) => (day - first + 7) % 7 < count).join();
}

/* Days of the month and of the year */

const MONTH_DAY = "\\d{1,2}(?:st|nd|rd|th)|(?:first|last) day";
const MONTH_DAYS = several(MONTH_DAY);
const KIND_OF_DAY = `(?:${WEEKDAY}|${WORKDAYS}|${WEEKEND})`;
const NTH_WEEKDAY = `${several(ORDINAL)} ${KIND_OF_DAY}`;
export const NTH_DAYS = `(${NTH_WEEKDAY}|${MONTH_DAYS})`;
export const OF_MONTH = `(?: of| in)? (?:the|${EVERY}|a) month`;
export const MONTHS = several(MONTH);
export const NTH_OF_YEAR = `(${several(ORDINAL)} ${KIND_OF_DAY}) (?:of|in) (${MONTH})`;
export const DAY_OF_MONTHS = `(?:(?:the )?${DAY}(?: of)? (${MONTHS})|(${MONTH}) (?:the )?${DAY})`;

/** The days of 'the 1st and 15th', 'the last sat'; null when there is no such day. */
export function byMonth(days: string): string | null {
  const weekdays = new RegExp(`^(.*) (${KIND_OF_DAY})$`).exec(days);
  const ordinals = weekdays && new RegExp(`^${several(ORDINAL)}$`).test(weekdays[1] ?? "");
  if (ordinals) {
    const positions = [...(weekdays[1] ?? "").matchAll(new RegExp(ORDINAL, "g"))].map(([word]) =>
      positionOf(word),
    );
    return `BYDAY=${codesOf(weekdays[2] ?? "")};BYSETPOS=${inOrder(positions).join()}`;
  }
  const numbers = [...days.matchAll(new RegExp(MONTH_DAY, "g"))].map(([word]) => dayNumber(word));
  const isPossible = numbers.every((day) => day !== 0 && day <= 31);
  return isPossible ? `BYMONTHDAY=${inOrder(numbers).join()}` : null;
}

function dayNumber(word: string): number {
  if (word === "last day") return LAST_DAY_OF_MONTH;
  return word === "first day" ? 1 : Number.parseInt(word, 10);
}

/** A day of one month or several; null for one that a month never has. */
export function byYear(months: string, day: string): string | null {
  const numbers = monthsIn(months);
  const isPossible = numbers.every((month) => isCalendarDate(dateText(2024, month, day)));
  return isPossible ? `BYMONTH=${numbers.join()};BYMONTHDAY=${Number(day)}` : null;
}

const monthsIn = (text: string) =>
  inOrder([...text.matchAll(new RegExp(MONTH, "g"))].map(([name]) => monthNumber(name)));
