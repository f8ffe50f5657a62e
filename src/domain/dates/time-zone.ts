import { tzOffset } from "@date-fns/tz/tzOffset";
import { UTCDateMini } from "@date-fns/utc/date/mini";
import type { Locale } from "../language/locale.ts";
import { DAY_MS, toUtcDate } from "./calendar.ts";
import type { CalendarDate } from "./calendar-date.ts";

/**
 * Instants seen from a named time zone. The zone is always a parameter; one that the runtime does
 * not know counts as UTC.
 */

/** An instant: an ISO text, a Date, or milliseconds since 1970-01-01T00:00Z. */
export type Instant = string | number | Date;

const MINUTE_MS = 60_000;

/** Milliseconds that clocks in a zone are ahead of UTC at an instant. */
function offsetMs(timeZone: string, instant: number): number {
  return (tzOffset(timeZone, new Date(instant)) || 0) * MINUTE_MS;
}

/** A date whose UTC fields are what clocks in the zone show. */
function inZone(instant: Instant, timeZone: string): Date {
  const time = new Date(instant).getTime();
  return new UTCDateMini(time + offsetMs(timeZone, time));
}

/** The calendar date of an instant in a zone; throws RangeError for an invalid instant. */
export function dayInZone(instant: Instant, timeZone: string): CalendarDate {
  return inZone(instant, timeZone).toISOString().slice(0, "yyyy-MM-dd".length);
}

type Clock = Pick<Locale, "hours" | "tag">;

/** By language: a list may tell hundreds of times. */
const clocks: Record<string, Intl.DateTimeFormat> = {};

/** The time of day of an instant in a zone, in English as 'h:mm a' such as '9:05 PM', or as '21:05'. */
export function timeInZone(instant: Instant, timeZone: string, { hours, tag }: Clock): string {
  const time = inZone(instant, timeZone);
  if (hours === "24")
    return time.toISOString().slice("yyyy-MM-ddT".length, "yyyy-MM-ddTHH:mm".length);
  const clock = { hour: "numeric", minute: "2-digit", hour12: true, timeZone: "UTC" } as const;
  clocks[tag] ??= new Intl.DateTimeFormat(tag, clock);
  const text = clocks[tag].format(time.getTime());
  // The narrow space before AM and PM is the specification's plain one.
  return tag === "en" ? text.replace("\u202f", " ") : text;
}

/**
 * The first instant, in milliseconds since the epoch, that belongs to a calendar date in a zone.
 * Throws RangeError for an invalid date. Not date-fns' startOfDay: that takes the second of two
 * midnights, and is an hour late where the machine's own zone has no midnight on that day.
 */
export function startOfDayInZone(date: CalendarDate, timeZone: string): number {
  const midnight = toUtcDate(date).getTime();
  if (Number.isNaN(midnight)) throw new RangeError(`No calendar date: ${date}`);
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map(
    (nearby) => midnight - offsetMs(timeZone, nearby),
  );
  const hasBegun = (instant: number) => instant + offsetMs(timeZone, instant) >= midnight;
  return Math.min(...candidates.filter(hasBegun));
}

/** Whether clocks in both zones show the same at an instant. */
export function clocksAgree(instant: Instant, oneZone: string, otherZone: string): boolean {
  const time = new Date(instant).getTime();
  return offsetMs(oneZone, time) === offsetMs(otherZone, time);
}

/** The common name of a zone: 'New York' for America/New_York, 'UTC' for UTC. */
export function placeName(timeZone: string): string {
  const name = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  // In these names alone, west of Greenwich is plus.
  return name.replace(/^GMT([+-])(?=\d)/, (_, sign) => (sign === "+" ? "UTC-" : "UTC+"));
}
