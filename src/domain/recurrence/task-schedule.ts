import { addMonths } from "../dates/calendar.ts";
import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { inMonths, oneAfterTheOther, withDays, within, without } from "./combined-occurrences.ts";
import { NO_OCCURRENCES, type Occurrences } from "./occurrences.ts";
import { occurrencesOf, type Schedule } from "./recurrence.ts";

/** A schedule as people choose it. */
export interface TaskSchedule extends Schedule {
  /** ISO 8601 duration such as `P3D`, `P2W`, `P1M`: due so long after it was last done; or null */
  readonly afterDone: string | null;
  /** the months in which it applies, 1 to 12; null for all of them */
  readonly season: readonly number[] | null;
}

/** A schedule that counted until a day, that day included. */
export interface FormerSchedule extends TaskSchedule {
  readonly validUntil: CalendarDate;
}

/** An occurrence that is done on another day than the schedule says. */
export interface PutOff {
  readonly dueDate: CalendarDate;
  readonly newDate: CalendarDate;
}

/** All that decides on which days a task is due. */
export interface DueRules extends TaskSchedule {
  /** the first day of the schedule; null when it counts for ever */
  readonly scheduleFrom: CalendarDate | null;
  /** in the order of their days */
  readonly formerSchedules: readonly FormerSchedule[];
  readonly putOffs: readonly PutOff[];
  readonly pausedDays: DaySet;
  readonly completedDays: DaySet;
  readonly skippedDays: DaySet;
}

/**
 * The occurrences of a task: of each of its schedules on the days that it counts for, without the
 * days of a pause, and with what was put off on its new day.
 */
export function taskOccurrences(task: DueRules): Occurrences {
  let from = FIRST_DAY;
  const parts: Occurrences[] = [];
  for (const former of task.formerSchedules) {
    const until = toDayNumber(former.validUntil);
    // What was due after it was last done is open on one day alone, and that is today.
    if (!former.afterDone) parts.push(within(inSeason(former), from, until));
    from = until + 1;
  }
  parts.push(task.afterDone ? openOccurrence(task) : within(inSeason(task), from, LAST_DAY));
  const planned = without(oneAfterTheOther(parts), task.pausedDays);
  // One of a day that the schedule no longer has says nothing; what was moved to an earlier day was
  // moved by the schedule of that day, which a later one doesn't change.
  const isMoved = (dueDay: number, newDay: number) => {
    const former =
      newDay < dueDay &&
      task.formerSchedules.find(({ validUntil }) => toDayNumber(validUntil) >= newDay);
    if (!former) return planned.has(dueDay);
    return !former.afterDone && !task.pausedDays.has(dueDay) && inSeason(former).has(dueDay);
  };
  const moves = task.putOffs
    .map(({ dueDate, newDate }) => [toDayNumber(dueDate), toDayNumber(newDate)] as const)
    .filter(([dueDay, newDay]) => isMoved(dueDay, newDay));
  if (moves.length === 0) return planned;
  const dueDays = DaySet.fromDays(moves.map(([dueDay]) => dueDay));
  return withDays(
    without(planned, dueDays),
    moves.map(([, newDay]) => newDay),
  );
}

/** Whether the task's current schedule was due, or was done, on a day before `today`. */
export function hasPast(task: DueRules, today: CalendarDate): boolean {
  const from = task.scheduleFrom ? toDayNumber(task.scheduleFrom) : FIRST_DAY;
  const yesterday = toDayNumber(today) - 1;
  const last = taskOccurrences(task).lastUntil(yesterday);
  if (last !== null && last >= from) return true;
  // What is due so long after it was last done has moved on from the days on which it was.
  let wasDone = false;
  if (task.afterDone) {
    task.completedDays.union(task.skippedDays).forEachRun((first, end) => {
      wasDone ||= first <= yesterday && end >= from;
    });
  }
  return wasDone;
}

/** The occurrences of a schedule in its season, whatever was done. */
export function inSeason(schedule: Schedule & Partial<Pick<TaskSchedule, "season">>): Occurrences {
  const occurrences = occurrencesOf(schedule);
  return schedule.season ? inMonths(occurrences, schedule.season) : occurrences;
}

/**
 * The one occurrence of a task that is due so long after it was last done or skipped, or at its
 * start: it moves on to the next day that is neither paused nor out of season.
 */
function openOccurrence(task: DueRules): Occurrences {
  const start = toDayNumber(task.startDate);
  const from = task.scheduleFrom ? toDayNumber(task.scheduleFrom) : FIRST_DAY;
  const end = task.endDate ? toDayNumber(task.endDate) : LAST_DAY;
  if (Number.isNaN(start) || Number.isNaN(end)) return NO_OCCURRENCES;
  const last = Math.max(task.completedDays.last, task.skippedDays.last);
  const next = last === Number.NEGATIVE_INFINITY ? last : dayAfterDone(last, task.afterDone ?? "");
  const earliest = Math.max(start, from, next);
  if (earliest > end) return NO_OCCURRENCES;
  const open = inSeason({ ...task, startDate: fromDayNumber(earliest), repeatValue: "daily" });
  const day = without(open, task.pausedDays).firstFrom(earliest);
  if (day === null) return NO_OCCURRENCES;
  return {
    has: (other) => other === day,
    firstFrom: (other) => (other <= day ? day : null),
    lastUntil: (other) => (other >= day ? day : null),
    between: (first, until, into = []) => {
      if (first <= day && until >= day) into.push(day);
      return into;
    },
    countBetween: (first, until) => (first <= day && until >= day ? 1 : 0),
  };
}

const DURATION = /^P([1-9]\d{0,2})([DWM])$/;

/** The day that lies so long after another; a month ends with its last day. */
function dayAfterDone(day: number, duration: string): number {
  const [, digits = "1", unit] = DURATION.exec(duration) ?? [];
  const count = Number(digits);
  if (unit === "M") {
    // The calendar ends with the year 9999.
    if (day + count * 31 > LAST_DAY) return LAST_DAY + 1;
    return toDayNumber(addMonths(fromDayNumber(day), count));
  }
  return Math.min(day + (unit === "W" ? 7 * count : count), LAST_DAY + 1);
}
