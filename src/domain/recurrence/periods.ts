import { dayNumberOf, weekdayOf, yearMonthDay } from "../dates/calendar-date.ts";
import type { Frequency } from "./recurrence-rule.ts";

/** The days, weeks, months or years that a recurrence rule is evaluated by, numbered in order. */
export interface Periods {
  /** Index of the period that holds the day. */
  indexOf(day: number): number;
  /** The first day of a period; Infinity beyond the calendar, which a large INTERVAL can reach. */
  firstDay(index: number): number;
}

const DAYS: Periods = {
  indexOf: (day) => day,
  firstDay: (index) => index,
};

const MONTHS: Periods = {
  indexOf: (day) => {
    const { year, month } = yearMonthDay(day);
    return year * 12 + month - 1;
  },
  firstDay: (index) => firstOf(Math.floor(index / 12), (index % 12) + 1),
};

const YEARS: Periods = {
  indexOf: (day) => yearMonthDay(day).year,
  firstDay: (year) => firstOf(year, 1),
};

function firstOf(year: number, month: number): number {
  return year > 10_000 ? Number.POSITIVE_INFINITY : dayNumberOf(year, month, 1);
}

function weeks(weekStart: number): Periods {
  const shift = weekdayOf(0) - weekStart;
  return {
    indexOf: (day) => Math.floor((day + shift) / 7),
    firstDay: (index) => index * 7 - shift,
  };
}

/** The periods of a frequency; weeks begin on `weekStart`, 0 Monday to 6 Sunday. */
export function periodsOf(frequency: Frequency, weekStart: number): Periods {
  switch (frequency) {
    case "daily":
      return DAYS;
    case "weekly":
      return weeks(weekStart);
    case "monthly":
      return MONTHS;
    case "yearly":
      return YEARS;
  }
}
