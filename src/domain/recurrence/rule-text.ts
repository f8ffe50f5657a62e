import { toDayNumber, weekdayOf } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import { sideBySide } from "../joined.ts";
import { type Locale, US_ENGLISH } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import type { Task } from "../tasks/task.ts";
import { isDialogRule, isOnce } from "./custom-rule.ts";
import type { Schedule } from "./recurrence.ts";
import {
  countsWeekdays,
  type Frequency,
  parseRule,
  type RecurrenceRule,
} from "./recurrence-rule.ts";
import {
  eachWeekday,
  isNamedSet,
  monthDaysList,
  monthDaysText,
  monthsList,
  numberedWeekdays,
  ofMonths,
  ofYear,
  positionsText,
  weekdayAt,
  weekdaysList,
  weekdaysOf,
  weekdaysText,
  weekStartText,
  weeksText,
  yearDaysText,
} from "./rule-phrases.ts";

/** Recurrence in words; unlike rrule's own text, right for every rule that parses. */

export const FREQUENCY_NAMES: Readonly<Record<Frequency, Message>> = {
  daily: msg("Daily"),
  weekly: msg("Weekly"),
  monthly: msg("Monthly"),
  yearly: msg("Yearly"),
};

const AFTER_DONE: Readonly<Record<string, Message>> = {
  D: msg("{n, plural, one {# day} other {# days}} after it was done"),
  W: msg("{n, plural, one {# week} other {# weeks}} after it was done"),
  M: msg("{n, plural, one {# month} other {# months}} after it was done"),
};

/** '3 days after it was done', of an ISO 8601 duration such as `P3D`. */
const afterDoneText = (duration: string, locale: Locale) =>
  ofDuration(AFTER_DONE, duration, locale);

/** One of the texts for days, weeks and months. */
function ofDuration(texts: typeof AFTER_DONE, duration: string, { t }: Locale): string {
  const text = texts[duration.at(-1) ?? ""] ?? texts.D;
  return text ? t(text, { n: Number.parseInt(duration.slice(1), 10) }) : "";
}

/** For an interval of `n`. */
export const EVERY: Readonly<Record<Frequency, Message>> = {
  daily: msg("{n, plural, one {Every day} other {Every # days}}"),
  weekly: msg("{n, plural, one {Every week} other {Every # weeks}}"),
  monthly: msg("{n, plural, one {Every month} other {Every # months}}"),
  yearly: msg("{n, plural, one {Every year} other {Every # years}}"),
};

const EVERY_ON: Readonly<Record<Exclude<Frequency, "daily">, Message>> = {
  weekly: msg(
    "{n, plural, one {Weekly on {days}} other {Every # weeks on {days}}} // {days}: 'Monday and Friday', 'every weekday', 'the 13th of the month'",
  ),
  monthly: msg(
    "{n, plural, one {Monthly on {days}} other {Every # months on {days}}} // {days}: 'the second Tuesday', 'every Friday', 'the 1st and last day'",
  ),
  yearly: msg(
    "{n, plural, one {Yearly on {days}} other {Every # years on {days}}} // {days}: 'the second Sunday of May', 'the 1st of March'",
  ),
};

/**
 * The sentence for a rule: 'Every 2 weeks on Monday and Wednesday', 'Monthly on the second Tuesday',
 * 'Monthly on the 1st and last day in June, 5 times'; null for a text that does not parse.
 */
export function ruleText(text: string, locale: Locale, startDate = ""): string | null {
  const rule = parseRule(text);
  if (rule === null) return null;
  return isOnce(rule) ? locale.t("Once") : sentence(withWeekday(rule, startDate), locale);
}

/** A rule of weeks that names no days is due on its start's weekday. */
function withWeekday(rule: RecurrenceRule, startDate: string): RecurrenceRule {
  const { frequency, byDay, byMonthDay, byYearDay, byWeekNo } = rule;
  const named = [byDay, byMonthDay, byYearDay, byWeekNo].some(({ length }) => length > 0);
  if (frequency !== "weekly" || named || startDate === "") return rule;
  return { ...rule, byDay: [{ weekday: weekdayOf(toDayNumber(startDate)), ordinal: null }] };
}

/**
 * The repeat text of the task card; 'Weekly on Friday' where the start is given, which stands without a date.
 * A rule that does not parse makes every day count, so it reads 'Daily'; one that the dialog cannot build has
 * the text that it was brought with, if any.
 */
