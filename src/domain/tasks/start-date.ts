import { addMonths } from "../dates/calendar.ts";
import {
  type CalendarDate,
  fromDayNumber,
  isCalendarDate,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { inSeason, type TaskSchedule } from "../recurrence/task-schedule.ts";

/** A start date further back is asked about: it is more often a mistyped year than meant. */
const YEARS_BACK = 5;

/**
 * The start date that was probably meant, when the entered one is more than five years back: the same
 * day of another year, at most five years back and one ahead. Years that are one slip of the finger
 * away come first (2025 for 0205, 1025 or 2015, 2026 for 26), else any; of those the latest whose day
 * is not after today, else the first after. Null when there is nothing to ask, or no such day.
 */
export function likelyStart(startDate: CalendarDate, today: CalendarDate): CalendarDate | null {
  const earliest = addMonths(today, -12 * YEARS_BACK);
  if (!isCalendarDate(startDate) || startDate >= earliest) return null;
  const thisYear = Number(today.slice(0, 4));
  const dates = Array.from({ length: YEARS_BACK + 2 }, (_, back) => thisYear + 1 - back)
    .map((year) => `${String(year).padStart(4, "0")}${startDate.slice(4)}`)
    .filter((date) => isCalendarDate(date) && date >= earliest);
  const similar = dates.filter((date) => isSlip(startDate.slice(0, 4), date.slice(0, 4)));
  const candidates = similar.length > 0 ? similar : dates;
  return candidates.find((date) => date <= today) ?? candidates.at(-1) ?? null;
}

/** A new task's past occurrences. */
export interface PastStart {
  /** how many days before today it was due on */
  readonly count: number;
  /** The first day from today on that it is due: begun there, no later day is another. */
  readonly next: CalendarDate;
}

/**
 * Returns the occurrences before today of a new task's schedule; null without any, without a later one,
 * and for rules with COUNT, which a later start would restart.
 */
export function pastStart(schedule: TaskSchedule, today: CalendarDate): PastStart | null {
  const { startDate, repeatValue, customRrule } = schedule;
  if (!isCalendarDate(startDate) || startDate >= today) return null;
  if (repeatValue === "custom" && customRrule && /COUNT=/i.test(customRrule)) return null;
  const occurrences = inSeason(schedule);
  const count = occurrences.countBetween(toDayNumber(startDate), toDayNumber(today) - 1);
  const next = occurrences.firstFrom(toDayNumber(today));
  return count > 0 && next !== null ? { count, next: fromDayNumber(next) } : null;
}

/** Whether digits of the year were left out (a date field fills up with zeros), or one is another. */
function isSlip(typed: string, year: string): boolean {
  return (
    isPartOf(typed.replace(/^0+/, ""), year) ||
    [...typed].filter((digit, index) => digit !== year[index]).length === 1
  );
}

/** Whether the year has these digits in this order. */
function isPartOf(digits: string, year: string): boolean {
  let from = 0;
  return [...digits].every((digit) => {
    from = year.indexOf(digit, from) + 1;
    return from > 0;
  });
}
