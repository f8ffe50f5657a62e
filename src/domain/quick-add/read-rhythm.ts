import { isCalendarDate } from "../dates/calendar-date.ts";
import {
  DAY,
  dateText,
  MONTH,
  monthNumber,
  WEEKDAY,
  weekdayCodesIn,
  weekdayNumber,
} from "../dates/date-words.ts";
import { INTERVAL_MAX, inOrder, LAST_DAY_OF_MONTH } from "../recurrence/custom-rule.ts";
import { type Frequency, WEEKDAY_CODES } from "../recurrence/recurrence-rule.ts";
import {
  COUNT,
  countOf,
  FULL_WEEKDAY,
  SEVERAL_WEEKDAYS,
  several,
  WEEKDAYS,
  wordsAtStart,
} from "./patterns.ts";
import type { Found } from "./read-date.ts";

/** How often something is due, as it is said. */
export interface Rhythm {
  readonly frequency: Frequency;
  readonly interval: number;
  /** the parts of RFC 5545 that choose the days: 'BYDAY=MO,TH'; none when the start does */
  readonly by?: string;
  /** it counts from the day on which it was last done */
  readonly isAfterDone?: boolean;
}

export interface FoundRhythm extends Found<Rhythm> {
  /** The words mean something else when more follows them: 'on the 1st floor'. */
  readonly isOnlyLast?: boolean;
}

const EVERY = "(?:every|each)";
const UNIT = "(day|week|fortnight|month|quarter|year)s?";
const ORDINAL = "(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)";
const NTH_UNIT = `(other|${ORDINAL}|\\d{1,2}th)`;
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

const UNITS: Readonly<Record<string, readonly [Frequency, number]>> = {
  day: ["DAILY", 1],
  week: ["WEEKLY", 1],
  fortnight: ["WEEKLY", 2],
  month: ["MONTHLY", 1],
  quarter: ["MONTHLY", 3],
  year: ["YEARLY", 1],
};
const ADVERBS: Readonly<Record<string, string>> = {
  daily: "day",
  weekly: "week",
  fortnightly: "fortnight",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annually: "year",
};

/** The rhythm with which a text begins; null where there is none. */
export function readRhythm(text: string): FoundRhythm | null {
  const period = readPeriod(text);
  if (period === null) return readDays(text);
  const { said, length } = period;
  if (said.isAfterDone) return period;
  const rest = text.slice(length);
  const afterDone = AFTER_DONE.exec(rest);
  if (afterDone) {
    const counted = { ...said, isAfterDone: true };
    return durationOf(counted) ? { said: counted, length: length + afterDone[0].length } : period;
  }
  const on = readOn(rest, said.frequency);
  return on ? { said: { ...said, by: on.said }, length: length + on.length } : period;
}

/** ISO 8601, of what counts from the day on which it was done; null when that is too long. */
export function durationOf({ frequency, interval }: Rhythm): string | null {
  const count = frequency === "YEARLY" ? 12 * interval : interval;
  const unit = { DAILY: "D", WEEKLY: "W", MONTHLY: "M", YEARLY: "M" }[frequency];
  return count <= INTERVAL_MAX ? `P${count}${unit}` : null;
}

