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

/** The time there, and the place where the viewer's clocks showed another one. */
const clockThere = ({ at, timeZone }: Recorded, time: string, viewerZone: string) => ({
  time,
  place: clocksAgree(at, timeZone, viewerZone) ? null : placeName(timeZone),
});

type ClockThere = ReturnType<typeof clockThere>;

const recordedTime = (recorded: Recorded, viewerZone: string, locale: Locale): ClockThere =>
  clockThere(recorded, timeInZone(recorded.at, recorded.timeZone, locale), viewerZone);

/** 'at 8:05 AM', 'at 8:05 AM in New York' */
const atTime = ({ time, place }: ClockThere, { t }: Locale): string =>
  place === null
    ? t("at {time} // when something was done", { time })
    : t("at {time} in {place} // when something was done", { time, place });

/** 'on Nov 21, 2026 at 8:05 AM', 'on Nov 21, 2026 at 8:05 AM in New York' */
function onDay(day: CalendarDate, { time, place }: ClockThere, locale: Locale): string {
  const date = formatDate(day, locale);
  return place === null
    ? locale.t("on {date} at {time} // when something was done", { date, time })
    : locale.t("on {date} at {time} in {place} // when something was done", { date, time, place });
}

/** 'Nov 21, 2026 at 8:05 AM', with the place as in `doneWhen`. */
export function dateAndTime(recorded: Recorded, viewerZone: string, locale: Locale): string {
  const { t } = locale;
  const { time, place } = recordedTime(recorded, viewerZone, locale);
  const date = formatDate(recordedDay(recorded), locale);
  return place === null
    ? t("{date} at {time}", { date, time })
    : t("{date} at {time} in {place}", { date, time, place });
}

/** The day that it was there. */
export const recordedDay = ({ at, timeZone }: Recorded): CalendarDate => dayInZone(at, timeZone);

/** 'Nov 23, 2026 at 10:00 PM', or without a time where that is not known. */
export function correctedWhen(
  doneOn: CalendarDate,
  doneAt: string | undefined,
  locale: Locale,
): string {
  const date = formatDate(doneOn, locale);
  return doneAt
    ? locale.t("{date} at {time}", { date, time: clockTime(doneOn, doneAt, locale) })
    : date;
}

const clockTime = (day: CalendarDate, time: string, locale: Locale) =>
  timeInZone(`${day}T${time}Z`, "UTC", locale);

/** As `doneWhen`, of what was corrected: 'at 10:00 PM', 'on Nov 23, 2026'. */
function correctedThere(
  recorded: Recorded,
  doneOn: CalendarDate,
  date: CalendarDate,
  zone: string,
  locale: Locale,
) {
  const { doneAt } = recorded;
  if (doneAt === undefined) {
    return locale.t("on {date} // when something was done", { date: formatDate(doneOn, locale) });
  }
  const there = clockThere(recorded, clockTime(doneOn, doneAt, locale), zone);
  return doneOn === date ? atTime(there, locale) : onDay(doneOn, there, locale);
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
  return doneOn
    ? correctedThere(recorded, doneOn, date, viewerZone, locale)
    : recordedWhen(recorded, date, viewerZone, locale);
}

function recordedWhen(recorded: Recorded, date: CalendarDate, zone: string, locale: Locale) {
  const day = recordedDay(recorded);
  const there = recordedTime(recorded, zone, locale);
  return day === date ? atTime(there, locale) : onDay(day, there, locale);
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
  const { t } = locale;
  const { doneOn } = recorded;
  if (doneOn) {
    return t("{done} · ticked {ticked} // 'at 10:00 PM · ticked on Nov 24, 2026 at 8:05 AM'", {
      done: correctedThere(recorded, doneOn, date, viewerZone, locale),
      ticked: recordedWhen(recorded, doneOn, viewerZone, locale),
    });
  }
  const day = recordedDay(recorded);
  const time = atTime(recordedTime(recorded, viewerZone, locale), locale);
  return day === date
    ? time
    : t("· ticked on {day} for {dueDay}, {time} // 'ticked on Saturday for Monday, at 8:05 AM'", {
        day: nearName(day, date, locale),
        dueDay: nearName(date, day, locale),
        time,
      });
}

/** 'Sunday', or 'Nov 29, 2026' where that is a week or more from the other day. */
export function nearName(date: CalendarDate, other: CalendarDate, locale: Locale): string {
  const isNear = Math.abs(Date.parse(date) - Date.parse(other)) < WEEK_MS;
  return isNear ? formatWeekdayName(date, locale) : formatDate(date, locale);
}

/** Returns the correction to record; none for done today without a time, which means now. */
export function saidDone({ at, timeZone }: Recorded, { doneOn, doneAt }: Corrected): Corrected {
  const isNow = doneAt === undefined && doneOn === recordedDay({ at, timeZone });
  return doneOn === undefined || isNow ? {} : { doneOn, ...(doneAt && { doneAt }) };
}
