import { listed, sideBySide } from "../../domain/joined.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import { parseRule } from "../../domain/recurrence/recurrence-rule.ts";
import {
  monthDaysText,
  positionsText,
  weekdaysText,
  weekStartText,
  yearDaysText,
} from "../../domain/recurrence/rule-phrases.ts";
import { onlyInWeeks, onlyOn, untilText } from "../../domain/recurrence/rule-text.ts";
import { applicableChoices, buildRule, type CustomRule, listOf } from "./custom-rule-text.ts";

type Name = keyof CustomRule["others"];

interface OtherPart {
  readonly names: readonly Name[];
  readonly text: string;
}

const TIMES = [
  ["byhour", msg("{count, plural, one {hour {list}} other {hours {list}}} // {list}: '9 and 17'")],
  [
    "byminute",
    msg("{count, plural, one {minute {list}} other {minutes {list}}} // {list}: '0 and 30'"),
  ],
  [
    "bysecond",
    msg("{count, plural, one {second {list}} other {seconds {list}}} // {list}: '0 and 30'"),
  ],
] as const;

export function otherParts(choices: CustomRule, locale: Locale): OtherPart[] {
  const { others } = choices;
  const { weekdays, monthDays } = applicableChoices(choices);
  const chosen = { weekdays: [], setPosition: null, monthDays: [], count: null };
  const rule = parseRule(buildRule({ ...choices, ...chosen }));
  if (rule === null) return [];
  const isDaily = rule.frequency === "daily";
  const hasDays = isDaily || weekdays.length > 0 || rule.byDay.length > 0;
  const hasMonthDays = monthDays.length > 0;
  const isMonthDayLimit = (hasDays && !hasMonthDays) || rule.frequency === "weekly";
  const hasAny = hasDays || hasMonthDays || rule.byMonthDay.length > 0;
  const on = (days: string, isLimit: boolean) =>
    isLimit
      ? onlyOn(days, locale)
      : locale.t("on {days} // 'on the first Monday', 'on the 100th day of the year'", { days });
  const texts: readonly (readonly [Name, () => string])[] = [
    [
      "byweekday",
      () => on(weekdaysText(rule, locale), isDaily || (hasMonthDays && weekdays.length === 0)),
    ],
    ["bymonthday", () => on(monthDaysText(rule, locale), isMonthDayLimit)],
    ["byyearday", () => on(yearDaysText(rule, locale), hasAny)],
    ["byweekno", () => onlyInWeeks(rule, locale)],
    ["bysetpos", () => positionsText(rule, locale)],
    ["wkst", () => weekStartText(rule, locale)],
    ["until", () => untilText(rule.until ?? "", locale)],
  ];
  const parts = texts.flatMap(([name, text]) =>
    name in others ? [{ names: [name], text: text() }] : [],
  );
  const times = timesText(others, locale);
  return times === null ? parts : [...parts, { names: TIMES.map(([name]) => name), text: times }];
}

/** 'at hours 9 and 17, minute 30, which Rota does not use' */
function timesText(others: CustomRule["others"], locale: Locale): string | null {
  const { t } = locale;
  const times = TIMES.flatMap(([name, text]) => {
    const values = listOf(others[name]).map(String);
    const count = values.length;
    return count === 0 ? [] : [t(text, { count, list: listed(values, locale) })];
  });
  return times.length === 0
    ? null
    : t("at {times}, which Rota does not use // {times}: 'hours 9 and 17, minute 30'", {
        times: sideBySide(times, locale),
      });
}
