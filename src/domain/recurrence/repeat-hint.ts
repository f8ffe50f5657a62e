import { daysInMonth, isCalendarDate, toDayNumber, yearMonthDay } from "../dates/calendar-date.ts";
import { formatFullDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import { isOccurrence, nextOccurrence, type Schedule } from "./recurrence.ts";
import { parseRule } from "./recurrence-rule.ts";

/** Any year without February 29. */
const COMMON_YEAR = 2023;

/**
 * Explains a schedule that may surprise: its start date is no occurrence itself, or some months
 * lack its day. Null when there is nothing to explain, and while one of the dates is invalid.
 */
export function repeatHint(schedule: Schedule, locale: Locale): string | null {
  const { startDate, endDate } = schedule;
  if (!isCalendarDate(startDate) || (endDate && endDate < startDate)) return null;
  if (isOccurrence(schedule, startDate)) return skippedMonths(schedule, locale);
  const first = nextOccurrence(schedule, startDate);
  const { t } = locale;
  if (first !== null) return t("First due on {date}.", { date: formatFullDate(first, locale) });
  return endDate ? t("Never due: the end date comes first.") : t("Never due.");
}

/** Which months or years lack the day, for a schedule on one day of the month. */
function skippedMonths(schedule: Schedule, { t }: Locale): string | null {
  const start = yearMonthDay(toDayNumber(schedule.startDate));
  const { day, months } = monthDayOf(schedule, start);
  const lacking = months.filter((each) => daysInMonth(COMMON_YEAR, each) < day);
  if (lacking.length === 0) return null;
  if (lacking.length === months.length) return t("Only in leap years.");
  return t(
    "Skips months without a {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}.",
    { day },
  );
}

interface MonthDay {
  readonly day: number;
  /** 1 to 12; none when something else than a day of the month decides */
  readonly months: readonly number[];
}

function monthDayOf(
  { repeatValue, customRrule }: Schedule,
  { month, day }: { month: number; day: number },
): MonthDay {
  if (repeatValue === "yearly") return { day, months: [month] };
  if (repeatValue === "monthly") return { day, months: everyMonth(month, 1) };
  const rule = repeatValue === "custom" ? parseRule(customRrule ?? "") : null;
  if (rule === null || rule.count === 1) return { day, months: [] };
  const { frequency, interval, byMonth, byMonthDay, byDay, byYearDay, byWeekNo, bySetPos } = rule;
  const isOther = [byDay, byYearDay, byWeekNo, bySetPos].some((values) => values.length > 0);
  const chosen = byMonthDay[0] ?? day;
  if (isOther || byMonthDay.length > 1 || chosen < 0) return { day, months: [] };
  const inRule = (each: number) => byMonth.length === 0 || byMonth.includes(each);
  if (frequency === "monthly") {
    return { day: chosen, months: everyMonth(month, interval).filter(inRule) };
  }
  if (frequency !== "yearly") return { day, months: [] };
  if (byMonth.length > 0) return { day: chosen, months: byMonth };
  return { day: chosen, months: byMonthDay.length > 0 ? everyMonth(month, 1) : [month] };
}

function everyMonth(startMonth: number, interval: number): number[] {
  const months = Array.from({ length: 12 }, (_, n) => ((startMonth - 1 + n * interval) % 12) + 1);
  return [...new Set(months)];
}
