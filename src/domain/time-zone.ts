import { type CalendarDate, toDayNumber } from "./calendar-date.ts";

/**
 * Instants seen from a named time zone. The zone is always a parameter (design §7); one that the
 * runtime does not know counts as UTC, which is what the spec has everyone on.
 */

/** An instant: an ISO text, a Date, or milliseconds since 1970-01-01T00:00Z. */
export type Instant = string | number | Date;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs a hundred times what using one does. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = newFormatter(timeZone);
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function newFormatter(timeZone: string): Intl.DateTimeFormat {
  const options = {
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
}

/** True when the runtime knows the IANA zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The calendar date on which an instant falls in a zone; throws RangeError for an invalid instant. */
export function dayInZone(instant: Instant, timeZone: string): CalendarDate {
  const { year, month, day } = partsInZone(instant, timeZone);
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

/** The time of day of an instant in a zone as 'h:mm a', such as '9:05 PM' (spec §2, history). */
export function timeInZone(instant: Instant, timeZone: string): string {
  const { hour, minute } = partsInZone(instant, timeZone);
  const hours = Number(hour);
  // Put together by hand: Intl's own text has U+202F before AM or PM in some runtimes only.
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const knownStarts = new Map<string, number>();
const MOST_KNOWN_STARTS = 100;

/**
 * The first instant, in milliseconds since the epoch, that belongs to a calendar date in a zone.
 * Throws RangeError for an invalid date.
 */
export function startOfDayInZone(date: CalendarDate, timeZone: string): number {
  const key = `${date} ${timeZone}`;
  const start = knownStarts.get(key) ?? findStartOfDay(date, timeZone);
  if (knownStarts.size >= MOST_KNOWN_STARTS) knownStarts.clear();
  knownStarts.set(key, start);
  return start;
}

/** Midnight may not exist there on that date, so it is searched for instead of computed. */
function findStartOfDay(date: CalendarDate, timeZone: string): number {
  const utcMidnight = toDayNumber(date) * DAY;
  if (Number.isNaN(utcMidnight)) throw new RangeError(`No calendar date: ${date}`);
  let before = utcMidnight - 15 * HOUR; // no zone is more than 14 hours ahead of UTC
  let after = utcMidnight + 13 * HOUR; // nor more than 12 behind
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / (2 * SECOND)) * SECOND;
    if (dayInZone(middle, timeZone) < date) before = middle;
    else after = middle;
  }
  return after;
}

type ZoneParts = Record<"year" | "month" | "day" | "hour" | "minute", string>;

function partsInZone(instant: Instant, timeZone: string): ZoneParts {
  const parts: ZoneParts = { year: "", month: "", day: "", hour: "", minute: "" };
  for (const { type, value } of formatterFor(timeZone).formatToParts(new Date(instant))) {
    if (type in parts) parts[type as keyof ZoneParts] = value;
  }
  return parts;
}
