import type { CalendarDate } from "../dates/calendar-date.ts";
import { toDayNumber, weekdayOf } from "../dates/calendar-date.ts";
import type { TaskFields } from "../tasks/task-input.ts";
import { readCustomRule, type WeekdayCode } from "./custom-rule.ts";
import { WEEKDAY_CODES } from "./recurrence-rule.ts";
import { storedRuleText } from "./rule-text.ts";

/** Every week on some weekdays: 'weekly' itself for the start's own, else a custom rule. */

type WeeklyRule = Pick<TaskFields, "repeatValue" | "customRrule" | "customRruleText">;

/** The weekday of a date; undefined when it is none. */
function weekdayCode(date: CalendarDate): WeekdayCode | undefined {
  return WEEKDAY_CODES[weekdayOf(toDayNumber(date))];
}

/** Every week on these days; without any, on the start's own. */
export function weeklyOn(days: readonly WeekdayCode[], startDate: CalendarDate): WeeklyRule {
  const chosen = WEEKDAY_CODES.filter((code) => days.includes(code));
  if (chosen.every((code) => code === weekdayCode(startDate))) {
    return { repeatValue: "weekly", customRrule: null, customRruleText: null };
  }
  const customRrule = `RRULE:FREQ=WEEKLY;BYDAY=${chosen.join()}`;
  return { repeatValue: "custom", customRrule, customRruleText: storedRuleText(customRrule) };
}

/** The weekdays of what is weekly and nothing else; null for any other schedule. */
export function weeklyDays(
  schedule: Pick<TaskFields, "repeatValue" | "customRrule" | "startDate" | "afterDone">,
): readonly WeekdayCode[] | null {
  const { repeatValue, customRrule, startDate, afterDone } = schedule;
  if (repeatValue === "weekly") {
    const own = weekdayCode(startDate);
    return own ? [own] : [];
  }
  if (repeatValue !== "custom" || afterDone !== null) return null;
  const rule = readCustomRule(customRrule ?? "");
  const isPlain =
    rule?.frequency === "weekly" &&
    rule.interval === 1 &&
    rule.months.length === 0 &&
    rule.count === null &&
    Object.keys(rule.others).length === 0;
  return isPlain && rule.weekdays.length > 0 ? rule.weekdays : null;
}
