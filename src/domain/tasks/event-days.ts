import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { doneWhen, recordedDay } from "../dates/done-when.ts";
import { formatDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import type { RecordedEvent } from "./event-texts.ts";

/** The days that an event is about, and when it came. */

interface Range {
  readonly first: CalendarDate;
  /** included */
  readonly last: CalendarDate;
}

const RANGE = /\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)\)/g;

/** The ranges of a datemultirange such as `{[2026-11-01,2026-11-03),[2026-11-05,2026-11-06)}`. */
function rangesOf(multirange: string): Range[] {
  return [...multirange.matchAll(RANGE)].map(([, first = "", end = ""]) => ({
    first,
    last: fromDayNumber(toDayNumber(end) - 1),
  }));
}

const lengthOf = ({ first, last }: Range) => toDayNumber(last) - toDayNumber(first) + 1;

/** How many days a datemultirange has. */
function countDays(multirange: string): number {
  return rangesOf(multirange).reduce((sum, range) => sum + lengthOf(range), 0);
}

/** 'for Nov 3, 2026', 'for Nov 3, 2026 to Nov 5, 2026' or 'for 12 days from Nov 3, 2026 to Nov 20, 2026'. */
export function forDaysText(multirange: string, locale: Locale): string {
  const ranges = rangesOf(multirange);
  const [first, last] = [ranges[0]?.first, ranges.at(-1)?.last];
  if (first === undefined || last === undefined) return "";
  if (first === last) return locale.t("for {date} // a day", { date: formatDate(first, locale) });
  const span = { first: formatDate(first, locale), last: formatDate(last, locale) };
  return ranges.length === 1
    ? locale.t("for {first} to {last} // days", span)
    : locale.t("{count, plural, one {for # day} other {for # days}} from {first} to {last}", {
        count: countDays(multirange),
        ...span,
      });
}

/** The day of a datemultirange that has no other; null for none and for several. */
export function onlyDay(multirange: string | null): CalendarDate | null {
  const [range, ...others] = rangesOf(multirange ?? "");
  return range && others.length === 0 && range.first === range.last ? range.first : null;
}

/** Milliseconds: what came sooner has not waited for a network, but for an answer. */
const WORTH_SAYING = 60_000;

/** ' · arrived at 8:00 PM' of what has waited for a network, else nothing. */
export function arrivedText(
  { happenedAt, arrivedAt, timeZone }: RecordedEvent,
  viewerZone: string,
  locale: Locale,
): string {
  if (!arrivedAt || Date.parse(arrivedAt) - Date.parse(happenedAt) < WORTH_SAYING) return "";
  const day = recordedDay({ at: happenedAt, timeZone });
  const when = doneWhen({ at: arrivedAt, timeZone }, day, viewerZone, locale);
  return ` · ${locale.t("arrived {when} // a change, 'at 8:00 PM', 'on Nov 21, 2026 at 8:00 PM'", { when })}`;
}
