import { type Options, RRule } from "rrule";
import {
  applicableChoices,
  type CustomFrequency,
  type CustomRule,
  readCustomRule,
} from "../../domain/recurrence/custom-rule.ts";
import { WEEKDAY_CODES } from "../../domain/recurrence/recurrence-rule.ts";

/**
 * The rule of the Custom Recurrence dialog, which the rrule library writes. Only the dialog needs the
 * library, so it loads with the dialog.
 */

const FREQUENCIES: Readonly<Record<CustomFrequency, Options["freq"]>> = {
  daily: RRule.DAILY,
  weekly: RRule.WEEKLY,
  monthly: RRule.MONTHLY,
  yearly: RRule.YEARLY,
};
const WEEKDAYS = [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA, RRule.SU];

/** The rule text of the choices, with what the dialog does not show in a rule from elsewhere. */
export function buildRule(rule: CustomRule): string {
  const { frequency, interval, count, weekdays, setPosition, months, monthDays } =
    applicableChoices(rule);
  const chosen = RRule.optionsToString({
    freq: FREQUENCIES[frequency],
    ...(interval > 1 && { interval }),
    bymonth: [...months],
    bymonthday: [...monthDays],
    byweekday: WEEKDAYS.filter((_, day) => weekdays.some((code) => code === WEEKDAY_CODES[day])),
    bysetpos: setPosition,
    count,
  });
  return withOthers(chosen, rule.others);
}

/** The rule to apply: as it was written where nothing was changed. */
export function appliedRule(rule: CustomRule, original: string | null): string {
  const before = original === null ? null : readCustomRule(original);
  const built = buildRule(rule);
  return original !== null && before !== null && buildRule(before) === built ? original : built;
}

/** Further values of a list join those that were chosen. */
function withOthers(rule: string, others: CustomRule["others"]): string {
  const parts = rule.split(";").map((part) => {
    const other = others[part.split("=")[0] ?? ""];
    return other === undefined ? part : `${part},${other}`;
  });
  const isJoined = (name: string) => parts.some((part) => part.startsWith(`${name}=`));
  const added = Object.entries(others).filter(([name]) => !isJoined(name));
  return [...parts, ...added.map((part) => part.join("="))].join(";");
}
