import {
  countsWeekdays,
  type Frequency,
  isPlainRule,
  parseRule,
  type RecurrenceRule,
  type WeekdayEntry,
} from "./recurrence-rule.ts";

/** Which rules the Custom Recurrence dialog can build. */

/** A task for one day: the start date alone. */
export const ONCE_RULE = "RRULE:FREQ=DAILY;COUNT=1";

export const LAST_DAY_OF_MONTH = -1;
export const INTERVAL_MAX = 999;

export const offersWeekdays = (frequency: Frequency): boolean => frequency !== "daily";

/** Returns the days of a rule that the dialog has controls for. */
export function shownDays(rule: RecurrenceRule) {
  const { frequency, byDay, bySetPos, byMonthDay } = rule;
  // RFC 5545 has ordinals in months and years alone.
  const ordinal = ordinalAsPosition(rule);
  const isShown = ({ ordinal: own }: WeekdayEntry) =>
    own === null || ordinal !== null || !countsWeekdays(frequency);
  const weekdays = offersWeekdays(frequency) ? byDay.filter(isShown) : [];
  const hasPosition = bySetPos.length === 1 && weekdays.length > 0 && countsWeekdays(frequency);
  const isOffered = (day: number) =>
    countsWeekdays(frequency) && (day > 0 || day === LAST_DAY_OF_MONTH);
  return {
    weekdays,
    /** whether the rule's own position is shown */
    hasPosition,
    setPosition: (hasPosition ? bySetPos[0] : undefined) ?? ordinal,
    monthDays: byMonthDay.filter(isOffered),
  };
}

/** Whether the choices of the dialog say all that the rule says about its dates. */
export function isDialogRule(text: string): boolean {
  const rule = parseRule(text);
  if (rule === null) return false;
  const { byDay, bySetPos, byMonthDay, byYearDay, byWeekNo, until, weekStart } = rule;
  const { weekdays, hasPosition, monthDays } = shownDays(rule);
  return (
    weekdays.length === byDay.length &&
    monthDays.length === byMonthDay.length &&
    (hasPosition || bySetPos.length === 0) &&
    byYearDay.length + byWeekNo.length + weekStart === 0 &&
    until === null
  );
}

/** Whether the rule is the start date alone. */
export function isOnce(rule: RecurrenceRule): boolean {
  return rule.count === 1 && rule.until === null && isPlainRule(rule);
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
