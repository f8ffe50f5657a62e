import {
  type CalendarDate,
  fromDayNumber,
  toDayNumber,
} from "../../src/domain/dates/calendar-date.ts";
import { occurrencesOf, type Schedule } from "../../src/domain/recurrence/recurrence.ts";

/** Questions about a schedule in calendar dates that only tests ask. */

/** The occurrences from `from` to `to`, inclusive, ascending; none if a date is invalid. */
export function occurrencesBetween(
  schedule: Schedule,
  from: CalendarDate,
  to: CalendarDate,
): CalendarDate[] {
  return occurrencesOf(schedule).between(toDayNumber(from), toDayNumber(to)).map(fromDayNumber);
}

/** The last occurrence before the date, or null; null for an invalid date. */
export function previousOccurrence(schedule: Schedule, before: CalendarDate): CalendarDate | null {
  const day = occurrencesOf(schedule).lastUntil(toDayNumber(before) - 1);
  return day === null ? null : fromDayNumber(day);
}
