import type { Locale } from "../language/locale.ts";
import { DAY_MS } from "./calendar.ts";
import type { CalendarDate } from "./calendar-date.ts";
import { formatDate, formatWeekdayName } from "./format-date.ts";
import { clocksAgree, dayInZone, placeName, timeInZone } from "./time-zone.ts";

/** When something was done, as it was on the clocks of the person who recorded it: moving rewords nothing. */

/** When something was really done, where that is not when it was recorded. */
export interface Corrected {
  /** the day, in the zone in which it was recorded */
  readonly doneOn?: CalendarDate | undefined;
  /** the time of that day, `HH:mm`, where it is known */
  readonly doneAt?: string | undefined;
}

/** An instant of the record. */
export interface Recorded extends Corrected {
  /** ISO instant */
  readonly at: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
}

/** 'at 8:05 AM', and 'at 8:05 AM in New York' where the viewer's clocks showed another time. */
const timeThere = (recorded: Recorded, viewerZone: string, locale: Locale): string =>
  `at ${timeInZone(recorded.at, recorded.timeZone, locale)}${place(recorded, viewerZone)}`;

const place = ({ at, timeZone }: Recorded, viewerZone: string): string =>
  clocksAgree(at, timeZone, viewerZone) ? "" : ` in ${placeName(timeZone)}`;

/** 'Nov 21, 2026 at 8:05 AM', with the place as in `doneWhen`. */
export function dateAndTime(recorded: Recorded, viewerZone: string, locale: Locale): string {
  return `${formatDate(recordedDay(recorded), locale)} ${timeThere(recorded, viewerZone, locale)}`;
}

/** The day that it was there. */
export const recordedDay = ({ at, timeZone }: Recorded): CalendarDate => dayInZone(at, timeZone);

/** 'Nov 23, 2026 at 10:00 PM', or without a time where that is not known. */
export function correctedWhen(
  doneOn: CalendarDate,
  doneAt: string | undefined,
  locale: Locale,
): string {
  return formatDate(doneOn, locale) + (doneAt ? ` ${clockTime(doneOn, doneAt, locale)}` : "");
}

const clockTime = (day: CalendarDate, time: string, locale: Locale) =>
  `at ${timeInZone(`${day}T${time}Z`, "UTC", locale)}`;

/** As `doneWhen`, of what was corrected: 'at 10:00 PM', 'on Nov 23, 2026'. */
function correctedThere(
  recorded: Recorded,
  doneOn: CalendarDate,
  date: CalendarDate,
  zone: string,
  locale: Locale,
) {
  const { doneAt } = recorded;
  if (doneAt === undefined) return `on ${formatDate(doneOn, locale)}`;
  const when =
    doneOn === date
      ? clockTime(doneOn, doneAt, locale)
      : `on ${correctedWhen(doneOn, doneAt, locale)}`;
  return when + place(recorded, zone);
}

/**
 * 'at 8:05 AM', with the day before it when that was another one than `date`: 'on Nov 21, 2026 at
 * 8:05 AM'; and with the place where the viewer's clocks showed another time: 'at 8:05 AM in Tokyo'.
 */
export function doneWhen(
  recorded: Recorded,
  date: CalendarDate,
  viewerZone: string,
  locale: Locale,
): string {
  const { doneOn } = recorded;
  if (doneOn) return correctedThere(recorded, doneOn, date, viewerZone, locale);
  return recordedDay(recorded) === date
    ? timeThere(recorded, viewerZone, locale)
    : `on ${dateAndTime(recorded, viewerZone, locale)}`;
}

const WEEK_MS = 7 * DAY_MS;

/**
 * When a day was ticked: 'at 8:05 AM', and on another day 'ticked on Saturday for Wednesday, at 8:05
 * AM', with dates when they are a week apart or more; with the place as in `doneWhen`. What was corrected is
 * told first: 'at 10:00 PM · ticked on Nov 24, 2026 at 8:05 AM'.
 */
export function tickedWhen(
  recorded: Recorded,
  date: CalendarDate,
  viewerZone: string,
  locale: Locale,
): string {
  const day = recordedDay(recorded);
  const time = timeThere(recorded, viewerZone, locale);
  const { doneOn } = recorded;
  if (doneOn) {
    const ticked = day === doneOn ? time : `on ${dateAndTime(recorded, viewerZone, locale)}`;
    return `${correctedThere(recorded, doneOn, date, viewerZone, locale)} · ticked ${ticked}`;
  }
  if (day === date) return time;
  return `· ticked on ${nearName(day, date, locale)} for ${nearName(date, day, locale)}, ${time}`;
}

/** 'Sunday', or 'Nov 29, 2026' where that is a week or more from the other day. */
export function nearName(date: CalendarDate, other: CalendarDate, locale: Locale): string {
  const isNear = Math.abs(Date.parse(date) - Date.parse(other)) < WEEK_MS;
  return isNear ? formatWeekdayName(date) : formatDate(date, locale);
}

/** Returns the correction to record; none for done today without a time, which means now. */
export function saidDone({ at, timeZone }: Recorded, { doneOn, doneAt }: Corrected): Corrected {
  const isNow = doneAt === undefined && doneOn === recordedDay({ at, timeZone });
  return doneOn === undefined || isNow ? {} : { doneOn, ...(doneAt && { doneAt }) };
}
