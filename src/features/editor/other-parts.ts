import { joined } from "../../domain/joined.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { parseRule } from "../../domain/recurrence/recurrence-rule.ts";
import {
  monthDaysText,
  positionsText,
  untilText,
  weekdaysText,
  weekStartText,
  weeksText,
  yearDaysText,
} from "../../domain/recurrence/rule-text.ts";
import { applicableChoices, buildRule, type CustomRule, listOf } from "./custom-rule-text.ts";

type Name = keyof CustomRule["others"];

interface OtherPart {
  readonly names: readonly Name[];
  readonly text: string;
}

const TIMES = [
  ["byhour", "hour"],
  ["byminute", "minute"],
  ["bysecond", "second"],
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
  const texts: readonly (readonly [Name, () => string])[] = [
    [
      "byweekday",
      () => `${only(isDaily || (hasMonthDays && weekdays.length === 0))}on ${weekdaysText(rule)}`,
    ],
    ["bymonthday", () => `${only(isMonthDayLimit)}on ${monthDaysText(rule)}`],
    ["byyearday", () => `${only(hasAny)}on ${yearDaysText(rule)}`],
    ["byweekno", () => `only in ${weeksText(rule)}`],
    ["bysetpos", () => positionsText(rule)],
    ["wkst", () => weekStartText(rule)],
    ["until", () => untilText(rule.until ?? "", locale)],
  ];
  const parts = texts.flatMap(([name, text]) =>
    name in others ? [{ names: [name], text: text() }] : [],
  );
  const times = timesText(others);
  return times === null ? parts : [...parts, { names: TIMES.map(([name]) => name), text: times }];
}

const only = (isLimit: boolean) => (isLimit ? "only " : "");

/** 'at hours 9 and 17, minute 30, which Rota does not use' */
function timesText(others: CustomRule["others"]): string | null {
  const times = TIMES.flatMap(([name, unit]) => {
    const values = listOf(others[name]).map(String);
    return values.length === 0 ? [] : [`${unit}${values.length > 1 ? "s" : ""} ${joined(values)}`];
  });
  return times.length === 0 ? null : `at ${times.join(", ")}, which Rota does not use`;
}
