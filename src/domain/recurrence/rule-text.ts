import { toDayNumber, weekdayOf } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import { joined } from "../joined.ts";
import { type Locale, US_ENGLISH } from "../language/locale.ts";
import type { Task } from "../tasks/task.ts";
import { inOrder, isDialogRule, isOnce } from "./custom-rule.ts";
import type { Schedule } from "./recurrence.ts";
import {
  countsWeekdays,
  type Frequency,
  parseRule,
  type RecurrenceRule,
  type WeekdayEntry,
} from "./recurrence-rule.ts";

/** Recurrence in words; unlike rrule's own text, right for every rule that parses. */

export const FREQUENCY_NAMES: Readonly<Record<Frequency, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
};

export const PERIOD_NAMES: Readonly<Record<Frequency, string>> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
};

/** From Monday on. */
export const WEEKDAY_NAMES = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

export const MONTH_NAMES =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Sets of weekdays that have a name of their own, by their numbers. */
const NAMED_SETS: Readonly<Record<string, string>> = {
  "0123456": "day",
  "01234": "weekday",
  "56": "weekend day",
};

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/**
 * The sentence for a rule: 'Every 2 weeks on Monday and Wednesday', 'Monthly on the second Tuesday',
 * 'Monthly on the 1st and last day in June, 5 times'; null for a text that does not parse.
 */
export function ruleText(text: string, locale: Locale, startDate = ""): string | null {
  const rule = parseRule(text);
  if (rule === null) return null;
  return isOnce(rule) ? "Once" : sentence(withWeekday(rule, startDate), locale);
}

/** A rule of weeks that names no days is due on its start's weekday. */
function withWeekday(rule: RecurrenceRule, startDate: string): RecurrenceRule {
  const { frequency, byDay, byMonthDay, byYearDay, byWeekNo } = rule;
  const named = [byDay, byMonthDay, byYearDay, byWeekNo].some(({ length }) => length > 0);
  if (frequency !== "weekly" || named || startDate === "") return rule;
  return { ...rule, byDay: [{ weekday: weekdayOf(toDayNumber(startDate)), ordinal: null }] };
}

/** The sentence that is stored with a rule: the same for everyone, however they write dates. */
export const storedRuleText = (rule: string): string | null => ruleText(rule, US_ENGLISH);

/**
 * The repeat text of the task card; 'Weekly on Friday' where the start is given, which stands without a date. A rule that does not parse makes every day count, so it reads
 * 'Daily'; one that the dialog cannot build has the text that was stored with it, if any.
 */
export function repeatText(
  task: Pick<Schedule, "repeatValue"> &
    Partial<Pick<Task, "customRrule" | "customRruleText" | "afterDone" | "startDate">>,
  locale: Locale,
): string {
  if (task.afterDone) return afterDoneText(task.afterDone);
  const { repeatValue, startDate = "" } = task;
  const name = FREQUENCY_NAMES[repeatValue as Frequency] ?? FREQUENCY_NAMES.daily;
  if (repeatValue === "weekly") return ruleText("FREQ=WEEKLY", locale, startDate) ?? name;
  if (repeatValue !== "custom") return name;
  const rule = task.customRrule ?? "";
  const text = ruleText(rule, locale, startDate) ?? name;
  const isForeign = parseRule(rule) !== null && !isDialogRule(rule);
  const isOurs = task.customRruleText === storedRuleText(rule);
  return (isForeign && !isOurs && task.customRruleText) || text;
}

const DURATION_UNITS: Readonly<Record<string, string>> = { D: "day", W: "week", M: "month" };

/** '3 days after it was done', of an ISO 8601 duration such as `P3D`. */
export const afterDoneText = (duration: string): string =>
  `${durationText(duration)} after it was done`;

