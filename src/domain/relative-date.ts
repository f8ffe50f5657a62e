import { type CalendarDate, toDayNumber } from "./calendar-date.ts";

/**
 * Dates as people read them. Intl formats a UTC midnight in UTC, so the machine's zone has no say;
 * a text that is no calendar date is given back as it is (spec §8).
 */

type DateParts = "year" | "month" | "weekday" | "day";

function formatter(options: Pick<Intl.DateTimeFormatOptions, DateParts>): DateFormatter {
  const all = { ...options, calendar: "gregory", timeZone: "UTC" };
  // Made with its first use: together they cost a phone 50 ms, and a screen needs one or two.
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    const day = toDayNumber(date);
    if (Number.isNaN(day)) return date;
    format ??= new Intl.DateTimeFormat("en-US", all);
    return format.format(day * 86_400_000);
  };
}

type DateFormatter = (date: CalendarDate) => string;

/** 'Nov 21, 2026': MMM d, yyyy (spec §9). */
export const formatDate: DateFormatter = formatter({
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** 'Saturday, November 21': the heading of the Today tab (spec §2). */
export const formatWeekday: DateFormatter = formatter({
  weekday: "long",
  month: "long",
  day: "numeric",
});

/** 'Saturday, November 21, 2026': a date in full, as for the name of a calendar's cell. */
export const formatFullDate: DateFormatter = formatter({
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** 'November 2026': the month that a date lies in. */
export const formatMonth: DateFormatter = formatter({ month: "long", year: "numeric" });

const RELATIVE_DAYS = 7;

/**
 * Today, Tomorrow, Yesterday, 'N days ago' and 'In N days' within 7 days, otherwise 'MMM d, yyyy'
 * (spec §9).
 */
export function relativeDate(date: CalendarDate, today: CalendarDate): string {
  const days = toDayNumber(date) - toDayNumber(today);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  if (!(Math.abs(days) <= RELATIVE_DAYS)) return formatDate(date);
  return days < 0 ? `${-days} days ago` : `In ${days} days`;
}