export function repeatText(
  task: Pick<Schedule, "repeatValue"> &
    Partial<Pick<Task, "customRrule" | "customRruleText" | keyof OneAtATime | "startDate">>,
  locale: Locale,
): string {
  if (task.waitsFor) return whenText({ ...task, waitsFor: task.waitsFor }, locale);
  if (task.afterDone) return afterDoneText(task.afterDone, locale);
  const { repeatValue, startDate = "" } = task;
  const name = locale.t(FREQUENCY_NAMES[repeatValue as Frequency] ?? FREQUENCY_NAMES.daily);
  if (repeatValue === "weekly") return ruleText("FREQ=WEEKLY", locale, startDate) ?? name;
  if (repeatValue !== "custom") return name;
  const rule = task.customRrule ?? "";
  return foreignText(rule, task.customRruleText) ?? ruleText(rule, locale, startDate) ?? name;
}

/** The person's own words for a rule from elsewhere. */
function foreignText(rule: string, text: string | null | undefined): string | null {
  if (!text || parseRule(rule) === null || isDialogRule(rule)) return null;
  // Up to version 2.0.0 our own sentence was stored, too.
  return text === ruleText(rule, US_ENGLISH) ? null : text;
}

type OneAtATime = Pick<Task, "afterDone" | "waitsFor" | "waitsAmount">;

/** 'When “Drier hours” has grown by 300, or 6 months after it was done' */
function whenText(
  { afterDone, waitsFor, waitsAmount }: Partial<OneAtATime> & { readonly waitsFor: string },
  locale: Locale,
): string {
  const { t } = locale;
  const when = waitsAmount
    ? t("When “{what}” has grown by {amount, number} // a meter", {
        ...{ what: waitsFor, amount: waitsAmount },
      })
    : t("When “{what}” happens", { what: waitsFor });
  return afterDone
    ? t(
        "{when}, or {after} // 'When “Drier hours” has grown by 300', '6 months after it was done'",
        { when, after: afterDoneText(afterDone, locale) },
      )
    : when;
}

/** As it stands within a sentence: 'when “dishwasher done” happens'. */
export const inSentence = (text: string, locale: Locale) =>
  text.charAt(0).toLocaleLowerCase(locale.tag) + text.slice(1);

const AGAIN_AFTER_DONE: Readonly<Record<string, Message>> = {
  D: msg("Due again {n, plural, one {# day} other {# days}} after it is done."),
  W: msg("Due again {n, plural, one {# week} other {# weeks}} after it is done."),
  M: msg("Due again {n, plural, one {# month} other {# months}} after it is done."),
};

/** 'Due again 3 days after it is done.', 'Due when “dishwasher done” happens.'; empty for a schedule with dates. */
export function dueAgainText(task: Partial<OneAtATime>, locale: Locale): string {
  const { afterDone, waitsFor, waitsAmount } = task;
  if (!waitsFor) return ofDuration(AGAIN_AFTER_DONE, afterDone ?? "", locale);
  if (!waitsAmount && !afterDone) return locale.t("Due when “{what}” happens.", { what: waitsFor });
  return locale.t(
    "Due {when}. // 'when “Drier hours” has grown by 300, or 6 months after it was done'",
    { when: inSentence(whenText({ ...task, waitsFor }, locale), locale) },
  );
}

