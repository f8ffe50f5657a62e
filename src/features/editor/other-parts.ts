import type { DateStyle } from "../../domain/dates/date-style.ts";
import { joined } from "../../domain/joined.ts";
import {
  applicableChoices,
  buildRule,
  type CustomRule,
} from "../../domain/recurrence/custom-rule.ts";
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

/** Something that a rule from elsewhere says and the dialog has no control for. */
interface OtherPart {
  /** the parts of the rule that say it */
  readonly names: readonly string[];
  readonly text: string;
}

const TIMES = { BYHOUR: "hour", BYMINUTE: "minute", BYSECOND: "second" } as const;

/** What else the rule says, in words. */
export function otherParts(choices: CustomRule, style: DateStyle): OtherPart[] {
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
  const texts: readonly (readonly [string, () => string])[] = [
    [
      "BYDAY",
      () => `${only(isDaily || (hasMonthDays && weekdays.length === 0))}on ${weekdaysText(rule)}`,
    ],
    ["BYMONTHDAY", () => `${only(isMonthDayLimit)}on ${monthDaysText(rule)}`],
    ["BYYEARDAY", () => `${only(hasAny)}on ${yearDaysText(rule)}`],
    ["BYWEEKNO", () => `only in ${weeksText(rule)}`],
    ["BYSETPOS", () => positionsText(rule)],
    ["WKST", () => weekStartText(rule)],
    ["UNTIL", () => untilText(rule.until ?? "", style)],
  ];
  const parts = texts.flatMap(([name, text]) =>
    name in others ? [{ names: [name], text: text() }] : [],
  );
  const times = timesText(others);
  return times === null ? parts : [...parts, { names: Object.keys(TIMES), text: times }];
}

const only = (isLimit: boolean) => (isLimit ? "only " : "");

/** 'at hours 9 and 17, minute 30, which Rota does not use' */
function timesText(others: CustomRule["others"]): string | null {
  const times = Object.entries(TIMES).flatMap(([name, unit]) => {
    const values = others[name]?.split(",").map((value) => String(Number(value))) ?? [];
    return values.length === 0 ? [] : [`${unit}${values.length > 1 ? "s" : ""} ${joined(values)}`];
  });
  return times.length === 0 ? null : `at ${times.join(", ")}, which Rota does not use`;
}
