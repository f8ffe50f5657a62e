import { tzOffset } from "@date-fns/tz/tzOffset";
import { DAY_MS } from "../dates/calendar.ts";
import { type CalendarDate, isCalendarDate } from "../dates/calendar-date.ts";

/** Times as other programs write them. */

/** When something was done. */
export interface When {
  readonly day: CalendarDate;
  /** ISO 8601, in UTC */
  readonly at: string;
  /** the file has the day alone: `at` is its noon */
  readonly isDayAlone?: boolean;
}

const MINUTE_MS = 60_000;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?)? ?(Z|UTC|[+-]\d{2}:?(?:\d{2})?)?/;

/** Whether it is the IANA name of a zone that is known here. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** By zone and day since 1970 (UTC): the zone's offset at its first instant, as asking for it is slow. */
const offsets = new Map<string, Map<number, number>>();

function offsetOnDay(timeZone: string, day: number): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const offset = known.get(day) ?? offsetAt(timeZone, day * DAY_MS);
  known.set(day, offset);
  return offset;
}

const offsetAt = (timeZone: string, at: number) =>
  (tzOffset(timeZone, new Date(at)) || 0) * MINUTE_MS;

/** Milliseconds that clocks in a zone are ahead of UTC. */
function offsetOf(timeZone: string, at: number): number {
  const day = Math.floor(at / DAY_MS);
  const offset = offsetOnDay(timeZone, day);
  return offset === offsetOnDay(timeZone, day + 1) ? offset : offsetAt(timeZone, at);
}

/** An instant, in milliseconds since the epoch, and its day in a zone. */
function whenOf(milliseconds: number, timeZone: string): When {
  const shown = new Date(milliseconds + offsetOf(timeZone, milliseconds));
  return { day: shown.toISOString().slice(0, 10), at: new Date(milliseconds).toISOString() };
}

/**
 * The instant, in milliseconds since the epoch, at which clocks in a zone show a time: the first of two, and where they
 * skip it the one at which they show as much later. @param local `yyyy-MM-ddTHH:mm:ss`
 */
function instantInZone(local: string, timeZone: string): number {
  const shown = Date.parse(`${local}Z`);
  const [before = shown, after = shown] = [-DAY_MS, DAY_MS].map(
    (distance) => shown - offsetOf(timeZone, shown + distance),
  );
  return [before, after].find((at) => at + offsetOf(timeZone, at) === shown) ?? before;
}

/**
 * Reads a date, with a time or without, as SQLite, Go and ISO 8601 write it ('2025-05-28 10:11:12.5+00:00'). A time
 * without a zone is one of `timeZone`. Null for what is no time: empty, Go's year 1, words.
 */
export function readWhen(text: string | null | undefined, timeZone: string): When | null {
  const [, day = "", minutes, seconds = ":00", fraction = "0", zone] =
    DATE_TIME.exec(text?.trim() ?? "") ?? [];
  if (!isCalendarDate(day) || day < "1000") return null;
  if (minutes === undefined) return whenOfDay(day, timeZone);
  const local = `${day}T${minutes}${seconds}`;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1_000);
  const at =
    (zone === undefined ? instantInZone(local, timeZone) : Date.parse(`${local}${asIso(zone)}`)) +
    milliseconds;
  return Number.isNaN(at) ? null : whenOf(at, timeZone);
}

const asIso = (zone: string) =>
  /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}` : "Z";

/** A day of which the file has no time. */
export const whenOfDay = (day: CalendarDate, timeZone: string): When => ({
  day,
  at: new Date(instantInZone(`${day}T12:00:00`, timeZone)).toISOString(),
  isDayAlone: true,
});
