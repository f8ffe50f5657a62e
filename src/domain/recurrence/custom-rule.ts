import { parseRule, type RecurrenceRule, WEEKDAY_CODES } from "./recurrence-rule.ts";

/** The choices of the Custom Recurrence dialog. */

export type CustomFrequency = "daily" | "weekly" | "monthly" | "yearly";
export type WeekdayCode = (typeof WEEKDAY_CODES)[number];

export interface CustomRule {
  readonly frequency: CustomFrequency;
  /** 1 to 999 */
  readonly interval: number;
  /** in the order Monday to Sunday */
  readonly weekdays: readonly WeekdayCode[];
  /** 2 for the second, -1 for the last of the weekdays; null for all of them */
  readonly setPosition: number | null;
}

export const DEFAULT_CUSTOM_RULE: CustomRule = {
  frequency: "weekly",
  interval: 1,
  weekdays: [],
  setPosition: null,
};

export const INTERVAL_MAX = 999;
const SET_POSITION_MAX = 366;

export function offersWeekdays(frequency: CustomFrequency): boolean {
  return frequency !== "daily";
}

export function offersSetPosition(frequency: CustomFrequency): boolean {
  return frequency === "monthly" || frequency === "yearly";
}

/** What was typed as an interval: at least 1, and 1 when it is no number. */
export function sanitiseInterval(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 1), INTERVAL_MAX);
}

/** What was typed as a set position: -366 to 366; null for zero and for what is no number. */
export function sanitiseSetPosition(text: string): number | null {
  const value = Number.parseInt(text, 10);
  if (Number.isNaN(value) || value === 0) return null;
  return Math.min(Math.max(value, -SET_POSITION_MAX), SET_POSITION_MAX);
}

/** A different frequency clears the weekdays and the set position. */
export function withFrequency(rule: CustomRule, frequency: CustomFrequency): CustomRule {
  if (frequency === rule.frequency) return rule;
  return { ...rule, frequency, weekdays: [], setPosition: null };
}

/** Chooses a weekday, or takes the choice back. */
export function toggleWeekday(rule: CustomRule, weekday: WeekdayCode): CustomRule {
  const chosen = new Set(rule.weekdays);
  if (!chosen.delete(weekday)) chosen.add(weekday);
  return { ...rule, weekdays: WEEKDAY_CODES.filter((code) => chosen.has(code)) };
}

/** The choices that apply: a set position does so only with weekdays. */
export function applicableChoices(rule: CustomRule): CustomRule {
  const weekdays = offersWeekdays(rule.frequency) ? rule.weekdays : [];
  const applies = offersSetPosition(rule.frequency) && weekdays.length > 0;
  return { ...rule, weekdays, setPosition: applies ? rule.setPosition : null };
}

/** The dialog's choices for an existing rule; null when it does not parse. */
export function readCustomRule(text: string): CustomRule | null {
  const rule = parseRule(text);
  return rule === null ? null : choicesOf(rule);
}

/** Whether the choices say all that the rule says, so that building it again loses nothing. */
export function isDialogRule(text: string): boolean {
  const rule = parseRule(text);
  return rule !== null && isWithinDialog(rule);
}

function choicesOf(rule: RecurrenceRule): CustomRule {
  const { byDay, bySetPos } = rule;
  const ordinal = byDay.length === 1 ? (byDay[0]?.ordinal ?? null) : null;
  return applicableChoices({
    frequency: rule.frequency.toLowerCase() as CustomFrequency,
    interval: Math.min(rule.interval, INTERVAL_MAX),
    weekdays: WEEKDAY_CODES.filter((_, weekday) => byDay.some((day) => day.weekday === weekday)),
    setPosition: bySetPos[0] ?? ordinal,
  });
}

function isWithinDialog(rule: RecurrenceRule): boolean {
  const { byDay, bySetPos, byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  const choices = choicesOf(rule);
  const isPlain =
    rule.count === null &&
    rule.until === null &&
    rule.weekStart === 0 &&
    [byMonth, byMonthDay, byYearDay, byWeekNo].every((values) => values.length === 0);
  const positions = [...bySetPos, ...byDay.flatMap(({ ordinal }) => ordinal ?? [])];
  return (
    isPlain &&
    rule.interval === choices.interval &&
    byDay.length > 0 === choices.weekdays.length > 0 &&
    positions.length === (choices.setPosition === null ? 0 : 1)
  );
}
