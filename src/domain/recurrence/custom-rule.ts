import {
  countsWeekdays,
  type Frequency,
  isPlainRule,
  normaliseRule,
  parseRule,
  type RecurrenceRule,
  WEEKDAY_CODES,
  type WeekdayCode,
  type WeekdayEntry,
} from "./recurrence-rule.ts";

/** The choices of the Custom Recurrence dialog. */

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
  /** What else the rule says, by the names of RFC 5545, in its own form: {BYWEEKNO: "1,10"}. */
  readonly others: Readonly<Record<string, string>>;
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

/** A task for one day: the start date alone. */
export const ONCE_RULE = "RRULE:FREQ=DAILY;COUNT=1";

export const LAST_DAY_OF_MONTH = -1;
export const INTERVAL_MAX = 999;
export const COUNT_MAX = 999;

export const offersWeekdays = (frequency: Frequency): boolean => frequency !== "daily";

/** What was typed as an interval: at least 1, and 1 when it is no number. */
export function sanitiseInterval(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 1), INTERVAL_MAX);
}

/** What was typed as a number of times: 1 to 999; null for anything else. */
export function sanitiseCount(text: string): number | null {
  const value = Number.parseInt(text, 10);
  return value >= 1 ? Math.min(value, COUNT_MAX) : null;
}

/**
 * A different frequency clears the weekdays, the set position and the days of the month, with those
 * of them that the dialog does not show: they mean something else in another period.
 */
export function withFrequency(rule: CustomRule, frequency: Frequency): CustomRule {
  if (frequency === rule.frequency) return rule;
  const others = without(rule.others, ["BYDAY", "BYSETPOS", "BYMONTHDAY"]);
  return { ...rule, frequency, weekdays: [], setPosition: null, monthDays: [], others };
}

/** Chooses a weekday, or takes the choice back. */
export function toggleWeekday(rule: CustomRule, weekday: WeekdayCode): CustomRule {
  const chosen = toggled(rule.weekdays, weekday);
  return { ...rule, weekdays: WEEKDAY_CODES.filter((code) => chosen.includes(code)) };
}

/** Takes parts away that the dialog does not show. */
export function withoutOthers(rule: CustomRule, names: readonly string[]): CustomRule {
  return { ...rule, others: without(rule.others, names) };
}

/** The choices that apply: a set position does so only with weekdays. */
export function applicableChoices(rule: CustomRule): CustomRule {
  const weekdays = offersWeekdays(rule.frequency) ? rule.weekdays : [];
  const monthDays = countsWeekdays(rule.frequency) ? rule.monthDays : [];
  const applies = countsWeekdays(rule.frequency) && weekdays.length > 0;
  return { ...rule, weekdays, monthDays, setPosition: applies ? rule.setPosition : null };
}

/** The rule text of the choices, with what the dialog does not show in a rule from elsewhere. */
export function buildRule(rule: CustomRule): string {
  const { frequency, interval, months, monthDays, weekdays, setPosition, count } =
    applicableChoices(rule);
  const parts: Record<string, string> = {
    FREQ: frequency.toUpperCase(),
    INTERVAL: interval > 1 ? `${interval}` : "",
    BYMONTH: months.join(),
    BYMONTHDAY: monthDays.join(),
    BYDAY: weekdays.join(),
    BYSETPOS: `${setPosition ?? ""}`,
    COUNT: `${count ?? ""}`,
  };
  // Further values of a list join those that were chosen.
  for (const [name, other] of Object.entries(rule.others)) {
    parts[name] = parts[name] ? `${parts[name]},${other}` : other;
  }
  const said = Object.entries(parts).filter(([, value]) => value !== "");
  return `RRULE:${said.map((part) => part.join("=")).join(";")}`;
}

/** The rule to apply: as it was written where nothing was changed. */
export function appliedRule(rule: CustomRule, original: string | null): string {
  const before = original === null ? null : readCustomRule(original);
  const built = buildRule(rule);
  return original !== null && before !== null && buildRule(before) === built ? original : built;
}

