import { type Options, RRule } from "rrule";
import { fromUtcDate, toUtcDate } from "../../domain/dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import {
  applicableChoices,
  type CustomFrequency,
  type CustomRule,
  INTERVAL_MAX,
} from "../../domain/recurrence/custom-rule.ts";
import { occurrencesOf } from "../../domain/recurrence/recurrence.ts";
import {
  normaliseRule,
  parseRule,
  WEEKDAY_CODES,
} from "../../domain/recurrence/recurrence-rule.ts";

/**
 * The rule of the Custom Recurrence dialog: the rrule library reads it, builds it and lists its
 * next dates. Only the dialog needs the library, so it loads with the dialog.
 */

const FREQUENCIES: Readonly<Record<CustomFrequency, Options["freq"]>> = {
  daily: RRule.DAILY,
  weekly: RRule.WEEKLY,
  monthly: RRule.MONTHLY,
  yearly: RRule.YEARLY,
};
const FREQUENCY_NAMES = Object.keys(FREQUENCIES) as CustomFrequency[];
const WEEKDAYS = [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA, RRule.SU];

function optionsOf(rule: CustomRule): Partial<Options> {
  const { frequency, interval, weekdays, setPosition } = applicableChoices(rule);
  return {
    freq: FREQUENCIES[frequency],
    ...(interval > 1 && { interval }),
    ...(weekdays.length > 0 && {
      byweekday: WEEKDAYS.filter((_, day) => weekdays.some((code) => code === WEEKDAY_CODES[day])),
    }),
    ...(setPosition !== null && { bysetpos: setPosition }),
  };
}

/** The rule text of the choices, without what the frequency does not offer. */
export function buildRule(rule: CustomRule): string {
  return RRule.optionsToString(optionsOf(rule));
}

/** The dialog's choices for an existing rule; null when it does not parse. */
export function readRule(text: string): CustomRule | null {
  if (parseRule(text) === null) return null;
  const { freq, interval, byweekday, bysetpos } = RRule.parseString(normaliseRule(text));
  const entries = [byweekday ?? []]
    .flat()
    .flatMap((day) =>
      typeof day === "object" ? [{ weekday: day.weekday, ordinal: day.n ?? null }] : [],
    );
  const ordinal = entries.length === 1 ? (entries[0]?.ordinal ?? null) : null;
  return applicableChoices({
    frequency: FREQUENCY_NAMES.find((name) => FREQUENCIES[name] === freq) ?? "daily",
    interval: Math.min(interval ?? 1, INTERVAL_MAX),
    weekdays: WEEKDAY_CODES.filter((_, day) => entries.some(({ weekday }) => weekday === day)),
    setPosition: [bysetpos ?? []].flat()[0] ?? ordinal,
  });
}

/** The dates of the task that the rule is chosen for. */
export interface RuleDates {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
}

/** The first dates of the rule, at most `count`, from `from` on; none when it never occurs by then. */
export function nextDates(
  rule: CustomRule,
  { startDate, endDate }: RuleDates,
  from: CalendarDate,
  count: number,
): CalendarDate[] {
  const schedule = { startDate, endDate, repeatValue: "custom", customRrule: buildRule(rule) };
  const occurrences = occurrencesOf(schedule);
  const first = occurrences.firstFrom(toDayNumber(from));
  if (first === null) return [];
  // Anchored at an occurrence, rrule neither walks the years since the start nor searches for ever
  // for a rule that never matches.
  const anchor = toUtcDate(fromDayNumber(first));
  const until = endDate ? toUtcDate(endDate) : null;
  const dates: CalendarDate[] = [];
  new RRule({ ...optionsOf(rule), dtstart: anchor, until }).all((utcDate) => {
    const date = fromUtcDate(utcDate);
    // rrule 2.8 lists the first of four days for BYSETPOS=-5.
    if (occurrences.has(toDayNumber(date))) dates.push(date);
    return dates.length < count;
  });
  return dates;
}
