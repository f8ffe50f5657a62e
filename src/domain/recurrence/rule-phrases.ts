import { monthName, weekdayName } from "../dates/format-date.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import { inOrder } from "./custom-rule.ts";
import {
  countsWeekdays,
  type Frequency,
  type RecurrenceRule,
  type WeekdayEntry,
} from "./recurrence-rule.ts";

/**
 * The parts of a rule in words. Those that name days stand after 'on'; a language that needs another word for each of
 * them has it in these ('am ersten Montag und am 15.').
 */

/** What a position counts: by its noun a word may be another one. */
type Counted = "day" | "these" | "alone";

/** From the beginning of a period on, and from its end. */
const POSITIONS: Readonly<Record<Counted, readonly [Message, Message]>> = {
  day: [
    msg(
      "{n, selectordinal, =1 {first} =2 {second} =3 {third} =4 {fourth} =5 {fifth} one {#st} two {#nd} few {#rd} other {#th}} // a day: 'the second Tuesday'",
    ),
    msg(
      "{n, selectordinal, =1 {last} =2 {second to last} =3 {third to last} =4 {fourth to last} =5 {fifth to last} one {#st to last} two {#nd to last} few {#rd to last} other {#th to last}} // a day: 'the last Tuesday'",
    ),
  ],
  these: [
    msg(
      "{n, selectordinal, =1 {first} =2 {second} =3 {third} =4 {fourth} =5 {fifth} one {#st} two {#nd} few {#rd} other {#th}} // 'the second of these days'",
    ),
    msg(
      "{n, selectordinal, =1 {last} =2 {second to last} =3 {third to last} =4 {fourth to last} =5 {fifth to last} one {#st to last} two {#nd to last} few {#rd to last} other {#th to last}} // 'the last of these days'",
    ),
  ],
  alone: [
    msg(
      "{n, selectordinal, =1 {First} =2 {Second} =3 {Third} =4 {Fourth} =5 {Fifth} one {#st} two {#nd} few {#rd} other {#th}} // which day, a choice",
    ),
    msg(
      "{n, selectordinal, =1 {Last} =2 {Second to last} =3 {Third to last} =4 {Fourth to last} =5 {Fifth to last} one {#st to last} two {#nd to last} few {#rd to last} other {#th to last}} // which day, a choice",
    ),
  ],
};

/** 'second', '6th', 'last', 'third to last'; a position is never 0. */
export function positionText(position: number, counted: Counted, { t }: Locale): string {
  const [fromStart, fromEnd] = POSITIONS[counted];
  return t(position > 0 ? fromStart : fromEnd, { n: Math.abs(position) });
}

const positionsList = (positions: readonly number[], counted: Counted, locale: Locale) =>
  listed(
    inOrder(positions).map((position) => positionText(position, counted, locale)),
    locale,
  );

/** Sets of weekdays that have a name of their own, by their numbers: each of them, one of them, all. */
const NAMED_SETS: Readonly<Record<string, readonly [Message, Message, Message]>> = {
  "0123456": [
    msg("every day // a day of the week"),
    msg("day // in 'the last day'"),
    msg("days // in 'only on days'"),
  ],
  "01234": [
    msg("every weekday // Monday to Friday"),
    msg("weekday // in 'the last weekday'"),
    msg("weekdays // in 'only on weekdays'"),
  ],
  "56": [
    msg("every weekend day"),
    msg("weekend day // in 'the last weekend day'"),
    msg("weekend days // in 'only on weekend days'"),
  ],
};

const namesOf = (weekdays: readonly number[], locale: Locale) =>
  weekdays.map((day) => weekdayName(day, locale));

/** 'Monday and Friday' */
export function weekdaysList(weekdays: readonly number[], locale: Locale): string {
  const names = namesOf(weekdays, locale).map((weekday) =>
    locale.t("{weekday} // in 'Weekly on Monday and Friday'", { weekday }),
  );
  return listed(names, locale);
}

/** Whether the weekdays have a name together, such as 'weekday'. */
export const isNamedSet = (weekdays: readonly number[]) => weekdays.join("") in NAMED_SETS;

/** 'every Monday and Friday', 'every weekend day' */
export function eachWeekday(weekdays: readonly number[], locale: Locale): string {
  const [each] = NAMED_SETS[weekdays.join("")] ?? [];
  return each
    ? locale.t(each)
    : locale.t("every {weekdays} // 'every Monday and Friday'", {
        weekdays: listed(namesOf(weekdays, locale), locale),
      });
}

/** 'the first and last Monday', 'the second Monday or Tuesday', 'the last weekday' */
export function weekdayAt(
  positions: readonly number[],
  weekdays: readonly number[],
  locale: Locale,
): string {
  const [, one] = NAMED_SETS[weekdays.join("")] ?? [];
  return locale.t("the {positions} {weekday} // 'the first and last Monday'", {
    positions: positionsList(positions, "day", locale),
    weekday: one ? locale.t(one) : listed(namesOf(weekdays, locale), locale, "or"),
  });
}

