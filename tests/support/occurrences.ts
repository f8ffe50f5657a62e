import {
  type CalendarDate,
  fromDayNumber,
  isCalendarDate,
  toDayNumber,
} from "../../src/domain/calendar-date.ts";
import { occurrencesOf, type Schedule } from "../../src/domain/recurrence.ts";

/** Questions about a schedule in calendar dates, as tests put them. */

/** True when the schedule has an occurrence on the date; false for an invalid date. */
export function isOccurrence(schedule: Schedule, date: CalendarDate): boolean {
  return occurrencesOf(schedule).has(toDayNumber(date));
}

/** The occurrences from `from` to `to`, both included, ascending; none when a date is invalid. */
export function occurrencesBetween(
  schedule: Schedule,
  from: CalendarDate,
  to: CalendarDate,
): CalendarDate[] {
  return occurrencesOf(schedule).between(toDayNumber(from), toDayNumber(to)).map(fromDayNumber);
}

/** The first occurrence after the date, or null; null for an invalid date. */
export function nextOccurrence(schedule: Schedule, after: CalendarDate): CalendarDate | null {
  if (!isCalendarDate(after)) return null;
  return dateOf(occurrencesOf(schedule).firstFrom(toDayNumber(after) + 1));
}

/** The last occurrence before the date, or null; null for an invalid date. */
export function previousOccurrence(schedule: Schedule, before: CalendarDate): CalendarDate | null {
  return dateOf(occurrencesOf(schedule).lastUntil(toDayNumber(before) - 1));
}

function dateOf(day: number | null): CalendarDate | null {
  return day === null ? null : fromDayNumber(day);
}
