import type { CalendarDate } from "../dates/calendar-date.ts";
import { toDayNumber, weekdayOf } from "../dates/calendar-date.ts";
import type { RepeatValue } from "../tasks/repeat-values.ts";
import type { TaskFields } from "../tasks/task-input.ts";
import { isDialogRule } from "./custom-rule.ts";
import { parseRule, WEEKDAY_CODES, type WeekdayCode } from "./recurrence-rule.ts";
import { isOneAtATime } from "./task-schedule.ts";

/** How often a task is due, as one choice that is stored in six fields; its words are made where it is read. */
export type Repeat = Pick<
  TaskFields,
  "repeatValue" | "customRrule" | "customRruleText" | "afterDone" | "waitsFor" | "waitsAmount"
>;

/** The fields of a schedule with one open at a time, of any other. */
export const NO_INTERVAL = { afterDone: null, waitsFor: null, waitsAmount: null };
const NO_RULE = { customRrule: null, customRruleText: null, ...NO_INTERVAL };

export const simpleRepeat = (repeatValue: Exclude<RepeatValue, "custom">): Repeat => ({
  ...NO_RULE,
  repeatValue,
});

/** @param customRrule with its prefix, such as `RRULE:FREQ=DAILY;INTERVAL=2` */
export const ruleRepeat = (customRrule: string): Repeat => ({
  ...NO_RULE,
  ...{ repeatValue: "custom", customRrule },
});

/** @param afterDone an ISO 8601 duration such as `P3D` */
export const afterDoneRepeat = (afterDone: string): Repeat => ({
  ...NO_RULE,
  ...{ repeatValue: "custom", afterDone },
});

/** @param waitsFor what has to happen, in the words of the program that says so */
export const whenItHappens = (waitsFor: string): Repeat => ({
  ...NO_RULE,
  ...{ repeatValue: "custom", waitsFor },
});

/** The weekday of a date; undefined when it is none. */
function weekdayCode(date: CalendarDate): WeekdayCode | undefined {
  return WEEKDAY_CODES[weekdayOf(toDayNumber(date))];
}

/** Every week on these days: 'weekly' itself for the start's own, which counts without any, else a rule. */
export function weeklyOn(days: readonly WeekdayCode[], startDate: CalendarDate): Repeat {
  const chosen = WEEKDAY_CODES.filter((code) => days.includes(code));
  const isOwn = chosen.every((code) => code === weekdayCode(startDate));
  return isOwn ? simpleRepeat("weekly") : ruleRepeat(`RRULE:FREQ=WEEKLY;BYDAY=${chosen.join()}`);
}

/** The weekdays of what is weekly and nothing else; null for any other schedule. */
export function weeklyDays(
  schedule: Pick<
    TaskFields,
    "repeatValue" | "customRrule" | "startDate" | "afterDone" | "waitsFor"
  >,
): readonly WeekdayCode[] | null {
  const { repeatValue, customRrule, startDate } = schedule;
  if (repeatValue === "weekly") {
    const own = weekdayCode(startDate);
    return own ? [own] : [];
  }
  if (repeatValue !== "custom" || isOneAtATime(schedule)) return null;
  const rule = parseRule(customRrule ?? "");
  const isPlain =
    rule?.frequency === "weekly" &&
    rule.interval === 1 &&
    rule.byMonth.length === 0 &&
    rule.count === null &&
    isDialogRule(customRrule ?? "");
  if (!isPlain || rule.byDay.length === 0) return null;
  return WEEKDAY_CODES.filter((_, day) => rule.byDay.some(({ weekday }) => weekday === day));
}
