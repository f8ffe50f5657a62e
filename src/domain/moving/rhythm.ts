import { addDays, addMonths } from "../dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { ONCE_RULE } from "../recurrence/custom-rule.ts";
import { isOccurrence, occurrencesOf } from "../recurrence/recurrence.ts";
import { parseRule, WEEKDAY_CODES, type WeekdayCode } from "../recurrence/recurrence-rule.ts";
import { afterDoneRepeat, type Repeat, ruleRepeat, simpleRepeat } from "../recurrence/repeat.ts";
import { emptyFields, scheduleOf } from "../tasks/task-input.ts";
import type { Deed } from "./deeds.ts";
import type { MovingTask } from "./moving-form.ts";

/** How often a task is due now, and when next. */
export interface Rhythm {
  readonly repeat: Repeat;
  /** the next day on which it is due, a past one if it is open since then; null: from today, or once and done */
  readonly next: CalendarDate | null;
  readonly endDate?: CalendarDate | null;
}

export const once = (day: CalendarDate | null): Rhythm => ({
  repeat: ruleRepeat(ONCE_RULE),
  next: day,
});

export type Unit = "D" | "W" | "M" | "Y";

const FREQUENCIES = { D: "DAILY", W: "WEEKLY", M: "MONTHLY", Y: "YEARLY" } as const;
const SIMPLE = { D: "daily", W: "weekly", M: "monthly", Y: "yearly" } as const;
const INTERVAL_MOST = 999;

/** Every so many days, weeks, months or years by the calendar. */
export const every = (interval: number, unit: Unit, by = ""): Repeat => {
  if (interval === 1 && by === "") return simpleRepeat(SIMPLE[unit]);
  const count = interval === 1 ? "" : `;INTERVAL=${interval}`;
  return ruleRepeat(`RRULE:FREQ=${FREQUENCIES[unit]}${count}${by && `;${by}`}`);
};

/** So long after it was done; null where that is longer than an interval may be. */
export function afterDone(interval: number, unit: Unit): Repeat | null {
  if (!Number.isInteger(interval) || interval < 1) return null;
  // What is a number of weeks is one.
  if (unit === "D" && interval > INTERVAL_MOST && interval % 7 === 0) {
    return afterDone(interval / 7, "W");
  }
  const [count, letter] = unit === "Y" ? [interval * 12, "M"] : [interval, unit];
  return count > INTERVAL_MOST ? null : afterDoneRepeat(`P${count}${letter}`);
}

/** What may be offered for a rhythm that Rota doesn't have. */
export const SIMPLE_REPEATS: readonly Repeat[] = [
  simpleRepeat("daily"),
  simpleRepeat("weekly"),
  simpleRepeat("monthly"),
  simpleRepeat("yearly"),
];

const BY_FREQUENCY: Readonly<Record<string, Parameters<typeof simpleRepeat>[0]>> = {
  ...{ DAILY: "daily", WEEKLY: "weekly", MONTHLY: "monthly", YEARLY: "yearly" },
};

/** The repeat of a rule of RFC 5545, with its prefix or without; null for what is none of days. */
export function ruleOf(text: string): Repeat | null {
  if (parseRule(text) === null) return null;
  const [, frequency = ""] = /^(?:RRULE:)?FREQ=(\w+)(?:;INTERVAL=1)?$/.exec(text) ?? [];
  const simple = BY_FREQUENCY[frequency];
  return simple ? simpleRepeat(simple) : ruleRepeat(`RRULE:${text.replace(/^RRULE:/i, "")}`);
}

const SHORTEST_MONTH = 28;
const LONGEST_MONTH = 31;

/** That day of the month, or its last one. */
export function dayOfMonth(day: number): string {
  if (day === LONGEST_MONTH) return "BYMONTHDAY=-1";
  if (day <= SHORTEST_MONTH) return `BYMONTHDAY=${day}`;
  const days = Array.from(
    { length: day - SHORTEST_MONTH + 1 },
    (_, index) => SHORTEST_MONTH + index,
  );
  return `BYMONTHDAY=${days.join()};BYSETPOS=-1`;
}

