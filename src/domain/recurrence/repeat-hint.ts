import { daysInMonth, isCalendarDate, toDayNumber, yearMonthDay } from "../dates/calendar-date.ts";
import { formatFullDate } from "../dates/format-date.ts";
import { isDialogRule, readCustomRule } from "./custom-rule.ts";
import { isOccurrence, nextOccurrence, type Schedule } from "./recurrence.ts";

/** Any year without February 29. */
const COMMON_YEAR = 2023;

/**
 * Explains a schedule that may surprise: its start date is no occurrence itself, or some months
 * lack its day. Null when there is nothing to explain, and while one of the dates is invalid.
 */
export function repeatHint(schedule: Schedule): string | null {
  const { startDate, endDate } = schedule;
  if (!isCalendarDate(startDate) || (endDate && endDate < startDate)) return null;
  if (isOccurrence(schedule, startDate)) return skippedMonths(schedule);
  const first = nextOccurrence(schedule, startDate);
  if (first !== null) return `First due on ${formatFullDate(first)}.`;
  return endDate ? "Never due: the end date comes first." : "Never due.";
}

/** Which months or years lack the day, for a schedule that repeats its start's own date. */
function skippedMonths(schedule: Schedule): string | null {
  const { month, day } = yearMonthDay(toDayNumber(schedule.startDate));
  const months = monthsMet(schedule, month);
  const lacking = months.filter((each) => daysInMonth(COMMON_YEAR, each) < day);
  if (lacking.length === 0) return null;
  if (lacking.length === months.length) return "Only in leap years.";
  return `Skips months without a ${day}${day === 31 ? "st" : "th"}.`;
}

/** The months, 1 to 12, of a schedule that repeats its start's date; none for any other. */
function monthsMet({ repeatValue, customRrule }: Schedule, startMonth: number): number[] {
  if (repeatValue === "yearly") return [startMonth];
  if (repeatValue === "monthly") return everyMonth(startMonth, 1);
  const rule = customRrule ?? "";
  const custom = repeatValue === "custom" && isDialogRule(rule) ? readCustomRule(rule) : null;
  if (custom === null || custom.weekdays.length > 0) return [];
  if (custom.frequency === "yearly") return [startMonth];
  return custom.frequency === "monthly" ? everyMonth(startMonth, custom.interval) : [];
}

function everyMonth(startMonth: number, interval: number): number[] {
  const months = Array.from({ length: 12 }, (_, n) => ((startMonth - 1 + n * interval) % 12) + 1);
  return [...new Set(months)];
}
