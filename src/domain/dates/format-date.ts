import { differenceInCalendarDays, format, isValid } from "date-fns";
import { toUtcDate } from "./calendar.ts";
import type { CalendarDate } from "./calendar-date.ts";
import { type DateStyle, getViewersStyle } from "./date-style.ts";

/**
 * Dates as people read them, in English words; a text that is no calendar date is given back as it is.
 * `style` is the viewer's unless it is given, as it is where mails are written.
 */

/** A pattern of the US in another order. */
const PATTERN_IN: Readonly<Record<DateStyle["order"], (pattern: string) => string>> = {
  mdy: (pattern) => pattern,
  dmy: (pattern) => pattern.replace(/(M+) d,?/, "d $1"),
  ymd: (pattern) => pattern.replace(/M+ d, yyyy/, "yyyy-MM-dd"),
};

const formatter =
  (pattern: string) =>
  (date: CalendarDate, { order } = getViewersStyle()): string => {
    const utcDate = toUtcDate(date);
    return isValid(utcDate) ? format(utcDate, PATTERN_IN[order](pattern)) : date;
  };

/** 'Nov 21, 2026', '21 Nov 2026' or '2026-11-21' */
export const formatDate = formatter("MMM d, yyyy");

/** 'Saturday, November 21': the heading of the Today tab. */
export const formatWeekday = formatter("EEEE, MMMM d");

/** 'Saturday, November 21, 2026': a date in full, as for the name of a calendar's cell. */
export const formatFullDate = formatter("EEEE, MMMM d, yyyy");

/** 'Saturday' */
export const formatWeekdayName = formatter("EEEE");

/** 'November 2026': the month that a date lies in. */
export const formatMonth = formatter("MMMM yyyy");

const formatDay = formatter("EEE, MMM d");
const formatDayOfYear = formatter("EEE, MMM d, yyyy");

/** 'Mon, Nov 23', with the year when it is not this one: 'Mon, Jan 4, 2027'. */
export function formatNextDate(date: CalendarDate, today: CalendarDate): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatDay(date) : formatDayOfYear(date);
}

const RELATIVE_DAYS = 7;

/** Today, Tomorrow, Yesterday, 'N days ago' and 'In N days' within 7 days, else 'Nov 21, 2026'. */
export function relativeDate(
  date: CalendarDate,
  today: CalendarDate,
  style = getViewersStyle(),
): string {
  const days = differenceInCalendarDays(toUtcDate(date), toUtcDate(today));
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  if (!(Math.abs(days) <= RELATIVE_DAYS)) return formatDate(date, style);
  return days < 0 ? `${-days} days ago` : `In ${days} days`;
}
