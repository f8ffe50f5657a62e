import { addDays, eachDayOfInterval, startOfMonth as startOf, startOfWeek } from "date-fns";
import { DAY_MS, toUtcDate } from "./calendar.ts";
import { type CalendarDate, FIRST_DAY, fromDayNumber, LAST_DAY } from "./calendar-date.ts";

/** Months as a calendar shows them. */

/** The calendar date of a midnight UTC; throws RangeError for an Invalid Date. */
function fromUtcDate(date: Date): CalendarDate {
  return fromDayNumber(date.getTime() / DAY_MS);
}

/** The first day of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return fromUtcDate(startOf(toUtcDate(date)));
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
  const start = startOfWeek(toUtcDate(date), { weekStartsOn });
  const end = addDays(start, 6 * 7 - 1);
  return eachDayOfInterval({ start, end }).map((day) => {
    const number = day.getTime() / DAY_MS;
    return number >= FIRST_DAY && number <= LAST_DAY ? fromDayNumber(number) : null;
  });
}
