import { dayNumberOf, weekdayOf } from "../dates/calendar-date.ts";
import { fromWeekStart } from "../dates/date-style.ts";
import type { Locale } from "../language/locale.ts";

/** The days that figures are about, as day numbers. */
export interface Period {
  /** first and last, both included */
  readonly first: number;
  readonly last: number;
  readonly today: number;
}

/** A calendar year, 1 to 9999. */
export const yearPeriod = (year: number, today: number): Period => ({
  first: dayNumberOf(year, 1, 1),
  last: dayNumberOf(year + 1, 1, 1) - 1,
  today,
});

/** The latest days until today, today included. */
export const latestDays = (days: number, today: number): Period => ({
  first: today - days + 1,
  last: today,
  today,
});

/** The place of a day in its week, 0 to 6, as its viewer's calendar has weeks. */
export const placeInWeek = (day: number, locale: Locale): number =>
  fromWeekStart([6, 0, 1, 2, 3, 4, 5], locale).indexOf(weekdayOf(day));

/** The days of this week until today, today included. */
export const thisWeek = (today: number, locale: Locale): Period =>
  latestDays(placeInWeek(today, locale) + 1, today);

/** The last day of which anything can be said. */
export const endOf = ({ last, today }: Period): number => Math.min(last, today);
