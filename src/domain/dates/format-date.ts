import { differenceInCalendarDays, isValid } from "date-fns";
import { toUtcDate } from "./calendar.ts";
import type { CalendarDate } from "./calendar-date.ts";

/** Dates as people read them, in English; a text that is no calendar date is given back as it is. */

function formatter(parts: Intl.DateTimeFormatOptions): (date: CalendarDate) => string {
  // Made when it is needed: most screens need few of them.
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    const utcDate = toUtcDate(date);
    if (!isValid(utcDate)) return date;
    format ??= new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" });
    return format.format(utcDate);
  };
}

const DAY = { month: "short", day: "numeric" } as const;
const WEEKDAY = { weekday: "long", month: "long", day: "numeric" } as const;
const YEAR = { year: "numeric" } as const;

/** 'Nov 21, 2026' */
export const formatDate = formatter({ ...DAY, ...YEAR });

/** 'Saturday, November 21': the heading of the Today tab. */
export const formatWeekday = formatter(WEEKDAY);

/** 'Saturday, November 21, 2026': a date in full, as for the name of a calendar's cell. */
export const formatFullDate = formatter({ ...WEEKDAY, ...YEAR });

/** 'Saturday' */
export const formatWeekdayName = formatter({ weekday: "long" });

/** 'November 2026': the month that a date lies in. */
export const formatMonth = formatter({ month: "long", ...YEAR });

const formatDay = formatter({ weekday: "short", ...DAY });
const formatDayOfYear = formatter({ weekday: "short", ...DAY, ...YEAR });

/** 'Mon, Nov 23', with the year when it is not this one: 'Mon, Jan 4, 2027'. */
export function formatNextDate(date: CalendarDate, today: CalendarDate): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatDay(date) : formatDayOfYear(date);
}

const RELATIVE_DAYS = 7;

/** Today, Tomorrow, Yesterday, 'N days ago' and 'In N days' within 7 days, else 'Nov 21, 2026'. */
export function relativeDate(date: CalendarDate, today: CalendarDate): string {
  const days = differenceInCalendarDays(toUtcDate(date), toUtcDate(today));
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  if (!(Math.abs(days) <= RELATIVE_DAYS)) return formatDate(date);
  return days < 0 ? `${-days} days ago` : `In ${days} days`;
}
