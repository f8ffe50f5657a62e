import { addDays, addMonths } from "../dates/calendar.ts";
import {
  type CalendarDate,
  isCalendarDate,
  toDayNumber,
  weekdayOf,
} from "../dates/calendar-date.ts";
import type { DateStyle } from "../dates/date-style.ts";
import { DAY, dateText, MONTH, monthNumber, WEEKDAY, weekdayNumber } from "../dates/date-words.ts";
import { startOfMonth } from "../dates/month.ts";
import { COUNT, countOf, wordsAtStart } from "./patterns.ts";

/** The value of a text's first words, and their length in characters. */
export interface Found<T> {
  readonly said: T;
  readonly length: number;
  /** The words mean something else when more follows them: 'on the 1st floor'. */
  readonly isOnlyLast?: boolean;
}

/** A pattern, and what its groups say; null for nothing that there is. */
export type Reader<T, Context> = readonly [
  RegExp,
  (groups: readonly (string | undefined)[], context: Context) => T | null,
];

/** No day and month is further away: February 29 around a year that is no leap year. */
const MOST_YEARS = 8;

const SPAN = `${COUNT} (day|week|fortnight|month|year)s?`;

/** The writer's day and order of dates in numbers. */
export interface Writer {
  readonly today: CalendarDate;
  /** that of the US unless given */
  readonly order?: DateStyle["order"] | undefined;
}

const READERS: readonly Reader<CalendarDate, Writer>[] = [
  [wordsAtStart("(\\d{4}-\\d\\d-\\d\\d)"), ([date = ""]) => (isCalendarDate(date) ? date : null)],
  [wordsAtStart("today"), (_, { today }) => today],
  [wordsAtStart("tomorrow|tmrw"), (_, { today }) => addDays(today, 1)],
  [wordsAtStart("(?:the )?day after tomorrow"), (_, { today }) => addDays(today, 2)],
  [wordsAtStart(`next (${WEEKDAY})`), ([name = ""], { today }) => inNextWeek(name, today)],
  [wordsAtStart("next week"), (_, { today }) => inNextWeek("mon", today)],
  [wordsAtStart("next month"), (_, { today }) => startOfMonth(addMonths(today, 1))],
  [wordsAtStart("this (?:coming )?weekend"), (_, { today }) => firstFrom("sat", today)],
  [
    wordsAtStart(`this (?:coming )?(${WEEKDAY})`),
    ([name = ""], { today }) => firstFrom(name, today),
  ],
  [wordsAtStart(`(${WEEKDAY})`), ([name = ""], { today }) => firstFrom(name, addDays(today, 1))],
  [wordsAtStart(`in ${SPAN}`), ([count, unit], { today }) => spanAfter(today, count, unit)],
  [
    wordsAtStart(`${SPAN} from (?:now|today)`),
    ([count, unit], { today }) => spanAfter(today, count, unit),
  ],
  [
    wordsAtStart(`(?:the )?${DAY}(?: of)? (${MONTH})(?:,? (\\d{4}))?`),
    ([day, month, year], { today }) => dayOfMonth(day, month, year, today),
  ],
  [
    wordsAtStart(`(${MONTH}) (?:the )?${DAY}(?:,? (\\d{4}))?`),
    ([month, day, year], { today }) => dayOfMonth(day, month, year, today),
  ],
  [
    wordsAtStart("(\\d{1,2})([./])(\\d{1,2})(?:\\.|\\2(\\d{4}|\\d\\d))?"),
    ([a, , b, year], writer) => ofNumbers(a, b, year, writer),
  ],
];

/** The date with which a text begins; null where there is none. */
export const readDate = (text: string, writer: Writer): Found<CalendarDate> | null =>
  firstFound(READERS, text, writer);

/** A day and a month in numbers, in the writer's order; in the other one where there is no such date. */
function ofNumbers(a = "", b = "", year: string | undefined, { today, order }: Writer) {
  const full = year?.padStart(4, today.slice(0, 2));
  const [dayFirst, monthFirst] = [
    dayInMonth(a, Number(b), full, today),
    dayInMonth(b, Number(a), full, today),
  ];
  return order === "dmy" ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}

/** Returns the value of the first pattern that matches the start of the text; null if none does, or it has none. */
export function firstFound<T, Context>(
  readers: readonly Reader<T, Context>[],
  text: string,
  context: Context,
): Found<T> | null {
  for (const [pattern, read] of readers) {
    const match = pattern.exec(text);
    const said = match && read(match.slice(1), context);
    if (said) return { said, length: match[0].length };
  }
  return null;
}

function firstFrom(weekday: string, date: CalendarDate): CalendarDate {
  return addDays(date, (weekdayNumber(weekday) - weekdayOf(toDayNumber(date)) + 7) % 7);
}

/** Weeks begin on Monday: on a Tuesday, 'next Friday' is not the Friday of this week. */
function inNextWeek(weekday: string, today: CalendarDate): CalendarDate {
  return firstFrom(weekday, firstFrom("mon", addDays(today, 1)));
}

/** The day that lies so long after another: 'a', '3'; 'week', 'month'. */
export function spanAfter(date: CalendarDate, count = "1", unit = "day"): CalendarDate {
  const number = countOf(count);
  if (unit === "month") return addMonths(date, number);
  if (unit === "year") return addMonths(date, 12 * number);
  return addDays(date, number * ({ week: 7, fortnight: 14 }[unit] ?? 1));
}

const dayOfMonth = (day = "", month = "", year: string | undefined, today: CalendarDate) =>
  dayInMonth(day, monthNumber(month), year, today);

/** Without a year, the next that comes; null for a day that the month doesn't have. */
function dayInMonth(
  day: string,
  month: number,
  year: string | undefined,
  today: CalendarDate,
): CalendarDate | null {
  const inYear = (each: number) => dateText(String(each).padStart(4, "0"), month, day);
  const first = Number(year ?? today.slice(0, 4));
  const years = Array.from({ length: year ? 1 : MOST_YEARS + 1 }, (_, n) => first + n);
  const isRight = (date: CalendarDate) => isCalendarDate(date) && (year || date >= today);
  return years.map(inYear).find(isRight) ?? null;
}
