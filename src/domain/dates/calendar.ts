import { UTCDateMini } from "@date-fns/utc/date/mini";
import * as dateFns from "date-fns";
import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
} from "./calendar-date.ts";

/**
 * Months and weeks. date-fns computes on UTC dates, so that neither the machine's time zone nor a
 * DST step can move a date.
 */

const DAY_MS = 86_400_000;

/** Midnight UTC of a calendar date, for date-fns; an Invalid Date when the text is none. */
export function toUtcDate(date: CalendarDate): Date {
  return new UTCDateMini(toDayNumber(date) * DAY_MS);
}

/** The calendar date of a midnight UTC; throws RangeError for an Invalid Date. */
function fromUtcDate(date: Date): CalendarDate {
  return fromDayNumber(date.getTime() / DAY_MS);
}

/** The calendar date of a midnight UTC, or the first or last one there is. */
function nearestDate(date: Date): CalendarDate {
  return fromDayNumber(Math.min(Math.max(date.getTime() / DAY_MS, FIRST_DAY), LAST_DAY));
}

/**
 * The date that many days later (earlier when negative), within the calendar; throws RangeError for
 * an invalid date.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return nearestDate(dateFns.addDays(toUtcDate(date), days));
}

/**
 * The same day that many months later (earlier when negative), or that month's last day, within the
 * calendar; throws RangeError for an invalid date.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return nearestDate(dateFns.addMonths(toUtcDate(date), months));
}

/** The first day of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return fromUtcDate(dateFns.startOfMonth(toUtcDate(date)));
}

/** As date-fns counts. */
const WEEK_STARTS = { sun: 0, mon: 1, sat: 6 } as const;

/**
 * The 42 days of the six weeks that begin with the week of a date; null for those before or after all
 * calendar dates. Weeks begin on Sunday unless another day is given.
 */
export function sixWeeks(
  date: CalendarDate,
  weekStart: keyof typeof WEEK_STARTS = "sun",
): (CalendarDate | null)[] {
  const weekStartsOn = WEEK_STARTS[weekStart];
  const start = dateFns.startOfWeek(toUtcDate(date), { weekStartsOn });
  const end = dateFns.addDays(start, 6 * 7 - 1);
  return dateFns.eachDayOfInterval({ start, end }).map((day) => {
    const number = day.getTime() / DAY_MS;
    return number >= FIRST_DAY && number <= LAST_DAY ? fromDayNumber(number) : null;
  });
}