/** The main clause; the other parts follow it as limits. */
function sentence(rule: RecurrenceRule, locale: Locale): string {
  const { t } = locale;
  const { frequency, byDay, byMonth, byMonthDay, byYearDay, byWeekNo, bySetPos } = rule;
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
  const hasPosition = takesPosition && bySetPos.length > 0;
  const namesMonths =
    frequency === "yearly" &&
    (hasPosition || numbered.length > 0 || (isMonthDayFirst && !isYearDayFirst));

  let days: string | null = null;
  if (!isDaily && byDay.length > 0) days = onWeekdays(rule, hasPosition, locale);
  else if (isMonthDayFirst && byMonthDay.length > 0) days = onMonthDays(rule, locale);
  else if (isYearDayFirst && byYearDay.length > 0) days = yearDaysText(rule, locale);
  else if (isWeekFirst && byWeekNo.length > 0)
    days = t("every day of {weeks} // 'every day of week 20 of the year'", {
      weeks: weeksText(rule, locale),
    });

  const months = monthsList(rule, locale);
  const main = mainClause(rule, days, locale);
  const limits = [
    isDaily && byDay.length > 0 && onlyOn(weekdaysText(rule, locale), locale),
    !takesMonthDays && byMonthDay.length > 0 && onlyOn(monthDaysText(rule, locale), locale),
    !isYearDayFirst && byYearDay.length > 0 && onlyOn(yearDaysText(rule, locale), locale),
    !isWeekFirst && byWeekNo.length > 0 && onlyInWeeks(rule, locale),
    !takesMonths && byMonth.length > 0 && t("only in {months}", { months }),
    !takesPosition && bySetPos.length > 0 && positionsText(rule, locale),
    weekStartMatters(rule) && weekStartText(rule, locale),
    rule.count !== null &&
      t("{count, plural, =1 {once} other {# times}} // how often it is due at all", {
        count: rule.count,
      }),
    rule.until !== null && untilText(rule.until, locale),
  ].filter((limit) => limit !== false);
  const first =
    byMonth.length > 0 && takesMonths && !namesMonths
      ? t("{rule} in {months} // 'Weekly on Monday' 'in June'", { rule: main, months })
      : main;
  return sideBySide([first, ...limits], locale);
}

function mainClause(
  { frequency, interval: n }: RecurrenceRule,
  days: string | null,
  { t }: Locale,
) {
  if (days !== null && frequency !== "daily") return t(EVERY_ON[frequency], { n, days });
  return n === 1 ? t(FREQUENCY_NAMES[frequency]) : t(EVERY[frequency], { n });
}

/** 'Monday', 'every Friday that is the 13th', 'the second Tuesday of the year'. */
function onWeekdays(rule: RecurrenceRule, hasPosition: boolean, locale: Locale): string {
  const { t } = locale;
  const { plain, numbered } = weekdaysOf(rule);
  const { frequency, byMonth, byMonthDay, bySetPos } = rule;
  if (hasPosition) {
    const days = weekdayAt(bySetPos, plain, locale);
    if (frequency !== "yearly") return days;
    // Otherwise 'the second Sunday' would read as that of the start's month.
    if (byMonth.length === 0) return ofYear(days, locale);
    const months = monthsList(rule, locale);
    return byMonth.length === 1
      ? ofMonths(days, months, locale)
      : t("{days} of {months} together // 'the fourth Sunday of May and June together'", {
          days,
          months,
        });
  }
  const each = () => eachWeekday(plain, locale);
  if (numbered.length > 0) return numberedWeekdays(rule, plain.length > 0 ? [each()] : [], locale);
  if (frequency === "weekly") return isNamedSet(plain) ? each() : weekdaysList(plain, locale);
  return byMonthDay.length === 0
    ? each()
    : t("{days} that is the {dates} // 'every Friday' 'that is the 13th or 14th'", {
        days: each(),
        dates: monthDaysList(rule, locale, "or"),
      });
}

/** 'the 1st and last day', with where in a week's or a year's rule. */
function onMonthDays(rule: RecurrenceRule, locale: Locale): string {
  const { t } = locale;
  const days = monthDaysList(rule, locale);
  if (rule.frequency === "weekly") return monthDaysText(rule, locale);
  if (rule.frequency === "monthly") return t("the {days} // 'the 1st and last day'", { days });
  return rule.byMonth.length > 0
    ? t("the {days} of {months} // 'the 1st and 15th of March and September'", {
        days,
        months: monthsList(rule, locale),
      })
    : t("the {days} of every month // 'the 1st and last day of every month'", { days });
}

export const onlyOn = (days: string, { t }: Locale) =>
  t("only on {days} // 'only on Mondays', 'only on the 1st of the month'", { days });

export const onlyInWeeks = (rule: RecurrenceRule, locale: Locale) =>
  locale.t("only in {weeks} // 'only in week 20 of the year'", { weeks: weeksText(rule, locale) });

export const untilText = (until: string, locale: Locale) =>
  locale.t("until {date} // the last day of a rule", { date: formatDate(until, locale) });

/** Weeks begin on Monday unless a rule says otherwise, which is seldom of consequence. */
function weekStartMatters({ weekStart, frequency, interval, ...rule }: RecurrenceRule): boolean {
  const countsWeeks = frequency === "weekly" && (interval > 1 || rule.bySetPos.length > 0);
  return weekStart !== 0 && (countsWeeks || rule.byWeekNo.length > 0);
}
