import { addDays } from "../../src/domain/dates/calendar.ts";
import { dayInZone } from "../../src/domain/dates/time-zone.ts";

/** The days of the tests, in a time zone where it is noon: no run reaches its midnight. */

/** A zone in which it is noon. In these names, `-5` is 5 hours ahead of UTC. */
function noonZone(now: number): string {
  const hoursAhead = 12 - new Date(now).getUTCHours();
  return `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
}

/** The time zone of the tests' people, and of their browsers. */
export const ZONE = noonZone(Date.now());

/** The day so many days from now in `ZONE`, as yyyy-MM-dd. */
export const day = (offset: number): string => addDays(dayInZone(Date.now(), ZONE), offset);

const nameIn = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(date));

/** 'Nov 21, 2026'. */
export const displayed = (date: string): string => nameIn(date, { dateStyle: "medium" });

/** 'Saturday, November 21, 2026'. */
export const fullName = (date: string): string => nameIn(date, { dateStyle: "full" });

/** An instant of a day, in any zone in which it is noon. */
export const instantOf = (date: string): string => `${date}T11:00:00Z`;
