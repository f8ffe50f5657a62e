import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
  weekdayOf,
} from "./calendar-date.ts";

/** Months as a calendar shows them. */

/** The first day of the date's month. */
export const startOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`;

const WEEK_STARTS = { mon: 0, sat: 5, sun: 6 } as const;

/**
 * The 42 days of the six weeks that begin with the week of a date; null for those before or after all
 * calendar dates. Weeks begin on Sunday unless another day is given.
 */
export function sixWeeks(
  date: CalendarDate,
  weekStart: keyof typeof WEEK_STARTS = "sun",
): (CalendarDate | null)[] {
  const day = toDayNumber(date);
  const first = day - ((weekdayOf(day) - WEEK_STARTS[weekStart] + 7) % 7);
  return Array.from({ length: 42 }, (_, index) => {
    const number = first + index;
    return number >= FIRST_DAY && number <= LAST_DAY ? fromDayNumber(number) : null;
  });
}
