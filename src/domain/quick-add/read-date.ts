import { addDays, addMonths } from "../dates/calendar.ts";
import {
  type CalendarDate,
  isCalendarDate,
  toDayNumber,
  weekdayOf,
} from "../dates/calendar-date.ts";
import type { DateStyle } from "../dates/date-style.ts";
import { startOfMonth } from "../dates/month.ts";
import { dayNumber, monthNumber, weekdayNumber } from "./day-words.ts";
import type { Found, Groups, LanguageWords, PhraseName } from "./language-words.ts";
import { spanAfter, spanOf } from "./spans.ts";

/** No day and month is further away: February 29 around a year that is no leap year. */
const MOST_YEARS = 8;

/** The writer's day, order of dates in numbers and language. */
export interface Writer {
  readonly today: CalendarDate;
  /** that of the US unless given */
  readonly order?: DateStyle["order"] | undefined;
  /** English unless given */
  readonly words?: LanguageWords | undefined;
}

type Reader = (groups: Groups, writer: Writer, words: LanguageWords) => CalendarDate | null;

const MONDAY = 0;
const SATURDAY = 5;

/** In the order in which they are tried: 'fri 24 dec' is that day. */
const READERS: readonly (readonly [PhraseName, Reader])[] = [
  [
    "dayOfMonth",
    ({ day = "", month = "", year }, { today }, words) =>
      dayInMonth(dayNumber(day, words), monthNumber(month, words), year, today),
  ],
  ["numericDate", ofNumbers],
  ["today", (_, { today }) => today],
  ["tomorrow", (_, { today }) => addDays(today, 1)],
  ["dayAfterTomorrow", (_, { today }) => addDays(today, 2)],
  [
    "nextWeekday",
    ({ weekday = "" }, { today }, words) => inNextWeek(weekdayNumber(weekday, words), today),
  ],
  ["nextWeek", (_, { today }) => inNextWeek(MONDAY, today)],
  ["nextMonth", (_, { today }) => startOfMonth(addMonths(today, 1))],
  ["thisWeekend", (_, { today }) => firstFrom(SATURDAY, today)],
  [
    "thisWeekday",
    ({ weekday = "" }, { today }, words) => firstFrom(weekdayNumber(weekday, words), today),
  ],
  [
    "weekday",
    ({ weekday = "" }, { today }, words) =>
      firstFrom(weekdayNumber(weekday, words), addDays(today, 1)),
  ],
  ["inSpan", (groups, { today }, words) => spanAfter(today, spanOf(groups, words))],
];

const ISO = /^\d{4}-\d\d-\d\d(?=[ ,]|$)/;

/** The date with which a text begins; null where there is none. */
export function readDate(
  text: string,
  writer: Writer,
  words: LanguageWords,
): Found<CalendarDate> | null {
  const [iso = ""] = ISO.exec(text) ?? [];
  if (isCalendarDate(iso)) return { said: iso, length: iso.length };
  for (const [phrase, read] of READERS) {
    const found = words.read(phrase, text, (groups) => read(groups, writer, words));
    if (found) return found;
  }
  return null;
}

/** A day and a month in numbers, in the writer's order; in the other one where there is no such date. */
function ofNumbers({ first, second, year }: Groups, { today, order }: Writer) {
  const full = year?.padStart(4, today.slice(0, 2));
  const [dayFirst, monthFirst] = [
    dayInMonth(Number(first), Number(second), full, today),
    dayInMonth(Number(second), Number(first), full, today),
  ];
  return order === "dmy" ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}

function firstFrom(weekday: number, date: CalendarDate): CalendarDate {
  return addDays(date, (weekday - weekdayOf(toDayNumber(date)) + 7) % 7);
}

/** Weeks begin on Monday: on a Tuesday, 'next Friday' is not the Friday of this week. */
function inNextWeek(weekday: number, today: CalendarDate): CalendarDate {
  return firstFrom(weekday, firstFrom(MONDAY, addDays(today, 1)));
}

/** Without a year, the next that comes; null for a day that the month doesn't have. */
function dayInMonth(
  day: number,
  month: number,
  year: string | undefined,
  today: CalendarDate,
): CalendarDate | null {
  const inYear = (each: number) => [digits(each, 4), digits(month, 2), digits(day, 2)].join("-");
  const first = Number(year ?? today.slice(0, 4));
  const years = Array.from({ length: year ? 1 : MOST_YEARS + 1 }, (_, n) => first + n);
  const isRight = (date: CalendarDate) => isCalendarDate(date) && (year || date >= today);
  return years.map(inYear).find(isRight) ?? null;
}

const digits = (number: number, length: number) => String(number).padStart(length, "0");
