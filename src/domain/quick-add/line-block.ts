import type { Language } from "../language/languages.ts";
import type { Frequency } from "../recurrence/recurrence-rule.ts";

/** So many days, weeks, months or years. */
export interface Span {
  readonly frequency: Frequency;
  readonly interval: number;
}

/** A word for a span: its pattern, and what one of it is. */
type SpanWord = readonly [pattern: string, frequency: Frequency, interval: number];

/** What a phrase is, with its patterns; the first that reads counts. */
type Phrases = {
  /* Days: 'tomorrow', 'next friday', 'in 3 days', '24 dec' */
  readonly today: readonly string[];
  readonly tomorrow: readonly string[];
  readonly dayAfterTomorrow: readonly string[];
  readonly nextWeekday: readonly string[];
  readonly nextWeek: readonly string[];
  readonly nextMonth: readonly string[];
  readonly thisWeekend: readonly string[];
  readonly thisWeekday: readonly string[];
  readonly weekday: readonly string[];
  /** weekdays that are another word when they stand alone */
  readonly cutWeekday: readonly string[];
  readonly inSpan: readonly string[];
  readonly dayOfMonth: readonly string[];
  readonly numericDate: readonly string[];
  /* What stands before a day */
  readonly from: readonly string[];
  readonly until: readonly string[];
  /** the same beside a rhythm, and a day without one: German 'bis' */
  readonly untilOrBy: readonly string[];
  /** without a day, too */
  readonly once: readonly string[];
  readonly on: readonly string[];
  /** 'for 3 weeks' */
  readonly during: readonly string[];
  /* Rhythms */
  /** 'every 2 weeks', 'monthly'; without a unit, every day; what has `<counted>` counts from when it was done */
  readonly period: readonly string[];
  /** ' on friday', after a period */
  readonly afterPeriod: readonly string[];
  /** ' after it was done', after a period */
  readonly afterDone: readonly string[];
  /** 'every mon and thu', 'on the last day of the month', 'every 24 dec' */
  readonly days: readonly string[];
  /** those that mean something else when more follows them: 'on the 1st' */
  readonly daysAtEnd: readonly string[];
  /** ' evening', after weekdays */
  readonly daytime: readonly string[];
  /* What sounds like a rhythm and doesn't say on which days; the latter at a line's end alone */
  readonly unknown: readonly string[];
  readonly unknownAtEnd: readonly string[];
};

/**
 * The words of one language. All are patterns of text in lower case with one space between words, as readers write
 * them: what isn't understood stays title. In a phrase, `{name}` stands for a field's pattern, and `<name>` for the
 * same where it is read: 'every <count> <unit>'; `(?<name>…)` is read likewise.
 * docs/languages.md has the names.
 */
export interface LineBlock {
  readonly language: Language;
  /** letters that are written in several ways, and as what they are compared: `{ ä: "a", ae: "a" }` */
  readonly letters?: Readonly<Record<string, string>>;
  /** From Monday on, in full or cut. */
  readonly weekdays: readonly string[];
  /** From Monday on, as a calendar cuts them; alone, some are other words. */
  readonly shortWeekdays?: readonly string[];
  /** 'monday to friday' */
  readonly ranges: readonly string[];
  readonly everyDay: string;
  readonly workdays: string;
  readonly weekend: string;
  readonly months: readonly string[];
  /** '24', '24th', beside a month */
  readonly day: string;
  /** '24th', without one */
  readonly monthDay: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** between the last two of a list */
  readonly and: string;
  /** before each of a list's: 'le lundi, le mardi' */
  readonly article?: string;
  /** between a day's and a month's numbers, as a class of characters; `./` unless given */
  readonly dateSigns?: string;
  /** From one on. */
  readonly numbers: readonly string[];
  /** From the first on. */
  readonly ordinals: readonly string[];
  readonly last: string;
  readonly units: readonly SpanWord[];
  readonly adverbs: readonly SpanWord[];
  readonly phrases: Phrases;
  /** words of a time of day, one by one: they may follow a day */
  readonly time: string;
  /** before a weekday: one that has been */
  readonly past: string;
  /** words whose full stop ends no sentence */
  readonly dotted?: string;
  /** words whose exclamation mark says something */
  readonly exclaimed?: string;
  /** in titles of what comes back weekly in most homes */
  readonly chores: string;
}
