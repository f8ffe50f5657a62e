import { type Options, RRule } from "rrule";
import {
  INTERVAL_MAX,
  inOrder,
  offersWeekdays,
  shownDays,
  toggled,
} from "../../domain/recurrence/custom-rule.ts";
import {
  countsWeekdays,
  type Frequency,
  normaliseRule,
  parseRule,
  WEEKDAY_CODES,
  type WeekdayCode,
} from "../../domain/recurrence/recurrence-rule.ts";

/** The choices of the Custom Recurrence dialog, and the rules whose text rrule reads and writes. */

export interface CustomRule {
  readonly frequency: Frequency;
  /** at least 1; what is typed is at most 999 */
  readonly interval: number;
  /** in the order Monday to Sunday */
  readonly weekdays: readonly WeekdayCode[];
  /** 2 for the second, -1 for the last of the weekdays; null for all of them */
  readonly setPosition: number | null;
  /** 1 to 31, ascending, then LAST_DAY_OF_MONTH */
  readonly monthDays: readonly number[];
  /** 1 to 12, ascending */
  readonly months: readonly number[];
  /** after how many occurrences the rule ends; null for no such end */
  readonly count: number | null;
  readonly others: Partial<Options>;
}

export const DEFAULT_CUSTOM_RULE: CustomRule = {
  frequency: "weekly",
  interval: 1,
  weekdays: [],
  setPosition: null,
  monthDays: [],
  months: [],
  count: null,
  others: {},
};

export const COUNT_MAX = 999;

/** Reads a typed interval: at least 1, and 1 when it is no number. */
export function sanitiseInterval(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 1), INTERVAL_MAX);
}

/** Reads a typed number of times: 1 to 999; null for anything else. */
export function sanitiseCount(text: string): number | null {
  const value = Number.parseInt(text, 10);
  return value >= 1 ? Math.min(value, COUNT_MAX) : null;
}

/** Clears the days, even hidden ones: they mean something else in another period. */
export function withFrequency(rule: CustomRule, frequency: Frequency): CustomRule {
  if (frequency === rule.frequency) return rule;
  const cleared = withoutOthers(rule, ["byweekday", "bysetpos", "bymonthday"]);
  return { ...cleared, frequency, weekdays: [], setPosition: null, monthDays: [] };
}

export function toggleWeekday(rule: CustomRule, weekday: WeekdayCode): CustomRule {
  const chosen = toggled(rule.weekdays, weekday);
  return { ...rule, weekdays: WEEKDAY_CODES.filter((code) => chosen.includes(code)) };
}

export function withoutOthers(rule: CustomRule, names: readonly (keyof Options)[]): CustomRule {
  const others = { ...rule.others };
  for (const name of names) delete others[name];
  return { ...rule, others };
}

/** A set position applies only with weekdays. */
export function applicableChoices(rule: CustomRule): CustomRule {
  const weekdays = offersWeekdays(rule.frequency) ? rule.weekdays : [];
  const monthDays = countsWeekdays(rule.frequency) ? rule.monthDays : [];
  const applies = countsWeekdays(rule.frequency) && weekdays.length > 0;
  return { ...rule, weekdays, monthDays, setPosition: applies ? rule.setPosition : null };
}

const FREQUENCIES = {
  daily: RRule.DAILY,
  weekly: RRule.WEEKLY,
  monthly: RRule.MONTHLY,
  yearly: RRule.YEARLY,
} as const;

export const listOf = <Value>(values: Value | Value[] | null | undefined): readonly Value[] =>
  Array.isArray(values) ? values : values === null || values === undefined ? [] : [values];

/** The rule's text, including the parts that the dialog does not show. */
export function buildRule(rule: CustomRule): string {
  const { frequency, interval, months, monthDays, weekdays, setPosition, count } =
    applicableChoices(rule);
  const { byweekday, bymonthday, bysetpos, ...others } = rule.others;
  // Further values of a list join those that were chosen.
  return RRule.optionsToString({
    freq: FREQUENCIES[frequency],
    ...(interval > 1 && { interval }),
    bymonth: [...months],
    bymonthday: [...monthDays, ...listOf(bymonthday)],
    byweekday: [...weekdays.map((code) => RRule[code]), ...listOf(byweekday)],
    bysetpos: [...listOf(setPosition), ...listOf(bysetpos)],
    count,
    ...others,
  });
}

/** An unchanged rule keeps its text. */
export function appliedRule(rule: CustomRule, original: string | null): string {
  const before = original === null ? null : readCustomRule(original);
  const built = buildRule(rule);
  return original !== null && before !== null && buildRule(before) === built ? original : built;
}

/** Returns null for a rule that does not parse. */
export function readCustomRule(text: string): CustomRule | null {
  const rule = parseRule(text);
  if (rule === null) return null;
  const { freq, interval, bymonth, count, ...others } = RRule.parseString(normaliseRule(text));
  const { weekdays, hasPosition, setPosition, monthDays } = shownDays(rule);
  const left: Partial<Options> = {
    ...others,
    byweekday: listOf(others.byweekday).filter(
      (_, at) => !weekdays.some((day) => day === rule.byDay[at]),
    ),
    bymonthday: listOf(others.bymonthday).filter((day) => !monthDays.includes(day)),
    bysetpos: hasPosition ? [] : [...listOf(others.bysetpos)],
  };
  const empty = (["byweekday", "bymonthday", "bysetpos"] as const).filter(
    (name) => listOf<unknown>(left[name]).length === 0,
  );
  return withoutOthers(
    {
      frequency: rule.frequency,
      interval: rule.interval,
      weekdays: WEEKDAY_CODES.filter((_, day) => weekdays.some(({ weekday }) => weekday === day)),
      setPosition,
      monthDays: inOrder(monthDays),
      months: inOrder(rule.byMonth),
      count: rule.count,
      others: left,
    },
    empty,
  );
}