/** '3 days', of an ISO 8601 duration such as `P3D`. */
export function durationText(duration: string): string {
  const count = Number.parseInt(duration.slice(1), 10);
  const unit = DURATION_UNITS[duration.at(-1) ?? ""] ?? "day";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The main clause; the other parts follow it as limits. */
function sentence(rule: RecurrenceRule, locale: Locale): string {
  const { frequency, interval, byDay, byMonthDay, byYearDay, byWeekNo, bySetPos } = rule;
  const period =
    interval === 1 ? FREQUENCY_NAMES[frequency] : `Every ${interval} ${PERIOD_NAMES[frequency]}s`;
  const isDaily = frequency === "daily";
  const { plain, numbered } = weekdaysOf(rule);
  const isPlain = countsWeekdays(rule.frequency) && plain.length > 0 && numbered.length === 0;
  const beside = (...lists: readonly (readonly unknown[])[]) => lists.some(({ length }) => length);

  const isMonthDayFirst = !isDaily && byDay.length === 0;
  const isYearDayFirst = isMonthDayFirst && byMonthDay.length === 0;
  const isWeekFirst = isYearDayFirst && byYearDay.length === 0;
  const takesMonthDays = isMonthDayFirst || isPlain;
  const takesPosition = isPlain && !beside(byMonthDay, byYearDay, byWeekNo);
  const takesMonths = !(isYearDayFirst && beside(byYearDay, byWeekNo));

  let main = "";
  if (!isDaily && byDay.length > 0) main = ` on ${onWeekdays(rule, takesPosition)}`;
  else if (isMonthDayFirst && byMonthDay.length > 0) main = ` on ${onMonthDays(rule)}`;
  else if (isYearDayFirst && byYearDay.length > 0) main = ` on ${yearDaysText(rule)}`;
  else if (isWeekFirst && byWeekNo.length > 0) main = ` on every day of ${weeksText(rule)}`;
  else main = inMonths(rule);

  const limits = [
    isDaily && byDay.length > 0 && `only on ${weekdaysText(rule)}`,
    !takesMonthDays && byMonthDay.length > 0 && `only on ${monthDaysText(rule)}`,
    !isYearDayFirst && byYearDay.length > 0 && `only on ${yearDaysText(rule)}`,
    !isWeekFirst && byWeekNo.length > 0 && `only in ${weeksText(rule)}`,
    !takesMonths && rule.byMonth.length > 0 && `only${inMonths(rule)}`,
    !takesPosition && bySetPos.length > 0 && positionsText(rule),
    weekStartMatters(rule) && weekStartText(rule),
    rule.count !== null && (rule.count === 1 ? "once" : `${rule.count} times`),
    rule.until !== null && untilText(rule.until, locale),
  ];
  return [period + main, ...limits.filter((limit) => limit !== false)].join(", ");
}

function weekdaysOf(rule: RecurrenceRule) {
  const isNumbered = ({ ordinal }: WeekdayEntry) =>
    ordinal !== null && countsWeekdays(rule.frequency);
  const numbered = rule.byDay.filter(isNumbered);
  const plain = rule.byDay.filter((entry) => !isNumbered(entry)).map(({ weekday }) => weekday);
  return { plain: [...new Set(plain)].sort(), numbered };
}

/** 'Monday', 'every Friday that is the 13th in May', 'the second Tuesday of the year'. */
function onWeekdays(rule: RecurrenceRule, takesPosition: boolean): string {
  const { plain, numbered } = weekdaysOf(rule);
  const { frequency, byMonth, byMonthDay, bySetPos } = rule;
  const isYearly = frequency === "yearly";
  if (takesPosition && bySetPos.length > 0) {
    const place = `the ${joined(inOrder(bySetPos).map(positionText))} ${nameOf(plain, "or")}`;
    // Otherwise 'the second Sunday' would read as that of the start's month.
    return (
      place + (isYearly ? ofYear(byMonth, byMonth.length > 1 ? " together" : "") : inMonths(rule))
    );
  }
  if (numbered.length > 0) {
    const every = plain.length > 0 ? [`every ${nameOf(plain, "and")}`] : [];
    const named = joined([...every, ...numberedNames(numbered)]);
    return named + (isYearly ? ofYear(byMonth) : inMonths(rule));
  }
  const named = NAMED_SETS[plain.join("")];
  const each = frequency === "weekly" && !named ? "" : "every ";
  const isDay =
    byMonthDay.length > 0 && countsWeekdays(rule.frequency)
      ? ` that is the ${dayNames(byMonthDay, "or")}`
      : "";
  return each + nameOf(plain, "and") + isDay + inMonths(rule);
}

/** ['the first and third Monday', 'the last Friday'] */
function numberedNames(entries: readonly WeekdayEntry[]): string[] {
  return WEEKDAY_NAMES.flatMap((name, weekday) => {
    const ordinals = entries.flatMap((entry) =>
      entry.weekday === weekday ? (entry.ordinal ?? []) : [],
    );
    return ordinals.length === 0
      ? []
      : [`the ${joined(inOrder(ordinals).map(positionText))} ${name}`];
  });
}

function ofYear(months: readonly number[], together = ""): string {
  if (months.length === 0) return " of the year";
  return ` of ${joined(monthNames(months), together ? " and " : " and of ")}${together}`;
}

/** 'the 1st and last day', with where in a week's or a year's rule. */
function onMonthDays(rule: RecurrenceRule): string {
  if (rule.frequency !== "yearly") {
    const ofMonth = rule.frequency === "weekly" ? " of the month" : "";
    return `the ${dayNames(rule.byMonthDay, "and")}${ofMonth}${inMonths(rule)}`;
  }
  const months = rule.byMonth.length > 0 ? joined(monthNames(rule.byMonth)) : "every month";
  return `the ${dayNames(rule.byMonthDay, "and")} of ${months}`;
}

function inMonths({ byMonth }: RecurrenceRule): string {
  return byMonth.length === 0 ? "" : ` in ${joined(monthNames(byMonth))}`;
}

function monthNames(months: readonly number[]): string[] {
  return inOrder(months).map((month) => MONTH_NAMES[month - 1] ?? "");
}

/** '1st, 15th and last day' */
function dayNames(days: readonly number[], conjunction: "and" | "or"): string {
  const names = inOrder(days).map((day) =>
    day > 0 ? `${day}${ordinalSuffix(day)}` : `${positionText(day)} day`,
  );
  return joined(names, ` ${conjunction} `);
}

/** 'Mondays and Fridays', 'the first Monday'. */
export function weekdaysText(rule: RecurrenceRule): string {
  const { plain, numbered } = weekdaysOf(rule);
  const inYear = rule.frequency === "yearly" ? ofYear(rule.byMonth) : "";
  if (numbered.length > 0) return joined(numberedNames(numbered)) + inYear;
  const named = NAMED_SETS[plain.join("")];
  return joined((named ? [named] : plain.map((day) => WEEKDAY_NAMES[day])).map((day) => `${day}s`));
}

/** 'the 1st and last day of the month' */
export function monthDaysText({ byMonthDay }: Pick<RecurrenceRule, "byMonthDay">): string {
  return `the ${dayNames(byMonthDay, "and")} of the month`;
}

/** 'the 100th and last day of the year' */
export function yearDaysText({ byYearDay }: RecurrenceRule): string {
  return `the ${joined(inOrder(byYearDay).map(positionText))} day of the year`;
}

/** 'weeks 1, 10 and 20 of the year', 'week 1 and the last week of the year' */
export function weeksText({ byWeekNo }: RecurrenceRule): string {
  const weeks = inOrder(byWeekNo);
  const numbers = weeks.filter((week) => week > 0).map(String);
  const fromEnd = weeks.filter((week) => week < 0).map((week) => `the ${positionText(week)} week`);
  const [first, ...more] = numbers;
  const word = more.length > 0 ? "weeks" : "week";
  return `${joined(first === undefined ? fromEnd : [`${word} ${first}`, ...more, ...fromEnd])} of the year`;
}

/** 'only the first of these days in each month' */
export function positionsText({ bySetPos, frequency }: RecurrenceRule): string {
  return `only the ${joined(inOrder(bySetPos).map(positionText))} of these days in each ${PERIOD_NAMES[frequency]}`;
}

export function weekStartText({ weekStart }: RecurrenceRule): string {
  return `weeks start on ${WEEKDAY_NAMES[weekStart]}`;
}

export function untilText(until: string, locale: Locale): string {
  return `until ${formatDate(until, locale)}`;
}

/** Weeks begin on Monday unless a rule says otherwise, which is seldom of consequence. */
function weekStartMatters({ weekStart, frequency, interval, ...rule }: RecurrenceRule): boolean {
  const countsWeeks = frequency === "weekly" && (interval > 1 || rule.bySetPos.length > 0);
  return weekStart !== 0 && (countsWeeks || rule.byWeekNo.length > 0);
}

function nameOf(weekdays: readonly number[], conjunction: "and" | "or"): string {
  const named = NAMED_SETS[weekdays.join("")];
  return (
    named ??
    joined(
      weekdays.map((day) => WEEKDAY_NAMES[day] ?? ""),
      ` ${conjunction} `,
    )
  );
}

/** 'second', '6th', 'last', 'third to last'; a position is never 0. */
export function positionText(position: number): string {
  if (position === -1) return "last";
  return position > 0 ? ordinalText(position) : `${ordinalText(-position)} to last`;
}

function ordinalText(position: number): string {
  return ORDINALS[position - 1] ?? `${position}${ordinalSuffix(position)}`;
}

export function ordinalSuffix(position: number): string {
  const tens = position % 100;
  if (tens >= 11 && tens <= 13) return "th";
  return ["th", "st", "nd", "rd"][position % 10] ?? "th";
}
