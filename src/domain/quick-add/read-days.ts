import { monthNumber, SHORT_WEEKDAY, WEEKDAY } from "../dates/date-words.ts";
import type { Frequency } from "../recurrence/recurrence-rule.ts";
import {
  byMonth,
  byYear,
  codesOf,
  DAY_OF_MONTHS,
  DAYS_OF_WEEK,
  EVERY,
  MONTHS,
  NTH_DAYS,
  NTH_OF_YEAR,
  OF_MONTH,
  WEEKEND,
  WORKDAYS,
} from "./day-words.ts";
import {
  DAYTIME,
  FULL_WEEKDAY,
  SEVERAL_WEEKDAYS,
  several,
  WEEKDAYS,
  wordsAtStart,
} from "./patterns.ts";
import { type Found, firstFound, type Reader } from "./read-date.ts";

/** How often something is due, as it is said. */
export interface Rhythm {
  readonly frequency: Frequency;
  readonly interval: number;
  /** the parts of RFC 5545 that choose the days: 'BYDAY=MO,TH'; none when the start does */
  readonly by?: string;
  /** it counts from the day on which it was last done */
  readonly isAfterDone?: boolean;
}

type Pattern = Reader<string, void>;
type ReadBy = Pattern[1];

const dayOfMonths: ReadBy = ([day, months, month, dayAfter]) =>
  byYear(months ?? month ?? "", day ?? dayAfter ?? "");
const nthOfYear: ReadBy = ([nth = "", month = ""]) =>
  `BYMONTH=${monthNumber(month)};${byMonth(nth)}`;

/** Patterns that may follow a period. */
const ON: Readonly<Record<Frequency, readonly Pattern[]>> = {
  daily: [],
  weekly: [
    [
      wordsAtStart(`,? on (?:${EVERY} )?${DAYS_OF_WEEK}`),
      ([days = ""]) => `BYDAY=${codesOf(days)}`,
    ],
  ],
  monthly: [
    [
      wordsAtStart(`,? (?:on )?(?:the )?${NTH_DAYS}(?:${OF_MONTH})?`),
      ([days = ""]) => byMonth(days),
    ],
    [wordsAtStart(",? on (?:the )?(\\d{1,2})"), ([day]) => byMonth(`${day}th`)],
  ],
  yearly: [
    [wordsAtStart(`,? on (?:the )?${NTH_OF_YEAR}`), nthOfYear],
    [wordsAtStart(`,? on ${DAY_OF_MONTHS}`), dayOfMonths],
    [wordsAtStart(`,? in (${MONTHS})`), ([months = ""]) => byYear(months, "1")],
  ],
};

/** 'on mon and thu' after 'every 2 weeks', as the parts of a rule. */
export const readOn = (text: string, frequency: Frequency) =>
  withDaytime(firstFound(ON[frequency], text, undefined), text, frequency);

const AT_DAYTIME = wordsAtStart(` ${DAYTIME}`);

/** A weekday may name the time of day: 'every thursday evening'. */
function withDaytime(found: Found<string> | null, text: string, frequency: Frequency) {
  const [daytime = ""] = AT_DAYTIME.exec(text.slice(found?.length)) ?? [];
  return found && frequency === "weekly"
    ? { ...found, length: found.length + daytime.length }
    : found;
}

const weekly: ReadBy = ([days = ""]) => `BYDAY=${codesOf(days)}`;
const monthly: ReadBy = ([days = ""]) => byMonth(days);

interface Days {
  readonly frequency: Frequency;
  readonly interval?: number;
  readonly isOnlyLast?: boolean;
  readonly patterns: readonly Pattern[];
}

const DAYS: readonly Days[] = [
  {
    frequency: "yearly",
    patterns: [
      [wordsAtStart(`${EVERY} ${NTH_OF_YEAR}`), nthOfYear],
      [wordsAtStart(`${EVERY} ${DAY_OF_MONTHS}`), dayOfMonths],
      [wordsAtStart(`${EVERY} (${MONTHS})`), ([months = ""]) => byYear(months, "1")],
    ],
  },
  {
    frequency: "monthly",
    patterns: [
      [wordsAtStart(`(?:on )?(?:the |${EVERY} )?${NTH_DAYS}${OF_MONTH}`), monthly],
      [wordsAtStart(`${EVERY} ${NTH_DAYS}`), monthly],
    ],
  },
  {
    frequency: "monthly",
    isOnlyLast: true,
    patterns: [[wordsAtStart(`on the ${NTH_DAYS}`), monthly]],
  },
  {
    frequency: "weekly",
    interval: 2,
    patterns: [[wordsAtStart(`${EVERY} other (${WEEKDAYS}|${WEEKEND})`), weekly]],
  },
  {
    frequency: "weekly",
    patterns: [
      [wordsAtStart(`${EVERY} (${WORKDAYS}|${WEEKEND}|${WEEKDAYS}|${SHORT_WEEKDAY})`), weekly],
      [wordsAtStart("(?:on )?(weekdays|workdays|weekends)"), weekly],
      [wordsAtStart(`(?:on )?(${several(`${FULL_WEEKDAY}s?`)}(?<=s))`), weekly],
      [wordsAtStart(`(${WEEKDAY}[-–]${WEEKDAY}|${SHORT_WEEKDAY}[-–]${SHORT_WEEKDAY})`), weekly],
      [wordsAtStart(`on (${SEVERAL_WEEKDAYS})`), weekly],
    ],
  },
  {
    frequency: "weekly",
    isOnlyLast: true,
    patterns: [[wordsAtStart(`(${SEVERAL_WEEKDAYS})`), weekly]],
  },
];

/** 'every mon and thu', 'sundays', 'on the last day of the month', 'every 24 dec'. */
export function readDays(text: string): Found<Rhythm> | null {
  for (const { frequency, interval = 1, patterns, isOnlyLast = false } of DAYS) {
    const found = withDaytime(firstFound(patterns, text, undefined), text, frequency);
    if (found) {
      return { said: { frequency, interval, by: found.said }, length: found.length, isOnlyLast };
    }
  }
  return null;
}
