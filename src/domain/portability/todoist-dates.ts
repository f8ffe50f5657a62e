import { addDays, addMonths } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { isCalendarDate } from "../dates/calendar-date.ts";
import {
  DAY,
  dateText,
  listOf,
  MONTH,
  monthNumber,
  WEEKDAY,
  weekdayCodesIn,
} from "../dates/date-words.ts";
import { INTERVAL_MAX, ONCE_RULE } from "../recurrence/custom-rule.ts";
import { afterDoneText, storedRuleText } from "../recurrence/rule-text.ts";
import type { TaskFields } from "../tasks/task-input.ts";

/** Dates in English words, as Todoist's help page on recurring dates has them. */

export type Repeat = Pick<
  TaskFields,
  "repeatValue" | "customRrule" | "customRruleText" | "afterDone" | "startDate" | "endDate"
>;

export interface ReadDate {
  readonly repeat: Repeat;
  /** the words have a time of day, which a task does not */
  readonly hasTime: boolean;
  /** the words don't say from when it counts, so it counts from today */
  readonly countsFromToday: boolean;
}

const WORKDAYS = "MO,TU,WE,TH,FR";
const UNITS: Readonly<Record<string, string>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};
const UNIT = "(day|week|month|year)s?";
const TIME =
  /\s*(?:\b(?:at|@)\s*)?\b(?:\d{1,2}(?::\d{2})\s*(?:[ap]m)?|\d{1,2}\s*[ap]m|noon|midnight)\b|\s+at\s+\d{1,2}\b/g;

const exactly = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).exec(text);

/**
 * What these words say, for somebody whose day is `today`; null when that is not sure: words of
 * another language, days without a year, hours.
 */
export function readTodoistDate(words: string, today: CalendarDate): ReadDate | null {
  const lower = words.toLowerCase().replaceAll(/\s+/g, " ").trim().replace(/^ev\b/, "every");
  const timeless = lower.replaceAll(TIME, "").trim();
  const hasTime = timeless !== lower || /\b(morning|afternoon|evening|night)\b/.test(lower);
  const once = readDate(timeless);
  if (once) {
    return { repeat: repeatOf({ rule: ONCE_RULE }, once, null), hasTime, countsFromToday: false };
  }
  const span = readSpan(timeless, today);
  const rhythm = span && readRhythm(span.rest);
  if (!rhythm) return null;
  return {
    repeat: repeatOf(rhythm, span.from ?? today, span.to),
    hasTime,
    countsFromToday: span.from === null && rhythm.needsStart === true,
  };
}

interface Rhythm {
  readonly value?: "daily" | "weekly" | "monthly" | "yearly";
  readonly rule?: string;
  /** ISO 8601 duration */
  readonly afterDone?: string;
  /** it is the first day that says on which days it is due */
  readonly needsStart?: boolean;
}

function repeatOf(
  { value, rule, afterDone }: Rhythm,
  startDate: CalendarDate,
  endDate: CalendarDate | null,
): Repeat {
  const text = rule ? storedRuleText(rule) : afterDone ? afterDoneText(afterDone) : null;
  return {
    repeatValue: value ?? "custom",
    customRrule: rule ?? null,
    customRruleText: text,
    afterDone: afterDone ?? null,
    startDate,
    endDate,
  };
}

