import { type CalendarDate, fromDayNumber, LAST_DAY, toDayNumber } from "./calendar-date.ts";
import { NO_OCCURRENCES, type OccurrenceDays } from "./occurrence-days.ts";
import type { PatternRule } from "./pattern.ts";
import { periodPattern } from "./period-pattern.ts";
import { parseRule, type RecurrenceRule } from "./recurrence-rule.ts";
import type { RuleEngine } from "./rule-engine.ts";

/**
 * When a schedule occurs (spec §4). Everything the Custom Recurrence dialog can build is answered
 * by arithmetic; other custom rules are answered by the rrule library, which `prepareSchedules`
 * loads. Until it has, such a schedule has no occurrence at all: showing nothing for a moment is
 * better than calling every day overdue.
 */

/** What decides the occurrences of a task; a Task is one. Treated as immutable. */
export interface Schedule {
  readonly startDate: CalendarDate;
  readonly endDate?: CalendarDate | null;
  /** one of REPEAT_VALUES; anything else counts as daily */
  readonly repeatValue: string;
  readonly customRrule?: string | null;
}

const DAILY: PatternRule = {
  frequency: "DAILY",
  interval: 1,
  weekdays: [],
  setPositions: [],
  weekStart: 0,
  count: null,
};

const SIMPLE_RULES: ReadonlyMap<string, PatternRule> = new Map([
  ["weekly", { ...DAILY, frequency: "WEEKLY" }],
  ["monthly", { ...DAILY, frequency: "MONTHLY" }],
  ["yearly", { ...DAILY, frequency: "YEARLY" }],
]);

let engine: RuleEngine | null = null;
let compiled = new WeakMap<Schedule, OccurrenceDays>();
// The schedule asked for last: most questions come in rows about one.
let latestSchedule: Schedule | null = null;
let latestDays = NO_OCCURRENCES;

/** Whether every question about these schedules can be answered now. */
export function arePrepared(schedules: readonly Schedule[]): boolean {
  return engine !== null || !schedules.some(needsEngine);
}

/** Loads the rrule library if one of the schedules needs it; rejects when it cannot be loaded. */
export async function prepareSchedules(schedules: readonly Schedule[]): Promise<void> {
  if (arePrepared(schedules)) return;
  engine = (await import("./rule-engine.ts")).dayFilter;
  compiled = new WeakMap();
  latestSchedule = null;
}

/** The compiled form of a schedule, for repeated questions in day numbers. */
export function occurrencesOf(schedule: Schedule): OccurrenceDays {
  if (schedule === latestSchedule) return latestDays;
  const days = compiled.get(schedule) ?? compile(schedule);
  compiled.set(schedule, days);
  latestSchedule = schedule;
  latestDays = days;
  return days;
}

/** True when the schedule has an occurrence on the date; false for an invalid date. */
export function isOccurrence(schedule: Schedule, date: CalendarDate): boolean {
  return occurrencesOf(schedule).has(toDayNumber(date));
}

/** The occurrences from `from` to `to`, both included, ascending; none when a date is invalid. */
export function occurrencesBetween(
  schedule: Schedule,
  from: CalendarDate,
  to: CalendarDate,
): CalendarDate[] {
  const first = toDayNumber(from);
  const last = toDayNumber(to);
  if (!(first <= last)) return [];
  return occurrencesOf(schedule).between(first, last).map(fromDayNumber);
}

/** The first occurrence after the date, or null; null for an invalid date. */
export function nextOccurrence(schedule: Schedule, after: CalendarDate): CalendarDate | null {
  const day = toDayNumber(after);
  return Number.isNaN(day) ? null : toDate(occurrencesOf(schedule).firstFrom(day + 1));
}

/** The last occurrence before the date, or null; null for an invalid date. */
export function previousOccurrence(schedule: Schedule, before: CalendarDate): CalendarDate | null {
  const day = toDayNumber(before);
  return Number.isNaN(day) ? null : toDate(occurrencesOf(schedule).lastUntil(day - 1));
}

function toDate(day: number | null): CalendarDate | null {
  return day === null ? null : fromDayNumber(day);
}

function compile(schedule: Schedule): OccurrenceDays {
  const start = toDayNumber(schedule.startDate);
  const end = lastDayOf(schedule.endDate);
  if (!(start <= end)) return NO_OCCURRENCES;
  const rule = customRule(schedule);
  if (rule === null) {
    return periodPattern(SIMPLE_RULES.get(schedule.repeatValue) ?? DAILY, start, end);
  }
  const last = Math.min(end, lastDayOf(rule.until));
  if (last < start || rule.count === 0) return NO_OCCURRENCES;
  const pattern = asPattern(rule);
  if (pattern !== null) return periodPattern(pattern, start, last);
  if (engine === null) return NO_OCCURRENCES;
  const { frequency, interval, weekStart, count, bySetPos: setPositions } = rule;
  const periods = { frequency, interval, weekStart, count, setPositions, weekdays: [] };
  return periodPattern(periods, start, last, engine(rule, start));
}

function lastDayOf(date: CalendarDate | null | undefined): number {
  return date ? toDayNumber(date) : LAST_DAY;
}

/** The schedule's own rule; null when it is not custom or does not parse: then every day counts. */
function customRule(schedule: Schedule): RecurrenceRule | null {
  return schedule.repeatValue === "custom" ? parseRule(schedule.customRrule ?? "") : null;
}

function needsEngine(schedule: Schedule): boolean {
  const rule = customRule(schedule);
  return rule !== null && asPattern(rule) === null;
}

/** The rule as a period's pattern; null when it has parts that only the rrule library answers. */
function asPattern(rule: RecurrenceRule): PatternRule | null {
  const { frequency, interval, weekStart, count, byDay } = rule;
  const others = [rule.byMonth, rule.byMonthDay, rule.byYearDay, rule.byWeekNo];
  if (others.some((values) => values.length > 0)) return null;
  const weekdays = byDay.map((entry) => entry.weekday);
  const common = { frequency, interval, weekStart, count, weekdays };
  const ordinals = byDay.flatMap((entry) => entry.ordinal ?? []);
  // Within a day or a week an ordinal says nothing (RFC 5545 forbids it; rrule ignores it).
  if (ordinals.length === 0 || frequency === "DAILY" || frequency === "WEEKLY") {
    return { ...common, setPositions: rule.bySetPos };
  }
  // '2TU' alone is what BYDAY=TU with BYSETPOS=2 says.
  const alone = byDay.length === 1 && rule.bySetPos.length === 0;
  return alone ? { ...common, setPositions: ordinals } : null;
}