/** The dialog's choices for an existing rule; null when it does not parse. */
export function readCustomRule(text: string): CustomRule | null {
  const rule = parseRule(text);
  return rule === null ? null : choicesOf(rule, partsOf(text));
}

/** What stands in a rule without saying anything about its dates. */
const SILENT_PARTS = /^(?:BYHOUR|BYMINUTE|BYSECOND)=|^WKST=MO$/;

/** Whether the choices say all that the rule says about its dates. */
export function isDialogRule(text: string): boolean {
  const rule = readCustomRule(text);
  if (rule === null) return false;
  return Object.entries(rule.others).every((part) => SILENT_PARTS.test(part.join("=")));
}

/** Whether the rule is the start date alone. */
export function isOnce(rule: RecurrenceRule): boolean {
  return rule.count === 1 && rule.until === null && isPlainRule(rule);
}

function choicesOf(rule: RecurrenceRule, parts: ReadonlyMap<string, string>): CustomRule {
  const { frequency, byDay, bySetPos, byMonthDay } = rule;
  const others = new Map(parts);
  for (const name of ["FREQ", "INTERVAL", "BYMONTH", "COUNT"]) others.delete(name);

  // RFC 5545 has ordinals in months and years alone.
  const ordinal = ordinalAsPosition(rule);
  const isShown = ({ ordinal: own }: WeekdayEntry) =>
    own === null || ordinal !== null || !countsWeekdays(frequency);
  const days = offersWeekdays(frequency) ? byDay.filter(isShown) : [];
  keepRest(others, "BYDAY", (index) => !days.includes(byDay[index] as WeekdayEntry));

  const takesPosition = bySetPos.length === 1 && days.length > 0 && countsWeekdays(frequency);
  const [position] = takesPosition ? bySetPos : [];
  keepRest(others, "BYSETPOS", () => !takesPosition);

  const isOffered = (day: number) =>
    countsWeekdays(frequency) && (day > 0 || day === LAST_DAY_OF_MONTH);
  keepRest(others, "BYMONTHDAY", (index) => !isOffered(byMonthDay[index] as number));

  return {
    frequency,
    interval: rule.interval,
    weekdays: WEEKDAY_CODES.filter((_, weekday) => days.some((day) => day.weekday === weekday)),
    setPosition: position ?? ordinal,
    monthDays: inOrder(byMonthDay.filter(isOffered)),
    months: inOrder(rule.byMonth),
    count: rule.count,
    others: Object.fromEntries(others),
  };
}

/** The second of '2TU' where it says what BYDAY=TU;BYSETPOS=2 says: counted through the period. */
function ordinalAsPosition(rule: RecurrenceRule): number | null {
  const { frequency, byDay, bySetPos, byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  const [only, ...more] = byDay;
  const isLimited = [more, bySetPos, byMonthDay, byYearDay, byWeekNo].some(
    (values) => values.length > 0,
  );
  const isPeriod = frequency === "monthly" || (frequency === "yearly" && byMonth.length <= 1);
  return only !== undefined && isPeriod && !isLimited ? only.ordinal : null;
}

/** Leaves of a list what the dialog does not show, as it is written. */
function keepRest(
  others: Map<string, string>,
  name: string,
  isKept: (index: number) => boolean,
): void {
  const kept =
    others
      .get(name)
      ?.split(",")
      .filter((_, index) => isKept(index)) ?? [];
  if (kept.length > 0) others.set(name, kept.join(","));
  else others.delete(name);
}

/** The parts of a rule that parses, by their names. */
function partsOf(text: string): Map<string, string> {
  const [, rule = ""] = normaliseRule(text).split(":");
  return new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
}

function without(others: CustomRule["others"], names: readonly string[]): CustomRule["others"] {
  return Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name)));
}

/** Chooses a value, or takes the choice back. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  const rest = values.filter((other) => other !== value);
  return rest.length < values.length ? rest : [...values, value];
}

/** Each once, as the period runs: those counted from its end come last. */
export function inOrder(values: readonly number[]): number[] {
  const place = (value: number) => (value > 0 ? value : value + 1_000);
  return [...new Set(values)].sort((one, other) => place(one) - place(other));
}
