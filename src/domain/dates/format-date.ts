import { differenceInCalendarDays, format, isValid } from "date-fns";
import { toUtcDate } from "./calendar.ts";
import type { CalendarDate } from "./calendar-date.ts";
import { type DateStyle, getViewersStyle } from "./date-style.ts";

/**
 * Dates as people read them, in English words; a text that is no calendar date is given back as it is.
 * `style` is the viewer's unless it is given, as it is where mails are written.
 */

type Pattern = Readonly<Record<DateStyle["order"], string>>;

const formatter =
  (patterns: Pattern) =>
  (date: CalendarDate, style = getViewersStyle()): string =>
    inEnglish(date, patterns[style.order]);

function inEnglish(date: CalendarDate, pattern: string): string {
  const utcDate = toUtcDate(date);
  return isValid(utcDate) ? format(utcDate, pattern) : date;
}

/** 'Nov 21, 2026', '21 Nov 2026' or '2026-11-21' */
export const formatDate = formatter({ mdy: "MMM d, yyyy", dmy: "d MMM yyyy", ymd: "yyyy-MM-dd" });

/** 'Saturday, November 21' or 'Saturday, 21 November': the heading of the Today tab. */
export const formatWeekday = formatter({
  mdy: "EEEE, MMMM d",
  dmy: "EEEE, d MMMM",
  ymd: "EEEE, MMMM d",
});

/** 'Saturday, November 21, 2026': a date in full, as for the name of a calendar's cell. */
export const formatFullDate = formatter({
  mdy: "EEEE, MMMM d, yyyy",
  dmy: "EEEE, d MMMM yyyy",
  ymd: "EEEE, yyyy-MM-dd",
});

/** 'Saturday' */
export const formatWeekdayName = (date: CalendarDate): string => inEnglish(date, "EEEE");

/** 'November 2026': the month that a date lies in. */
export const formatMonth = (date: CalendarDate): string => inEnglish(date, "MMMM yyyy");

const formatDay = formatter({ mdy: "EEE, MMM d", dmy: "EEE, d MMM", ymd: "EEE, MMM d" });
const formatDayOfYear = formatter({
  mdy: "EEE, MMM d, yyyy",
  dmy: "EEE, d MMM yyyy",
  ymd: "EEE, yyyy-MM-dd",
});

/** 'Mon, Nov 23', with the year when it is not this one: 'Mon, Jan 4, 2027'. */
export function formatNextDate(date: CalendarDate, today: CalendarDate): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatDay(date) : formatDayOfYear(date);
}

/** '7:00 AM' or '07:00' for 7, of 0 to 23. */
export function formatHour(hour: number, { hours } = getViewersStyle()): string {
  if (hours === "24") return `${String(hour).padStart(2, "0")}:00`;
  return `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;
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
