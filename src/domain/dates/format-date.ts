import { toUtcDate } from "./calendar.ts";
import { type CalendarDate, isCalendarDate, toDayNumber } from "./calendar-date.ts";
import type { DateStyle } from "./date-style.ts";

/**
 * Dates as people read them, in English words; a text that is no calendar date is given back as it is.
 */

const LOCALES: Readonly<Record<DateStyle["order"], string>> = {
  mdy: "en-US",
  dmy: "en-GB",
  ymd: "en-US",
};

type Formatter = (date: CalendarDate, style: Pick<DateStyle, "order">) => string;

function formatter(parts: Intl.DateTimeFormatOptions): Formatter {
  // Made when they are needed: most screens need few of them.
  const formats: Record<string, Intl.DateTimeFormat> = {};
  return (date, { order }) => {
    if (!isCalendarDate(date)) return date;
    // Intl has no English with 2026-11-21.
    if (order === "ymd" && parts.day && parts.year) {
      return parts.weekday
        ? `${formatter({ weekday: parts.weekday })(date, { order })}, ${date}`
        : date;
    }
    const locale = LOCALES[order];
    formats[locale] ??= new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" });
    return formats[locale].format(toUtcDate(date));
  };
}

const DAY = { month: "short", day: "numeric" } as const;
const WEEKDAY = { weekday: "long", month: "long", day: "numeric" } as const;
const YEAR = { year: "numeric" } as const;

/** 'Nov 21, 2026', '21 Nov 2026' or '2026-11-21' */
export const formatDate = formatter({ ...DAY, ...YEAR });

/** 'Nov 21' */
export const formatMonthDay = formatter(DAY);

/** 'Saturday, November 21': the heading of the Today tab. */
export const formatWeekday = formatter(WEEKDAY);

/** 'Saturday, November 21, 2026': a date in full, as for the name of a calendar's cell. */
export const formatFullDate = formatter({ ...WEEKDAY, ...YEAR });

/** For parts that every date style writes alike. */
function plainFormatter(parts: Intl.DateTimeFormatOptions): (date: CalendarDate) => string {
  const format = formatter(parts);
  return (date) => format(date, { order: "mdy" });
}

/** 'Saturday' */
export const formatWeekdayName = plainFormatter({ weekday: "long" });

/** 'Sat' */
export const formatShortWeekday = plainFormatter({ weekday: "short" });

/** '21' */
export const formatDayOfMonth = plainFormatter({ day: "numeric" });

/** 'November 2026': the month that a date lies in. */
export const formatMonth = plainFormatter({ month: "long", ...YEAR });

/** 'Sunday, Nov 29' */
export const formatLongDay = formatter({ weekday: "long", ...DAY });

const formatDay = formatter({ weekday: "short", ...DAY });
const formatDayOfYear = formatter({ weekday: "short", ...DAY, ...YEAR });

/** 'Mon, Nov 23', with the year when it is not this one: 'Mon, Jan 4, 2027'. */
export function formatNextDate(date: CalendarDate, today: CalendarDate, style: DateStyle): string {
  return date.slice(0, 4) === today.slice(0, 4)
    ? formatDay(date, style)
    : formatDayOfYear(date, style);
}

const RELATIVE_DAYS = 7;

/** Today, Tomorrow, Yesterday, 'N days ago' and 'In N days' within 7 days, else 'Nov 21, 2026'. */
export function relativeDate(date: CalendarDate, today: CalendarDate, style: DateStyle): string {
  const days = toDayNumber(date) - toDayNumber(today);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  if (!(Math.abs(days) <= RELATIVE_DAYS)) return formatDate(date, style);
  return days < 0 ? `${-days} days ago` : `In ${days} days`;
}

/** The same within a sentence: 'yesterday', '3 days ago', 'Nov 21, 2026'. */
export function relativeInSentence(
  date: CalendarDate,
  today: CalendarDate,
  style: DateStyle,
): string {
  const text = relativeDate(date, today, style);
  return text === formatDate(date, style) ? text : text.toLowerCase();
}

/** 'Today', 'Tomorrow', else 'Saturday, November 28': a day to choose. */
export const dayToChoose = (date: CalendarDate, today: CalendarDate, style: DateStyle): string =>
  Math.abs(toDayNumber(date) - toDayNumber(today)) <= 1
    ? relativeDate(date, today, style)
    : formatWeekday(date, style);
