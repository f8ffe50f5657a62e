import * as rruleModule from "rrule";
import { dayNumberOf, isLeapYear, weekdayOf, yearMonthDay } from "./calendar-date.ts";
import type { DayFilter } from "./period-pattern.ts";
import type { RecurrenceRule, WeekdayEntry } from "./recurrence-rule.ts";

/**
 * The parts of a rule that the dialog cannot build (BYMONTH, BYMONTHDAY, BYYEARDAY, and '2TU' among
 * others) as the rrule library evaluates them. It is asked for one year at a time and never for
 * more: left to itself it walks an impossible rule to the year 9999, which takes seconds. Week
 * numbers are our own: rrule 2.8 gives the first days of many a January to week 53 instead of 52.
 */

// Node and Deno get rrule's CommonJS build, with everything on `default`; bundlers its ES build, and
// they warn about a `default` that they can see is not there.
const { RRule, Weekday }: typeof rruleModule = Reflect.get(rruleModule, "default") ?? rruleModule;

/** With an interval beyond the last year that rrule knows, it evaluates one year and ends. */
const ONE_YEAR_ONLY = 10_000;
const DAY_MS = 86_400_000;
const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ALL_WEEKDAYS: readonly WeekdayEntry[] = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  weekday,
  ordinal: null,
}));

/** The days that the BY parts of a rule let count; `start` gives what they leave out. */
export function dayFilter(rule: RecurrenceRule, start: number): DayFilter {
  const parts = withDefaults(rule, start);
  const flagsByCalendar = yearsOf(parts);
  // The year of the latest question: most questions stay in one.
  let firstDay = 0;
  let nextFirstDay = 0;
  let flags: Uint8Array = new Uint8Array(0);
  return (day) => {
    if (day < firstDay || day >= nextFirstDay) {
      const { year } = yearMonthDay(day);
      firstDay = dayNumberOf(year, 1, 1);
      nextFirstDay = dayNumberOf(year + 1, 1, 1);
      const calendar = calendarKey(year, firstDay);
      flags = flagsByCalendar.get(calendar) ?? flagsOfYear(parts, year);
      flagsByCalendar.set(calendar, flags);
    }
    return flags[day - firstDay] === 1;
  };
}

const knownRules = new Map<string, Map<string, Uint8Array>>();
const MOST_KNOWN_RULES = 200;

/** The years worked out so far: a list fetched anew brings the same rules again. */
function yearsOf(parts: RecurrenceRule): Map<string, Uint8Array> {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay, weekStart } = parts;
  const key = JSON.stringify([byMonth, byMonthDay, byYearDay, byWeekNo, byDay, weekStart]);
  const years = knownRules.get(key) ?? new Map<string, Uint8Array>();
  if (knownRules.size >= MOST_KNOWN_RULES) knownRules.clear();
  knownRules.set(key, years);
  return years;
}

/** Years with the same key have the same days, weekdays and week numbers: there are 21 kinds. */
function calendarKey(year: number, firstDay: number): string {
  return `${weekdayOf(firstDay)} ${isLeapYear(year)} ${isLeapYear(year - 1)}`;
}

export type RuleEngine = typeof dayFilter;

function withDefaults(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { frequency, byDay, byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  const ordinalsCount = frequency === "MONTHLY" || frequency === "YEARLY";
  const parts: RecurrenceRule = {
    ...rule,
    byMonth: frequency === "MONTHLY" && byMonth.length === 0 ? ALL_MONTHS : byMonth,
    byDay: ordinalsCount ? byDay : byDay.map(({ weekday }) => ({ weekday, ordinal: null })),
  };
  if ([byDay, byMonthDay, byYearDay, byWeekNo].some((values) => values.length > 0)) return parts;
  if (ordinalsCount) return { ...parts, byMonthDay: [yearMonthDay(start).day] };
  if (frequency === "DAILY") return parts;
  return { ...parts, byDay: [{ weekday: weekdayOf(start), ordinal: null }] };
}

/** A flag for each day. rrule wants '2TU' and 'TU' to hold at once, RFC 5545 one of them. */
function flagsOfYear(rule: RecurrenceRule, year: number): Uint8Array {
  const byDay = rule.byDay.length > 0 ? rule.byDay : ALL_WEEKDAYS;
  const plain = byDay.filter(({ ordinal }) => ordinal === null);
  const ordinals = byDay.filter(({ ordinal }) => ordinal !== null);
  const firstDay = dayNumberOf(2000 + (year % 400), 1, 1); // the same calendar; Date misreads 99
  const flags = new Uint8Array(366);
  for (const weekdays of [plain, ordinals]) {
    if (weekdays.length === 0) continue;
    for (const date of datesInYear(rule, weekdays, firstDay)) {
      const day = date.getTime() / DAY_MS;
      if (isInWeeks(rule, day)) flags[day - firstDay] = 1;
    }
  }
  return flags;
}

/** Whether BYWEEKNO lets the day count: week 1 is the first with four days in its year. */
function isInWeeks({ byWeekNo, weekStart }: RecurrenceRule, day: number): boolean {
  if (byWeekNo.length === 0) return true;
  const startOfWeek = (of: number) => of - ((weekdayOf(of) - weekStart + 7) % 7);
  const week = startOfWeek(day);
  const { year } = yearMonthDay(week + 3); // most of the week's days lie in that year
  const firstWeek = startOfWeek(dayNumberOf(year, 1, 4));
  const weeks = (startOfWeek(dayNumberOf(year + 1, 1, 4)) - firstWeek) / 7;
  const number = (week - firstWeek) / 7 + 1;
  return byWeekNo.includes(number) || byWeekNo.includes(number - weeks - 1);
}

function datesInYear(
  rule: RecurrenceRule,
  weekdays: readonly WeekdayEntry[],
  firstDay: number,
): Date[] {
  const orNull = (values: readonly number[]) => (values.length > 0 ? [...values] : null);
  const options = {
    freq: RRule.YEARLY,
    interval: ONE_YEAR_ONLY,
    dtstart: new Date(firstDay * DAY_MS),
    bymonth: orNull(rule.byMonth),
    bymonthday: orNull(rule.byMonthDay),
    byyearday: orNull(rule.byYearDay),
    byweekday: weekdays.map(({ weekday, ordinal }) => new Weekday(weekday, ordinal ?? undefined)),
  };
  return new RRule(options, true).all();
}