/** As many days after it was done as passed on average; null for what was done once. */
export function averageOf(all: readonly CalendarDate[]): Repeat | null {
  const days = [...new Set(all)].sort();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined || days.length < 2) return null;
  const passed = toDayNumber(last) - toDayNumber(first);
  return afterDone(Math.max(1, Math.round(passed / (days.length - 1))), "D");
}

/** 'monday', 'Mon', 'MO' -> 'MO' */
export const weekdayCode = (name: string): WeekdayCode | undefined =>
  WEEKDAY_CODES.find((code) => name.trim().toUpperCase().startsWith(code));

/** The day that an interval counts to, such as `P3D` from a day on. */
function dayAfter(day: CalendarDate, duration: string): CalendarDate {
  const count = Number(duration.slice(1, -1));
  if (duration.endsWith("M")) return addMonths(day, count);
  return addDays(day, duration.endsWith("W") ? 7 * count : count);
}

/** In days: as long as two days of a rule that names them are apart. */
const LONGEST_GAP = 400;

type Schedule = Pick<MovingTask, "fields" | "formerSchedules" | "pausedDays" | "putOffs">;

/**
 * The fields of the schedule as it is now. It invents no miss: from its first deed until its next day nothing is due
 * but what was done, by a former schedule that has that first day alone; and what is open since a past day is open
 * once, as in the other program, by a pause until today.
 */
export function scheduleSince(
  { repeat, next, endDate = null }: Rhythm,
  deeds: readonly Pick<Deed, "day">[],
  today: CalendarDate,
): Schedule {
  const days = deeds.map(({ day }) => day).sort();
  const [first = null, last = null] = [days[0], days.at(-1)];
  const end = (start: CalendarDate) => (endDate !== null && endDate < start ? start : endDate);
  if (repeat.afterDone !== null) {
    const start = first ?? next ?? today;
    const due = last && dayAfter(last, repeat.afterDone);
    const isMoved = due !== null && next !== null && next > due;
    return {
      fields: { ...repeat, startDate: start, endDate: end(start) },
      formerSchedules: [],
      pausedDays: [],
      putOffs: isMoved ? [{ dueDate: due, newDate: next, toFormerSchedule: false }] : [],
    };
  }
  const isOnce = repeat.customRrule === ONCE_RULE;
  const due = next ?? (isOnce ? (last ?? today) : today);
  const from = isOnce ? null : movedFrom(repeat, due, days);
  const start = from ?? due;
  const yesterday = addDays(today, -1);
  const isOpen = !isOnce && due < yesterday;
  const isEarlier = first !== null && first < start;
  return {
    fields: {
      ...repeat,
      startDate: start,
      endDate: end(start),
      ...(isEarlier && { scheduleFrom: start }),
    },
    formerSchedules: isEarlier ? [onlyOn(first, addDays(start, -1))] : [],
    pausedDays: isOpen ? [[addDays(due, 1), yesterday]] : [],
    putOffs: from === null ? [] : [{ dueDate: from, newDate: due, toFormerSchedule: false }],
  };
}

/** The day that is open now, whatever was done on it: an earlier occurrence was. Null where the file says of none. */
export const openDay = ({ repeat, next }: Rhythm): CalendarDate | null =>
  repeat.afterDone === null && repeat.customRrule !== ONCE_RULE ? next : null;

/** The last occurrence before a day. */
export function occurrenceBefore(repeat: Repeat, day: CalendarDate): CalendarDate | null {
  const all = occurrencesOf({ ...repeat, startDate: addDays(day, -LONGEST_GAP) });
  const before = all.lastUntil(toDayNumber(day) - 1);
  return before === null ? null : fromDayNumber(before);
}

/** A day's occurrence was moved to one that is none of the rhythm's: the last before it, if nothing was done then. */
function movedFrom(repeat: Repeat, due: CalendarDate, settled: readonly CalendarDate[]) {
  if (isOccurrence({ ...repeat, startDate: due }, due)) return null;
  const from = occurrenceBefore(repeat, due);
  return from !== null && settled.includes(from) ? null : from;
}

/** A schedule of which one day is known: the others may be done. */
const onlyOn = (day: CalendarDate, validUntil: CalendarDate) => ({
  ...scheduleOf({ ...emptyFields(day), ...ruleRepeat(ONCE_RULE) }),
  validUntil,
});
