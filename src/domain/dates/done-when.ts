import type { CalendarDate } from "./calendar-date.ts";
import { formatDate, formatWeekdayName } from "./format-date.ts";
import { clocksAgree, dayInZone, placeName, timeInZone } from "./time-zone.ts";

/** When something was done, as it was on the clocks of the person who recorded it: moving rewords nothing. */

/** An instant of the record. */
export interface Recorded {
  /** ISO instant */
  readonly at: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
}

/** 'at 8:05 AM', and 'at 8:05 AM in New York' where the viewer's clocks showed another time. */
function timeThere({ at, timeZone }: Recorded, viewerZone: string): string {
  const time = `at ${timeInZone(at, timeZone)}`;
  return clocksAgree(at, timeZone, viewerZone) ? time : `${time} in ${placeName(timeZone)}`;
}

/** 'Nov 21, 2026 at 8:05 AM', with the place as in `doneWhen`. */
export function dateAndTime(recorded: Recorded, viewerZone: string): string {
  return `${formatDate(recordedDay(recorded))} ${timeThere(recorded, viewerZone)}`;
}

/** The day that it was there. */
const recordedDay = ({ at, timeZone }: Recorded): CalendarDate => dayInZone(at, timeZone);

/**
 * 'at 8:05 AM', with the day before it when that was another one than `date`: 'on Nov 21, 2026 at
 * 8:05 AM'; and with the place where the viewer's clocks showed another time: 'at 8:05 AM in Tokyo'.
 */
export function doneWhen(recorded: Recorded, date: CalendarDate, viewerZone: string): string {
  return recordedDay(recorded) === date
    ? timeThere(recorded, viewerZone)
    : `on ${dateAndTime(recorded, viewerZone)}`;
}

const WEEK_MS = 7 * 86_400_000;

/**
 * When a day was ticked: 'at 8:05 AM', and on another day 'ticked on Saturday for Wednesday, at 8:05
 * AM', with dates when they are a week apart or more; with the place as in `doneWhen`.
 */
export function tickedWhen(recorded: Recorded, date: CalendarDate, viewerZone: string): string {
  const day = recordedDay(recorded);
  const time = timeThere(recorded, viewerZone);
  if (day === date) return time;
  const isNear = Math.abs(Date.parse(day) - Date.parse(date)) < WEEK_MS;
  const name = isNear ? formatWeekdayName : formatDate;
  return `· ticked on ${name(day)} for ${name(date)}, ${time}`;
}