const AFTER_DONE =
  /^ after (?:it(?:'s| is| was| has been) )?(?:last )?(?:done|completed|completion|finished)(?=[ ,]|$)/;
const EVERY_UNIT = wordsAtStart(
  `${EVERY} (?:${COUNT} |${NTH_UNIT} )?${UNIT}|(?:once )?(${Object.keys(ADVERBS).join("|")})|once (?:a|${EVERY}|per) ${UNIT}`,
);
/** As Todoist writes it. */
const EVERY_AFTER_DONE = wordsAtStart(`every! (?:${COUNT} )?${UNIT}`);
const SPAN_AFTER_DONE = new RegExp(`^${COUNT} ${UNIT}(?=${AFTER_DONE.source.slice(1)})`);
const EVERY_EVENING = wordsAtStart(`${EVERY}(?= (?:morning|afternoon|evening|night)(?: |,|$))`);

/** 'every 2 weeks', 'monthly', 'every other day', and '3 days' before 'after it was done'. */
function readPeriod(text: string): Found<Rhythm> | null {
  const every = EVERY_UNIT.exec(text);
  if (every) {
    const [whole, count = "1", nth, unit, adverb = "", onceA] = every;
    const times = nth === undefined ? countOf(count) : intervalOf(nth);
    return period(times, unit ?? onceA ?? ADVERBS[adverb], whole.length);
  }
  const evening = EVERY_EVENING.exec(text);
  if (evening) return period(1, "day", evening[0].length);
  const counted = SPAN_AFTER_DONE.exec(text);
  if (counted) return period(countOf(counted[1] ?? ""), counted[2], counted[0].length);
  const [whole = "", count = "1", unit] = EVERY_AFTER_DONE.exec(text) ?? [];
  const found = unit ? period(countOf(count), unit, whole.length) : null;
  return found && durationOf(found.said)
    ? { ...found, said: { ...found.said, isAfterDone: true } }
    : null;
}

function period(times: number, unit = "day", length = 0): Found<Rhythm> | null {
  const [frequency, one] = UNITS[unit] ?? ["DAILY", 1];
  const interval = times * one;
  const isPossible = interval >= 1 && interval <= INTERVAL_MAX;
  return isPossible ? { said: { frequency, interval }, length } : null;
}

/** 'other' and 'second' are every 2; the last of something is no interval. */
function intervalOf(nth: string): number {
  return nth === "other" ? 2 : Math.max(positionOf(nth), 0);
}

/** 1 to 5 of 'first' and '1st', -1 of 'last', and the number of others. */
function positionOf(ordinal: string): number {
  if (ordinal === "last") return -1;
  return Number.parseInt(ordinal, 10) || ORDINALS.indexOf(ordinal) + 1;
}

/* Days of the week */

const WORKDAYS = "(?:weekday|workday|work day|working day)s?";
const WEEKEND = "weekend(?: day)?s?";
const DAYS_OF_WEEK = `(every day|${WORKDAYS}|${WEEKEND}|${WEEKDAYS})`;

/** 'MO,TH' of 'mon and thu', 'mon-fri', 'weekday'. */
function codesOf(days: string): string {
  if (days === "every day") return WEEKDAY_CODES.join();
  if (/^work|^weekday/.test(days)) return WEEKDAY_CODES.slice(0, 5).join();
  if (days.startsWith("weekend")) return WEEKDAY_CODES.slice(5).join();
  const range = /^(\w+) ?(?:-|–|to|through) ?(\w+)$/.exec(days);
  if (!range) return weekdayCodesIn(days);
  const [first, last] = [weekdayNumber(range[1] ?? ""), weekdayNumber(range[2] ?? "")];
  const count = ((last - first + 7) % 7) + 1;
  return WEEKDAY_CODES.filter((_, day) => (day - first + 7) % 7 < count).join();
}

/* Days of the month and of the year */

const MONTH_DAY = "\\d{1,2}(?:st|nd|rd|th)|(?:first|last) day";
const MONTH_DAYS = several(MONTH_DAY);
const KIND_OF_DAY = `(?:${WEEKDAY}|${WORKDAYS}|${WEEKEND})`;
const NTH_WEEKDAY = `${several(ORDINAL)} ${KIND_OF_DAY}`;
const NTH_DAYS = `(${NTH_WEEKDAY}|${MONTH_DAYS})`;
const OF_MONTH = `(?: of| in)? (?:the|${EVERY}|a) month`;
const MONTHS = several(MONTH);
const NTH_OF_YEAR = `(${several(ORDINAL)} ${KIND_OF_DAY}) (?:of|in) (${MONTH})`;
const DAY_OF_MONTHS = `(?:(?:the )?${DAY}(?: of)? (${MONTHS})|(${MONTH}) (?:the )?${DAY})`;

/** The days of 'the 1st and 15th', 'the last sat'; null when there is no such day. */
function byMonth(days: string): string | null {
  const weekdays = new RegExp(`^(.*) (${KIND_OF_DAY})$`).exec(days);
  const ordinals = weekdays && new RegExp(`^${several(ORDINAL)}$`).test(weekdays[1] ?? "");
  if (ordinals) {
    const positions = [...(weekdays[1] ?? "").matchAll(new RegExp(ORDINAL, "g"))].map(([word]) =>
      positionOf(word),
    );
    return `BYDAY=${codesOf(weekdays[2] ?? "")};BYSETPOS=${inOrder(positions).join()}`;
  }
  const numbers = [...days.matchAll(new RegExp(MONTH_DAY, "g"))].map(([word]) => dayNumber(word));
  const isPossible = numbers.every((day) => day !== 0 && day <= 31);
  return isPossible ? `BYMONTHDAY=${inOrder(numbers).join()}` : null;
}

function dayNumber(word: string): number {
  if (word === "last day") return LAST_DAY_OF_MONTH;
  return word === "first day" ? 1 : Number.parseInt(word, 10);
}

/** A day of one month or several; null for one that a month never has. */
function byYear(months: string, day: string): string | null {
  const numbers = monthsIn(months);
  const isPossible = numbers.every((month) => isCalendarDate(dateText(2024, month, day)));
  return isPossible ? `BYMONTH=${numbers.join()};BYMONTHDAY=${Number(day)}` : null;
}

const monthsIn = (text: string) =>
  inOrder([...text.matchAll(new RegExp(MONTH, "g"))].map(([name]) => monthNumber(name)));

type ReadBy = (groups: readonly (string | undefined)[]) => string | null;
type Pattern = readonly [RegExp, ReadBy];

const dayOfMonths: ReadBy = ([day, months, month, dayAfter]) =>
  byYear(months ?? month ?? "", day ?? dayAfter ?? "");
const nthOfYear: ReadBy = ([nth = "", month = ""]) =>
  `BYMONTH=${monthNumber(month)};${byMonth(nth)}`;

/** What may follow a period. */
const ON: Readonly<Record<Frequency, readonly Pattern[]>> = {
  DAILY: [],
  WEEKLY: [
    [
      wordsAtStart(`,? on (?:${EVERY} )?${DAYS_OF_WEEK}`),
      ([days = ""]) => `BYDAY=${codesOf(days)}`,
    ],
  ],
  MONTHLY: [
    [
      wordsAtStart(`,? (?:on )?(?:the )?${NTH_DAYS}(?:${OF_MONTH})?`),
      ([days = ""]) => byMonth(days),
    ],
    [wordsAtStart(",? on (?:the )?(\\d{1,2})"), ([day]) => byMonth(`${day}th`)],
  ],
  YEARLY: [
    [wordsAtStart(`,? on (?:the )?${NTH_OF_YEAR}`), nthOfYear],
    [wordsAtStart(`,? on ${DAY_OF_MONTHS}`), dayOfMonths],
    [wordsAtStart(`,? in (${MONTHS})`), ([months = ""]) => byYear(months, "1")],
  ],
};

function firstOf(patterns: readonly Pattern[], text: string): Found<string> | null {
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(text);
    const said = match && read(match.slice(1));
    if (said) return { said, length: match[0].length };
  }
  return null;
}

const readOn = (text: string, frequency: Frequency) => firstOf(ON[frequency], text);

/* Days without a period */

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
    frequency: "YEARLY",
    patterns: [
      [wordsAtStart(`${EVERY} ${NTH_OF_YEAR}`), nthOfYear],
      [wordsAtStart(`${EVERY} ${DAY_OF_MONTHS}`), dayOfMonths],
      [wordsAtStart(`${EVERY} (${MONTHS})`), ([months = ""]) => byYear(months, "1")],
    ],
  },
  {
    frequency: "MONTHLY",
    patterns: [
      [wordsAtStart(`(?:on )?(?:the |${EVERY} )?${NTH_DAYS}${OF_MONTH}`), monthly],
      [wordsAtStart(`${EVERY} ${NTH_DAYS}`), monthly],
    ],
  },
  {
    frequency: "MONTHLY",
    isOnlyLast: true,
    patterns: [[wordsAtStart(`on the ${NTH_DAYS}`), monthly]],
  },
  {
    frequency: "WEEKLY",
    interval: 2,
    patterns: [[wordsAtStart(`${EVERY} other (${WEEKDAYS}|${WEEKEND})`), weekly]],
  },
  {
    frequency: "WEEKLY",
    patterns: [
      [wordsAtStart(`${EVERY} (${WORKDAYS}|${WEEKEND}|${WEEKDAYS})`), weekly],
      [wordsAtStart("(?:on )?(weekdays|workdays|weekends)"), weekly],
      [wordsAtStart(`(?:on )?(${several(`${FULL_WEEKDAY}s?`)}(?<=s))`), weekly],
      [wordsAtStart(`(${WEEKDAY}[-–]${WEEKDAY})`), weekly],
      [wordsAtStart(`on (${SEVERAL_WEEKDAYS})`), weekly],
    ],
  },
];

/** 'every mon and thu', 'sundays', 'on the last day of the month', 'every 24 dec'. */
function readDays(text: string): FoundRhythm | null {
  for (const { frequency, interval = 1, patterns, isOnlyLast = false } of DAYS) {
    const found = firstOf(patterns, text);
    if (found) {
      return { said: { frequency, interval, by: found.said }, length: found.length, isOnlyLast };
    }
  }
  return null;
}