/** Those of a rule without a number, and those with one ('2TU'). */
export function weekdaysOf(rule: RecurrenceRule) {
  const isNumbered = ({ ordinal }: WeekdayEntry) =>
    ordinal !== null && countsWeekdays(rule.frequency);
  const numbered = rule.byDay.filter(isNumbered);
  const plain = rule.byDay.filter((entry) => !isNumbered(entry)).map(({ weekday }) => weekday);
  return { plain: [...new Set(plain)].sort(), numbered };
}

/** 'every Tuesday, the first and third Monday and the last Friday', with of what in a year's rule */
export function numberedWeekdays(rule: RecurrenceRule, each: string[], locale: Locale): string {
  const { numbered } = weekdaysOf(rule);
  const names = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => {
    const ordinals = numbered.flatMap(({ weekday, ordinal }) =>
      weekday === day ? (ordinal ?? []) : [],
    );
    return ordinals.length > 0 ? [weekdayAt(ordinals, [day], locale)] : [];
  });
  const days = listed([...each, ...names], locale);
  if (rule.frequency !== "yearly") return days;
  const [first, ...more] = inOrder(rule.byMonth);
  if (first === undefined) return ofYear(days, locale);
  const rest = more.map((month) =>
    locale.t("of {month} // in 'the first Monday of May and of June'", {
      month: monthName(month, locale),
    }),
  );
  return ofMonths(days, listed([monthName(first, locale), ...rest], locale), locale);
}

export const ofYear = (days: string, { t }: Locale) =>
  t("{days} of the year // 'the second Sunday of the year'", { days });

export const ofMonths = (days: string, months: string, { t }: Locale) =>
  t("{days} of {months} // 'the second Sunday of May'", { days, months });

/** 'June and July' */
export const monthsList = ({ byMonth }: RecurrenceRule, locale: Locale) =>
  listed(
    inOrder(byMonth).map((month) => monthName(month, locale)),
    locale,
  );

/** '31st': a day of the month. */
export const monthDayName = (n: number, { t }: Locale) =>
  t("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} // a day of the month", { n });

/** '1st, 15th and last day' */
export function monthDaysList(
  { byMonthDay }: Pick<RecurrenceRule, "byMonthDay">,
  locale: Locale,
  conjunction: "and" | "or" = "and",
): string {
  const names = inOrder(byMonthDay).map((day) =>
    day > 0
      ? monthDayName(day, locale)
      : locale.t("{position} day // of the month, from its end: 'last day'", {
          position: positionText(day, "day", locale),
        }),
  );
  return listed(names, locale, conjunction);
}

/** 'Mondays and Fridays', 'the first Monday'. */
export function weekdaysText(rule: RecurrenceRule, locale: Locale): string {
  const { plain, numbered } = weekdaysOf(rule);
  if (numbered.length > 0) return numberedWeekdays(rule, [], locale);
  const [, , all] = NAMED_SETS[plain.join("")] ?? [];
  if (all) return locale.t(all);
  const names = namesOf(plain, locale).map((weekday) =>
    locale.t("{weekday}s // in 'only on Mondays and Fridays'", { weekday }),
  );
  return listed(names, locale);
}

/** 'the 1st and last day of the month' */
export const monthDaysText = (rule: RecurrenceRule, locale: Locale) =>
  locale.t("the {days} of the month // 'the 1st and last day of the month'", {
    days: monthDaysList(rule, locale),
  });

/** 'the 100th and last day of the year' */
export const yearDaysText = ({ byYearDay }: RecurrenceRule, locale: Locale) =>
  locale.t("the {positions} day of the year // 'the 100th and last day of the year'", {
    positions: positionsList(byYearDay, "day", locale),
  });

/** 'weeks 1, 10 and 20 of the year', 'week 1 and the last week of the year' */
export function weeksText({ byWeekNo }: RecurrenceRule, locale: Locale): string {
  const { t } = locale;
  const names = inOrder(byWeekNo).map((week) =>
    week > 0
      ? String(week)
      : t(
          "the {n, selectordinal, =1 {last} =2 {second to last} =3 {third to last} =4 {fourth to last} =5 {fifth to last} one {#st to last} two {#nd to last} few {#rd to last} other {#th to last}} week",
          { n: -week },
        ),
  );
  const numbered = new Set(byWeekNo.filter((week) => week > 0)).size;
  return t(
    "{numbered, plural, =0 {{weeks} of the year} one {week {weeks} of the year} other {weeks {weeks} of the year}} // {weeks}: '1, 10 and the last week'",
    { numbered, weeks: listed(names, locale) },
  );
}

const POSITIONS_IN: Readonly<Record<Frequency, Message>> = {
  daily: msg("only the {positions} of each day’s times"),
  weekly: msg("only the {positions} of these days in each week"),
  monthly: msg("only the {positions} of these days in each month"),
  yearly: msg("only the {positions} of these days in each year"),
};

/** 'only the first of these days in each month' */
export const positionsText = ({ bySetPos, frequency }: RecurrenceRule, locale: Locale) =>
  locale.t(POSITIONS_IN[frequency], { positions: positionsList(bySetPos, "these", locale) });

export const weekStartText = ({ weekStart }: RecurrenceRule, locale: Locale) =>
  locale.t("weeks start on {weekday}", { weekday: weekdayName(weekStart, locale) });
