import {
  dayNumberOf,
  daysInMonth,
  isLeapYear,
  weekdayOf,
  yearMonthDay,
} from "../dates/calendar-date.ts";
import {
  countsWeekdays,
  namesDays,
  type RecurrenceRule,
  type WeekdayEntry,
} from "./recurrence-rule.ts";

/** Whether a day matches a rule's BY parts, before BYSETPOS picks among the matching days. */
export type DayFilter = (day: number) => boolean;

/** The filter of a rule; missing parts are taken from the day `start`, as RFC 5545 says. */
export function dayFilter(rule: RecurrenceRule, start: number): DayFilter {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = withStart(rule, start);
  const filters: DayFilter[] = [];
  if (byDay.length > 0) filters.push(weekdayFilter(rule, byDay));
  if (byMonth.length > 0) filters.push((day) => byMonth.includes(yearMonthDay(day).month));
  if (byMonthDay.length > 0) filters.push((day) => isListed(byMonthDay, placeInMonth(day)));
  if (byYearDay.length > 0) filters.push((day) => isListed(byYearDay, placeInYear(day)));
  if (byWeekNo.length > 0) {
    filters.push((day) => isListed(byWeekNo, weekOfYear(day, rule.weekStart)));
  }
  const [only, ...others] = filters;
  if (only === undefined) return () => true;
  return others.length === 0 ? only : (day) => filters.every((filter) => filter(day));
}

function withStart(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { frequency, byMonth } = rule;
  if (namesDays(rule) || frequency === "daily") return rule;
  const { month, day } = yearMonthDay(start);
  switch (frequency) {
    case "weekly":
      return { ...rule, byDay: [{ weekday: weekdayOf(start), ordinal: null }] };
    case "monthly":
      return { ...rule, byMonthDay: [day] };
    case "yearly":
      return { ...rule, byMonthDay: [day], byMonth: byMonth.length > 0 ? byMonth : [month] };
  }
}

/** '2TU' is the second Tuesday of the month, in a yearly rule without BYMONTH of the year. */
function weekdayFilter(
  { frequency, byMonth }: RecurrenceRule,
  byDay: readonly WeekdayEntry[],
): DayFilter {
  const countsInYear = frequency === "yearly" && byMonth.length === 0;
  // RFC 5545 forbids ordinals in daily and weekly rules.
  const isPlain = ({ ordinal }: WeekdayEntry) => ordinal === null || !countsWeekdays(frequency);
  const plain = byDay.filter(isPlain).map(({ weekday }) => weekday);
  const numbered = byDay.filter((entry) => !isPlain(entry));
  if (numbered.length === 0) return (day) => plain.includes(weekdayOf(day));
  return (day) => {
    const weekday = weekdayOf(day);
    if (plain.includes(weekday)) return true;
    const ordinals = numbered.flatMap((it) => (it.weekday === weekday ? (it.ordinal ?? []) : []));
    if (ordinals.length === 0) return false;
    const { number, of } = countsInYear ? placeInYear(day) : placeInMonth(day);
    const before = Math.floor((number - 1) / 7);
    const after = Math.floor((of - number) / 7);
    return isListed(ordinals, { number: before + 1, of: before + 1 + after });
  };
}

/** A position among so many: rules count from the front or from the back. */
interface Place {
  readonly number: number;
  readonly of: number;
}

function isListed(list: readonly number[], { number, of }: Place): boolean {
  return list.includes(number) || list.includes(number - of - 1);
}

function placeInMonth(day: number): Place {
  const { year, month, day: number } = yearMonthDay(day);
  return { number, of: daysInMonth(year, month) };
}

function placeInYear(day: number): Place {
  const { year } = yearMonthDay(day);
  return { number: day - dayNumberOf(year, 1, 1) + 1, of: isLeapYear(year) ? 366 : 365 };
}

/** Week 1 is the first with four days in its year. */
function weekOfYear(day: number, weekStart: number): Place {
  const startOfWeek = (of: number) => of - ((weekdayOf(of) - weekStart + 7) % 7);
  const week = startOfWeek(day);
  const { year } = yearMonthDay(week + 3); // most of the week's days lie in that year
  const firstWeek = startOfWeek(dayNumberOf(year, 1, 4));
  const nextFirstWeek = startOfWeek(dayNumberOf(year + 1, 1, 4));
  return { number: (week - firstWeek) / 7 + 1, of: (nextFirstWeek - firstWeek) / 7 };
}
