import type { Locale } from "../language/locale.ts";
import { toUtcDate } from "./calendar.ts";
import { type CalendarDate, fromDayNumber, isCalendarDate, toDayNumber } from "./calendar-date.ts";

/**
 * Dates as people read them, in their language; a text that is no calendar date is given back as it is.
 */

/** English by the order in which somebody writes dates; other languages have one each. */
const ENGLISH = { mdy: "en-US", dmy: "en-GB", ymd: "en-US" } as const;

type Reader = Pick<Locale, "order" | "tag">;
type Formatter = (date: CalendarDate, locale: Reader) => string;

function formatter(parts: Intl.DateTimeFormatOptions): Formatter {
  // Made when they are needed: most screens need few of them.
  const formats: Record<string, Intl.DateTimeFormat> = {};
  return (date, locale) => {
    if (!isCalendarDate(date)) return date;
    // Intl has no language that writes 2026-11-21 beside words.
    if (locale.order === "ymd" && parts.day && parts.year) {
      return parts.weekday
        ? `${formatter({ weekday: parts.weekday })(date, locale)}, ${date}`
        : date;
    }
    const tag = locale.tag === "en" ? ENGLISH[locale.order] : locale.tag;
    formats[tag] ??= new Intl.DateTimeFormat(tag, { ...parts, timeZone: "UTC" });
    return formats[tag].format(toUtcDate(date));
  };
}

/** as a day number: January 5, 1970 */
const A_MONDAY = 4;

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

/** For parts that all who read a language write alike. */
function plainFormatter(parts: Intl.DateTimeFormatOptions) {
  const format = formatter(parts);
  return (date: CalendarDate, { tag }: Pick<Reader, "tag">) => format(date, { order: "mdy", tag });
}

/** 'Saturday' */
export const formatWeekdayName = plainFormatter({ weekday: "long" });

/** 'Sat', within a text. */
export const formatShortWeekday = plainFormatter({ weekday: "short" });

/** 'Saturday', of 0 Monday to 6 Sunday. */
export const weekdayName = (weekday: number, locale: Locale): string =>
  formatWeekdayName(fromDayNumber(A_MONDAY + weekday), locale);

/** 'S': of days that stand in their order. */
export const formatNarrowWeekday = plainFormatter({ weekday: "narrow" });

/** 'Sat', at the head of a column; a letter in Arabic, whose short names are the whole ones. */
export const formatTightWeekday = (date: CalendarDate, locale: Pick<Locale, "tag">): string =>
  (locale.tag.startsWith("ar") ? formatNarrowWeekday : formatShortWeekday)(date, locale);

/** 'Sa', of 0 Monday to 6 Sunday. */
export const briefWeekdayName = (weekday: number, locale: Locale): string =>
  formatTightWeekday(fromDayNumber(A_MONDAY + weekday), locale).slice(0, 2);

const formatMonthName = plainFormatter({ month: "long" });
const formatShortMonth = plainFormatter({ month: "short" });

const inMonth = (month: number) => `2026-${String(month).padStart(2, "0")}-01`;

/** 'November', of 1 to 12. */
export const monthName = (month: number, locale: Locale): string =>
  formatMonthName(inMonth(month), locale);

/** 'Nov', of 1 to 12. */
export const shortMonthName = (month: number, locale: Locale): string =>
  formatShortMonth(inMonth(month), locale);

/** '21' */
export const formatDayOfMonth = plainFormatter({ day: "numeric" });

/** 'November 2026': the month that a date lies in. */
export const formatMonth = plainFormatter({ month: "long", ...YEAR });

/** 'Sunday, Nov 29' */
export const formatLongDay = formatter({ weekday: "long", ...DAY });

const formatDay = formatter({ weekday: "short", ...DAY });
const formatDayOfYear = formatter({ weekday: "short", ...DAY, ...YEAR });

/** 'Mon, Nov 23', with the year when it is not this one: 'Mon, Jan 4, 2027'. */
export function formatNextDate(date: CalendarDate, today: CalendarDate, locale: Locale): string {
  return date.slice(0, 4) === today.slice(0, 4)
    ? formatDay(date, locale)
    : formatDayOfYear(date, locale);
}

const RELATIVE_DAYS = 7;

/** Today, Tomorrow, Yesterday, 'N days ago' and 'In N days' within 7 days, else 'Nov 21, 2026'. */
export function relativeDate(date: CalendarDate, today: CalendarDate, locale: Locale): string {
  const { t } = locale;
  const days = toDayNumber(date) - toDayNumber(today);
  if (days === 0) return t("Today");
  if (days === 1) return t("Tomorrow");
  if (days === -1) return t("Yesterday");
  if (!(Math.abs(days) <= RELATIVE_DAYS)) return formatDate(date, locale);
  return days < 0
    ? t("{days, plural, one {# day} other {# days}} ago", { days: -days })
    : t("In {days, plural, one {# day} other {# days}}", { days });
}

/** The same within a sentence: 'yesterday', '3 days ago', 'Nov 21, 2026'. */
export function relativeInSentence(
  date: CalendarDate,
  today: CalendarDate,
  locale: Locale,
): string {
  const { t } = locale;
  const days = toDayNumber(date) - toDayNumber(today);
  if (days === 0) return t("today // within a sentence");
  if (days === 1) return t("tomorrow // within a sentence");
  if (days === -1) return t("yesterday // within a sentence");
  return days > 1 && days <= RELATIVE_DAYS
    ? t("in {days, plural, one {# day} other {# days}} // within a sentence", { days })
    : relativeDate(date, today, locale);
}

/** 'Today', 'Tomorrow', else 'Saturday, November 28': a day to choose. */
export const dayToChoose = (date: CalendarDate, today: CalendarDate, locale: Locale): string =>
  Math.abs(toDayNumber(date) - toDayNumber(today)) <= 1
    ? relativeDate(date, today, locale)
    : formatWeekday(date, locale);
