import { type CalendarDate, isCalendarDate } from "../dates/calendar-date.ts";

/**
 * Recurrence rules as RFC 5545 (3.3.10) writes them, read as rules about dates: the parts that name
 * a time of day (BYHOUR, BYMINUTE, BYSECOND) must be well-formed but say nothing about a date, and
 * a frequency shorter than a day is no rule for a task, so it does not parse.
 */

const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Whether '2TU' or BYSETPOS can count weekdays: in a month or in a year. */
export const countsWeekdays = (frequency: Frequency): boolean =>
  frequency === "monthly" || frequency === "yearly";

/** Weekday codes in RFC order: the index is the weekday, 0 Monday to 6 Sunday. */
export const WEEKDAY_CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type WeekdayCode = (typeof WEEKDAY_CODES)[number];

/** A BYDAY entry: the weekday, 0 Monday to 6 Sunday, and its ordinal in '2TU' or '-1SU'. */
export interface WeekdayEntry {
  readonly weekday: number;
  readonly ordinal: number | null;
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  /** at least 1 */
  readonly interval: number;
  readonly count: number | null;
  /** the last date that may be an occurrence */
  readonly until: CalendarDate | null;
  /** first day of the week, 0 Monday to 6 Sunday */
  readonly weekStart: number;
  readonly byDay: readonly WeekdayEntry[];
  readonly bySetPos: readonly number[];
  readonly byMonth: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeekNo: readonly number[];
}

/** Whether parts of the rule name days themselves, so that its start doesn't. */
export const namesDays = ({ byDay, byMonthDay, byYearDay, byWeekNo }: RecurrenceRule): boolean =>
  [byDay, byMonthDay, byYearDay, byWeekNo].some((values) => values.length > 0);

/** Whether nothing but FREQ, INTERVAL and an end decides. */
export const isPlainRule = (rule: RecurrenceRule): boolean =>
  !namesDays(rule) && rule.byMonth.length === 0 && rule.bySetPos.length === 0;

const PREFIX = "RRULE:";
const TIME_PARTS = new Map([
  ["BYHOUR", 23],
  ["BYMINUTE", 59],
  ["BYSECOND", 60],
]);
const KNOWN_PARTS = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "BYSETPOS",
  "BYMONTH",
  "BYMONTHDAY",
  "BYYEARDAY",
  "BYWEEKNO",
  ...TIME_PARTS.keys(),
]);

/** Reads a rule with or without its 'RRULE:' prefix; null when it does not parse. */
export function parseRule(text: string): RecurrenceRule | null {
  try {
    return readRule(readParts(text));
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

/** The rule in its 'RRULE:'-prefixed form when it parses, else the text unchanged. */
export function normaliseRule(text: string): string {
  return parseRule(text) === null ? text : PREFIX + unprefixed(text);
}

class RuleSyntaxError extends Error {}

function unprefixed(text: string): string {
  const rule = text.trim().toUpperCase();
  return rule.startsWith(PREFIX) ? rule.slice(PREFIX.length) : rule;
}

function readParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of unprefixed(text).split(";")) {
    const [name = "", value = "", ...rest] = part.split("=");
    if (!KNOWN_PARTS.has(name) || value === "" || rest.length > 0 || parts.has(name)) {
      throw new RuleSyntaxError(part);
    }
    parts.set(name, value);
  }
  return parts;
}

function readRule(parts: Map<string, string>): RecurrenceRule {
  const numbers = (name: string, least: number, most: number) =>
    list(parts, name).map((item) => readNumber(item, least, most));
  const signed = (name: string, most: number) =>
    list(parts, name).map((item) => readSigned(item, most));
  for (const [name, most] of TIME_PARTS) numbers(name, 0, most);
  const count = parts.get("COUNT");
  const until = parts.get("UNTIL");
  return {
    frequency: oneOf(FREQUENCIES, parts.get("FREQ")?.toLowerCase() ?? ""),
    interval: readNumber(parts.get("INTERVAL") ?? "1", 1, Number.MAX_SAFE_INTEGER),
    count: count === undefined ? null : readNumber(count, 0, Number.MAX_SAFE_INTEGER),
    until: until === undefined ? null : readUntil(until),
    weekStart: readWeekday(parts.get("WKST") ?? "MO"),
    byDay: list(parts, "BYDAY").map(readWeekdayEntry),
    bySetPos: signed("BYSETPOS", 366),
    byMonth: numbers("BYMONTH", 1, 12),
    byMonthDay: signed("BYMONTHDAY", 31),
    byYearDay: signed("BYYEARDAY", 366),
    byWeekNo: signed("BYWEEKNO", 53),
  };
}

function list(parts: Map<string, string>, name: string): string[] {
  return parts.get(name)?.split(",") ?? [];
}

function readNumber(text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new RuleSyntaxError(text);
  return value;
}

/** A number other than zero, counted from the end when negative. */
function readSigned(text: string, most: number): number {
  const sign = text.startsWith("-") ? -1 : 1;
  return sign * readNumber(text.replace(/^[+-]/, ""), 1, most);
}

function oneOf<const T extends string>(values: readonly T[], text: string): T {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new RuleSyntaxError(text);
  return value;
}

function readWeekday(code: string): number {
  return WEEKDAY_CODES.indexOf(oneOf(WEEKDAY_CODES, code));
}

function readWeekdayEntry(text: string): WeekdayEntry {
  const ordinal = text.slice(0, -2);
  return {
    weekday: readWeekday(text.slice(-2)),
    ordinal: ordinal === "" ? null : readSigned(ordinal, 53),
  };
}

const UNTIL_FORMAT = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])[0-5]\d(?:[0-5]\d|60)Z?)?$/;

/** Occurrences stand at midnight UTC, so one is within UNTIL exactly when its date is. */
function readUntil(text: string): CalendarDate {
  const [, year, month, day] = UNTIL_FORMAT.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date)) throw new RuleSyntaxError(text);
  return date;
}
