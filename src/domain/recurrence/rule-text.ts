import type { Task } from "../tasks/task.ts";
import {
  applicableChoices,
  type CustomFrequency,
  type CustomRule,
  isDialogRule,
  readCustomRule,
  type WeekdayCode,
} from "./custom-rule.ts";
import { parseRule } from "./recurrence-rule.ts";

/** Recurrence in words; unlike rrule's own text, right for every rule that the dialog can build. */

const EVERY: Readonly<Record<CustomFrequency, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
};

const UNITS: Readonly<Record<CustomFrequency, string>> = {
  daily: "days",
  weekly: "weeks",
  monthly: "months",
  yearly: "years",
};

const WEEKDAY_NAMES: Readonly<Record<WeekdayCode, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** Sets of weekdays that have a name of their own, by their codes. */
const NAMED_SETS: Readonly<Record<string, string>> = {
  "MO TU WE TH FR SA SU": "day",
  "MO TU WE TH FR": "weekday",
  "SA SU": "weekend day",
};

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/**
 * The sentence for the dialog's choices: 'Every 2 weeks on Monday and Wednesday', 'Monthly on the
 * second Tuesday', 'Yearly on the last Sunday of the year', 'Monthly on every Friday'.
 */
export function customRuleText(choices: CustomRule): string {
  const { frequency, interval, weekdays, setPosition } = applicableChoices(choices);
  const period = interval === 1 ? EVERY[frequency] : `Every ${interval} ${UNITS[frequency]}`;
  if (weekdays.length === 0) return period;
  if (setPosition !== null) {
    // Otherwise 'the second Sunday' would read as that of the start's month.
    const within = frequency === "yearly" ? " of the year" : "";
    return `${period} on the ${positionText(setPosition)} ${nameOf(weekdays, "or")}${within}`;
  }
  const named = NAMED_SETS[weekdays.join(" ")];
  const each = frequency === "weekly" && !named ? "" : "every ";
  return `${period} on ${each}${nameOf(weekdays, "and")}`;
}

/** The sentence for a rule that the dialog can build; null for any other text. */
export function ruleText(rule: string): string | null {
  const choices = isDialogRule(rule) ? readCustomRule(rule) : null;
  return choices === null ? null : customRuleText(choices);
}

/**
 * The repeat text of the task card. A rule that does not parse makes every day count, so it reads
 * 'Daily'; one that the dialog cannot build has the text that was stored with it, else 'Custom'.
 */
export function repeatText(
  task: Pick<Task, "repeatValue" | "customRrule" | "customRruleText">,
): string {
  if (task.repeatValue !== "custom") return EVERY[task.repeatValue];
  const rule = task.customRrule ?? "";
  if (parseRule(rule) === null) return EVERY.daily;
  return ruleText(rule) ?? task.customRruleText ?? "Custom";
}

function nameOf(weekdays: readonly WeekdayCode[], conjunction: "and" | "or"): string {
  const named = NAMED_SETS[weekdays.join(" ")];
  if (named !== undefined) return named;
  const names = weekdays.map((code) => WEEKDAY_NAMES[code]);
  const last = names.pop();
  return names.length === 0 ? `${last}` : `${names.join(", ")} ${conjunction} ${last}`;
}

/** 'second', '6th', 'last', 'third to last'. */
function positionText(position: number): string {
  if (position === -1) return "last";
  return position > 0 ? ordinalText(position) : `${ordinalText(-position)} to last`;
}

function ordinalText(position: number): string {
  return ORDINALS[position - 1] ?? `${position}${ordinalSuffix(position)}`;
}

function ordinalSuffix(position: number): string {
  const tens = position % 100;
  if (tens >= 11 && tens <= 13) return "th";
  return ["th", "st", "nd", "rd"][position % 10] ?? "th";
}
