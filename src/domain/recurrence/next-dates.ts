import {
  type CalendarDate,
  fromDayNumber,
  isCalendarDate,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { formatNextDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import { without } from "./combined-occurrences.ts";
import type { Occurrences } from "./occurrences.ts";
import { dueAgainText } from "./rule-text.ts";
import {
  type DueRules,
  inSeason,
  isOneAtATime,
  settledDays,
  type TaskSchedule,
  taskDays,
  taskOccurrences,
} from "./task-schedule.ts";

const SHOWN = 5;

/** The first occurrences of a schedule from `from` on, at most `count`, done or not. */
export function nextDates(
  schedule: TaskSchedule,
  from: CalendarDate,
  count: number,
): CalendarDate[] {
  return firstOf(inSeason(schedule), from, count);
}

/** The first days from `from` on, at most `count`, on which a task is due and neither done nor skipped. */
export function nextTaskDates(task: DueRules, from: CalendarDate, count: number): CalendarDate[] {
  return firstOf(without(taskOccurrences(task), settledDays(task)), from, count);
}

/** Why a task has no next dates: a late interval task waits to be done, another one for what has to happen. */
export function noNextDatesText(task: DueRules, today: CalendarDate, locale: Locale): string {
  const doneToday = task.completedDays.union(DaySet.fromDays([toDayNumber(today)]));
  const next = taskDays({ ...task, completedDays: doneToday }).openDay;
  const isOver = task.waitsFor ? Boolean(task.endDate && task.endDate < today) : next === null;
  return isOneAtATime(task) && !isOver ? dueAgainText(task, locale) : locale.t("Not due again.");
}

/**
 * The next five dates in words, from `today` on: ['Sat, Nov 21', 'Sun, Nov 22']; or a sentence why there
 * are none. Null while the dates are none that could be saved.
 */
export function nextDatesText(
  schedule: TaskSchedule,
  today: CalendarDate,
  locale: Locale,
): readonly string[] | string | null {
  const { t } = locale;
  const { startDate, endDate } = schedule;
  if (!isCalendarDate(startDate) || (endDate && endDate < startDate)) return null;
  const occurrences = inSeason(schedule);
  const next = firstOf(occurrences, today, SHOWN);
  const said = (date: CalendarDate) => formatNextDate(date, today, locale);
  if (next.length > 0) return next.map(said);
  const last = occurrences.lastUntil(toDayNumber(today));
  if (last !== null) {
    return t("Not due again: the last date was {date}.", { date: said(fromDayNumber(last)) });
  }
  const isEver = endDate && nextDates({ ...schedule, endDate: null }, startDate, 1).length > 0;
  return isEver ? t("No dates before the end date.") : t("This rule never occurs.");
}

function firstOf(occurrences: Occurrences, from: CalendarDate, count: number): CalendarDate[] {
  const dates: CalendarDate[] = [];
  let day = occurrences.firstFrom(toDayNumber(from));
  while (day !== null && dates.length < count) {
    dates.push(fromDayNumber(day));
    day = occurrences.firstFrom(day + 1);
  }
  return dates;
}
