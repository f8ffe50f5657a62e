import { dayNumberOf } from "../dates/calendar-date.ts";

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

/** The last day of which anything can be said. */
export const endOf = ({ last, today }: Period): number => Math.min(last, today);
