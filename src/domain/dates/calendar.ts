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
 * Days and months from a date. date-fns computes on UTC dates, so that neither the machine's time zone nor a
 * DST step can move a date.
 */

export const DAY_MS = 86_400_000;

/** Midnight UTC of a calendar date, for date-fns; an Invalid Date when the text is none. */
export function toUtcDate(date: CalendarDate): Date {
  return new UTCDateMini(toDayNumber(date) * DAY_MS);
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