/** A date with its year, as an ISO date or with the month's name. */
function readDate(text: string): CalendarDate | null {
  if (isCalendarDate(text)) return text;
  const dayFirst = exactly(`${DAY} (${MONTH}),? (\\d{4})`, text);
  const monthFirst = exactly(`(${MONTH}) ${DAY},? (\\d{4})`, text);
  const [day, month, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  if (day === undefined || month === undefined) return null;
  const date = dateText(year ?? "", monthNumber(month), day);
  return isCalendarDate(date) ? date : null;
}

interface Span {
  readonly rest: string;
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
}

/** Takes 'starting …', 'ending …' and 'for 3 weeks' off the end; null when they are not sure. */
function readSpan(text: string, today: CalendarDate): Span | null {
  const ending = /^(.*?),? (?:ending|until|till|to) (.+)$/.exec(text);
  const to = ending ? readDate(ending[2] ?? "") : null;
  if (ending && !to) return null;
  const started = ending?.[1] ?? text;
  const starting = /^(.*?),? (?:starting|beginning|from|start(?:ing)? on) (.+)$/.exec(started);
  const from = starting ? readDate(starting[2] ?? "") : null;
  if (starting && !from) return null;
  const rest = starting?.[1] ?? started;
  const during = new RegExp(`^(.*?) for (\\d{1,3}) ${UNIT}$`).exec(rest);
  if (!during) return { rest, from, to };
  if (to) return null;
  const [, core = "", count, unit] = during;
  return { rest: core, from, to: addDays(later(from ?? today, Number(count), unit), -1) };
}

function later(from: CalendarDate, count: number, unit = "day"): CalendarDate {
  if (unit === "day") return addDays(from, count);
  if (unit === "week") return addDays(from, 7 * count);
  return addMonths(from, unit === "year" ? 12 * count : count);
}

const SIMPLE: Readonly<Record<string, Rhythm>> = {
  daily: { value: "daily" },
  everyday: { value: "daily" },
  "every day": { value: "daily" },
  "every morning": { value: "daily" },
  "every afternoon": { value: "daily" },
  "every evening": { value: "daily" },
  "every night": { value: "daily" },
  weekly: { value: "weekly", needsStart: true },
  "every week": { value: "weekly", needsStart: true },
  monthly: { value: "monthly", needsStart: true },
  "every month": { value: "monthly", needsStart: true },
  quarterly: { rule: "RRULE:FREQ=MONTHLY;INTERVAL=3", needsStart: true },
  "every quarter": { rule: "RRULE:FREQ=MONTHLY;INTERVAL=3", needsStart: true },
  yearly: { value: "yearly", needsStart: true },
  annually: { value: "yearly", needsStart: true },
  "every year": { value: "yearly", needsStart: true },
  "every weekday": { rule: `RRULE:FREQ=WEEKLY;BYDAY=${WORKDAYS}` },
  "every workday": { rule: `RRULE:FREQ=WEEKLY;BYDAY=${WORKDAYS}` },
  // As the help page has it.
  "every weekend": { rule: "RRULE:FREQ=WEEKLY;BYDAY=SA" },
};

function readRhythm(text: string): Rhythm | null {
  const known = SIMPLE[text];
  if (known) return known;
  const afterDone = exactly(`(?:every! ?|after )(?:(\\d{1,3}) )?${UNIT}`, text);
  if (afterDone) return readAfterDone(afterDone[1] ?? "1", afterDone[2] ?? "day");
  const every = /^(?:every|on|each) (.+)$/.exec(text)?.[1] ?? text;
  const isOneOf = text !== every || /^(daily|weekly|monthly|yearly) /.test(text);
  return isOneOf ? readInterval(every) : null;
}

function readAfterDone(count: string, unit: string): Rhythm | null {
  const number = Number(count) * (unit === "year" ? 12 : 1);
  if (number < 1 || number > INTERVAL_MAX) return null;
  const letter = unit === "year" ? "M" : unit.charAt(0).toUpperCase();
  return { afterDone: `P${number}${letter}` };
}

/** 'other week', '2 weeks on mon and fri', '3 months on the 15th', else days without an interval. */
function readInterval(text: string): Rhythm | null {
  const other = new RegExp(`^other (${WEEKDAY})$`).exec(text);
  if (other) {
    const days = weekdayCodesIn(other[1] ?? "");
    return { rule: `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=${days}`, needsStart: true };
  }
  const counted = new RegExp(
    `^(?:(other|\\d{1,3}) )?(?:${UNIT}|(daily|weekly|monthly|yearly))(?: on (.+))?$`,
  ).exec(text);
  if (!counted) return readDays(text);
  const [, times = "1", unit, adverb, days] = counted;
  const interval = times === "other" ? 2 : Number(times);
  if (interval < 1 || interval > INTERVAL_MAX) return null;
  const frequency = adverb?.toUpperCase() ?? UNITS[unit ?? ""] ?? "";
  const every = interval === 1 ? "" : `;INTERVAL=${interval}`;
  if (days === undefined) {
    if (interval === 1) return SIMPLE[`every ${unit}`] ?? null;
    return { rule: `RRULE:FREQ=${frequency}${every}`, needsStart: true };
  }
  const on = readDays(days.replace(/^the /, ""))?.rule;
  const parts = on ? /^RRULE:FREQ=(\w+)(.*)$/.exec(on) : null;
  if (parts?.[1] !== frequency) return null;
  return { rule: `RRULE:FREQ=${frequency}${every}${parts[2]}`, needsStart: interval > 1 };
}

/** 'mon, wed and fri', '3rd friday', 'last day', '15th, 30th', 'jan 27th'. */
function readDays(text: string): Rhythm | null {
  const days = text.replace(/ (?:of (?:the|each|every)|each|every|in the) month$/, "");
  if (exactly(listOf(WEEKDAY), days)) {
    return { rule: `RRULE:FREQ=WEEKLY;BYDAY=${weekdayCodesIn(days)}` };
  }
  if (days === "last day") return { rule: "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1" };
  const numbered = exactly(
    `(?:(last)|(?:([1-5])(?:st|nd|rd|th)|(first|second|third|fourth|fifth))) (?:(${WEEKDAY})|workday|weekday)`,
    days,
  );
  if (numbered) {
    const [, last, digit, word, weekday] = numbered;
    const position = last
      ? -1
      : Number(digit ?? ["first", "second", "third", "fourth", "fifth"].indexOf(word ?? "") + 1);
    const byDay = weekday ? weekdayCodesIn(weekday) : WORKDAYS;
    return { rule: `RRULE:FREQ=MONTHLY;BYDAY=${byDay};BYSETPOS=${position}` };
  }
  if (exactly(listOf(DAY), days)) {
    const numbers = [...days.matchAll(/\d+/g)].map(Number);
    const isPossible = numbers.every((day) => day >= 1 && day <= 31);
    return isPossible ? { rule: `RRULE:FREQ=MONTHLY;BYMONTHDAY=${sorted(numbers)}` } : null;
  }
  return readYearly(days);
}

/** One day in one month or several: 'jan 27th, apr 27th'. */
function readYearly(text: string): Rhythm | null {
  const date = `(?:${MONTH} \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH})`;
  if (!exactly(listOf(date), text)) return null;
  const days = new Set([...text.matchAll(/\d+/g)].map(Number));
  const months = [...text.matchAll(new RegExp(MONTH, "g"))].map(([name]) => monthNumber(name));
  const [day = 0] = days;
  const isPossible = months.every((month) => isCalendarDate(leapDay(month, day)));
  if (days.size > 1 || !isPossible) return null;
  return { rule: `RRULE:FREQ=YEARLY;BYMONTH=${sorted(months)};BYMONTHDAY=${day}` };
}

const leapDay = (month: number, day: number) => dateText(2024, month, day);

const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b).join();
