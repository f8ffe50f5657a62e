import {
  type CalendarDate,
  fromDayNumber,
  isCalendarDate,
  LAST_DAY,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { NO_OCCURRENCES, type Occurrences, occurrencesOfRule } from "./occurrences.ts";
import { parseRule, type RecurrenceRule } from "./recurrence-rule.ts";

/** The fields that decide a task's occurrences; a Task has them. */
export interface Schedule {
  readonly startDate: CalendarDate;
  readonly endDate?: CalendarDate | null;
  /** one of REPEAT_VALUES; anything else counts as daily */
  readonly repeatValue: string;
  readonly customRrule?: string | null;
}

const DAILY: RecurrenceRule = {
  frequency: "daily",
  interval: 1,
  count: null,
  until: null,
  weekStart: 0,
  byDay: [],
  bySetPos: [],
  byMonth: [],
  byMonthDay: [],
  byYearDay: [],
  byWeekNo: [],
};

const SIMPLE_RULES: ReadonlyMap<string, RecurrenceRule> = new Map([
  ["weekly", { ...DAILY, interval: 7 }],
  ["monthly", { ...DAILY, frequency: "monthly" }],
  ["yearly", { ...DAILY, frequency: "yearly" }],
]);

/** The occurrences of a schedule: none when one of its dates is invalid. */
export function occurrencesOf(schedule: Schedule): Occurrences {
  const rule = ruleOf(schedule);
  const start = toDayNumber(schedule.startDate);
  const last = Math.min(lastDayOf(schedule.endDate), lastDayOf(rule.until));
  return start <= last ? occurrencesOfRule(rule, start, last) : NO_OCCURRENCES;
}

/** True when the schedule has an occurrence on the date; false for an invalid date. */
export function isOccurrence(schedule: Schedule, date: CalendarDate): boolean {
  return occurrencesOf(schedule).has(toDayNumber(date));
}

/** The first occurrence after the date, or null; null for an invalid date. */
export function nextOccurrence(schedule: Schedule, after: CalendarDate): CalendarDate | null {
  if (!isCalendarDate(after)) return null;
  const day = occurrencesOf(schedule).firstFrom(toDayNumber(after) + 1);
  return day === null ? null : fromDayNumber(day);
}

/** A custom rule that does not parse means every day (docs/design/rules.md, Occurrences and statuses). */
function ruleOf({ repeatValue, customRrule }: Schedule): RecurrenceRule {
  if (repeatValue === "custom") return parseRule(customRrule ?? "") ?? DAILY;
  return SIMPLE_RULES.get(repeatValue) ?? DAILY;
}

function lastDayOf(date: CalendarDate | null | undefined): number {
  return date ? toDayNumber(date) : LAST_DAY;
}
