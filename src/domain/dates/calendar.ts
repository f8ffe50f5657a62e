import { UTCDateMini } from "@date-fns/utc/date/mini";
import * as dateFns from "date-fns";
import { type CalendarDate, fromDayNumber, toDayNumber } from "./calendar-date.ts";

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

/** The date that many days later (earlier when negative); throws RangeError for an invalid date. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromUtcDate(dateFns.addDays(toUtcDate(date), days));
}

/** The same day that many months later (earlier when negative), or that month's last day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return fromUtcDate(dateFns.addMonths(toUtcDate(date), months));
}

/** The first day of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return fromUtcDate(dateFns.startOfMonth(toUtcDate(date)));
}

/** The 42 days of the six weeks, from Sunday to Saturday, that begin with the week of a date. */
export function sixWeeks(date: CalendarDate): CalendarDate[] {
  const start = dateFns.startOfWeek(toUtcDate(date));
  const end = dateFns.addDays(start, 6 * 7 - 1);
  return dateFns.eachDayOfInterval({ start, end }).map(fromUtcDate);
}
