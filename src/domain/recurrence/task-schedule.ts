import { addMonths } from "../dates/calendar.ts";
import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { ScheduleFields } from "../tasks/task-input.ts";
import type { Roster } from "../turns/turn-types.ts";
import { inMonths, oneAfterTheOther, withDays, within, without } from "./combined-occurrences.ts";
import { NO_OCCURRENCES, type Occurrences } from "./occurrences.ts";
import { occurrencesOf, type Schedule } from "./recurrence.ts";

/** A schedule as people choose it. */
export interface TaskSchedule
  extends Schedule,
    Omit<
      ScheduleFields,
      keyof Schedule | "customRruleText" | "season" | "waitsFor" | "waitsAmount"
    > {
  /** the months in which it applies, 1 to 12; null for all of them */
  readonly season: readonly number[] | null;
  /** due when this happens; absent in what was written before there was such a schedule */
  readonly waitsFor?: string | null;
  /** by how much its reading has to grow; null where it is enough that it happens */
  readonly waitsAmount?: number | null;
}

/** A schedule that counted until a day, that day included. */
export interface FormerSchedule extends TaskSchedule, Partial<Roster> {
  readonly customRruleText?: string | null;
  readonly validUntil: CalendarDate;
  /** ISO instant at which its turns were entered */
  readonly rosterSince?: string | null;
}

/** An occurrence that is done on another day than the schedule says. */
export interface PutOff {
  readonly dueDate: CalendarDate;
  readonly newDate: CalendarDate;
  /** It went to a day of a schedule before its own, and stays there whatever becomes of its own. */
  readonly toFormerSchedule?: boolean;
}

/** What made a task due that waits for it. */
export interface Happened {
  /** as the task names it */
  readonly name: string;
  /** the day from which the task is due */
  readonly day: CalendarDate;
  /** the reading with which it was told */
  readonly number?: number | undefined;
}

/** All that decides on which days a task is due. */
export interface DueRules extends TaskSchedule {
  /** the latest that happened of what it waits for, or waited */
  readonly happened?: Happened | null;
  /** the first day of the schedule; null when it counts for ever */
  readonly scheduleFrom: CalendarDate | null;
  /** in the order of their days */
  readonly formerSchedules: readonly FormerSchedule[];
  readonly putOffs: readonly PutOff[];
  readonly pausedDays: DaySet;
  readonly completedDays: DaySet;
  readonly skippedDays: DaySet;
}

/** Whether one occurrence is open at a time, until it is done: after an interval, or when something happens. */
export const isOneAtATime = ({
  afterDone,
  waitsFor,
}: Partial<Pick<TaskSchedule, "afterDone" | "waitsFor">>): boolean =>
  Boolean(afterDone || waitsFor);

/** The days that are done or skipped. */
export const settledDays = ({ completedDays, skippedDays }: SettledDays): DaySet =>
  completedDays.union(skippedDays);

/** Whether a day, by its number, is done or skipped. */
export const isSettled = ({ completedDays, skippedDays }: SettledDays, day: number): boolean =>
  completedDays.has(day) || skippedDays.has(day);

type SettledDays = Pick<DueRules, "completedDays" | "skippedDays">;

/** A task's occurrences in day numbers; the only source of due days. */
export interface TaskDays {
  /** the days on which it is due */
  readonly occurrences: Occurrences;
  /** the days whose occurrence was put off */
  readonly putOffDays: DaySet;
  /** by the days on which it is due instead: those that its schedule says */
  readonly putOffFrom: ReadonlyMap<number, number>;
  /** a task with one occurrence at a time is open on this day, and never missed; or null */
  readonly openDay: number | null;
}

/** The days of a task; docs/design/record.md has them as a table. */
export function taskDays(task: DueRules): TaskDays {
  const versions = versionsOf(task);
  const moved: number[] = [];
  const moves = new Map<number, number>();
  const putOffFrom = new Map<number, number>();
  for (const { dueDate, newDate, toFormerSchedule } of task.putOffs) {
    const [dueDay, newDay] = [toDayNumber(dueDate), toDayNumber(newDate)];
    // A later schedule must not change the earlier of the two days.
    const decider = versionOn(versions, Math.min(dueDay, newDay));
    if (toFormerSchedule || decider.occurrences.has(dueDay)) {
      moved.push(dueDay);
      putOffFrom.set(newDay, dueDay);
    } else if (decider.isOneAtATime && dueDay <= decider.last) moves.set(dueDay, newDay);
  }
  const newDays = [...putOffFrom.keys()];
  const movedDays = DaySet.fromDays(moved);
  const planned = oneAfterTheOther(
    versions.map(({ occurrences, first, last }) => within(occurrences, first, last)),
  );
  const dated = without(withDays(without(planned, movedDays), newDays), task.pausedDays);
  const open = isOneAtATime(task)
    ? openOccurrence(task, DaySet.fromDays([...moved, ...newDays]), moves)
    : null;
  if (open && open.from !== null) putOffFrom.set(open.day, open.from);
  return {
    occurrences: open ? withDays(dated, [open.day]) : dated,
    // An occurrence that has moved on is known by its put-off alone.
    putOffDays: movedDays.union(DaySet.fromDays(moves.keys())),
    putOffFrom,
    openDay: open?.day ?? null,
  };
}

/**
 * The day by which an occurrence that is on `day` now is known for ever: another one where it was put off to it. A deed
 * names it, so that it finds the occurrence wherever it is by then. An interval task may be done on any day.
 */
export const scheduledDay = (
  { putOffs = [], ...schedule }: Partial<Pick<DueRules, "afterDone" | "waitsFor" | "putOffs">>,
  day: CalendarDate,
): CalendarDate =>
  (!isOneAtATime(schedule) && putOffs.find(({ newDate }) => newDate === day)?.dueDate) || day;

/** The days on which a task is due. */
export function taskOccurrences(task: DueRules): Occurrences {
  return taskDays(task).occurrences;
}

/** A schedule of a task and the days that it counts for. */
interface Version {
  readonly first: number;
  readonly last: number;
  readonly schedule: TaskSchedule & Partial<Roster>;
  readonly isOneAtATime: boolean;
  /** none where one is open at a time: it is on one day alone */
  readonly occurrences: Occurrences;
}

/** In the order of their days, without a gap. */
export function versionsOf(task: DueRules & Partial<Roster>): Version[] {
  const versions: Version[] = [];
  const add = (schedule: Version["schedule"], last: number) =>
    versions.push({
      first: (versions.at(-1)?.last ?? FIRST_DAY - 1) + 1,
      last,
      schedule,
      isOneAtATime: isOneAtATime(schedule),
      occurrences: isOneAtATime(schedule) ? NO_OCCURRENCES : inSeason(schedule),
    });
  for (const former of task.formerSchedules) add(former, toDayNumber(former.validUntil));
  add(task, LAST_DAY);
  return versions;
}

const versionOn = (versions: readonly Version[], day: number): Version =>
  versions.find(({ last }) => day <= last) ?? (versions.at(-1) as Version);

/** Whether the task's current schedule was due, or was done, on a day before `today`. */
export function hasPast(task: DueRules, today: CalendarDate): boolean {
  const from = task.scheduleFrom ? toDayNumber(task.scheduleFrom) : FIRST_DAY;
  const yesterday = toDayNumber(today) - 1;
  const last = taskOccurrences(task).lastUntil(yesterday);
  if (last !== null && last >= from) return true;
  // It has moved on from the days on which it was.
  return isOneAtATime(task) && settledDays(task).between(from, yesterday).length > 0;
}

/** The occurrences of a schedule in its season, whatever was done. */
export function inSeason(schedule: TaskSchedule): Occurrences {
  const occurrences = occurrencesOf(schedule);
  return schedule.season ? inMonths(occurrences, schedule.season) : occurrences;
}

/**
 * The day that what a task waits for has made its own, until the task is done or skipped then or later: `yyyy-MM-dd`;
 * null while it waits.
 */
export function happenedDay(
  task: Pick<DueRules, "waitsFor" | "happened" | keyof SettledDays>,
): CalendarDate | null {
  const { waitsFor, happened } = task;
  if (!happened || happened.name !== waitsFor) return null;
  const settled = settledDays(task);
  return settled.size > 0 && settled.last >= toDayNumber(happened.day) ? null : happened.day;
}

type Waiting = Pick<DueRules, "waitsFor" | "happened" | keyof SettledDays> &
  Pick<DueRules, "afterDone" | "startDate" | "scheduleFrom">;

/**
 * The day on which the interval of a task is over, in day numbers; null without one. One that waits for something and
 * was never done counts it from its start.
 */
function intervalDay(task: Waiting): number | null {
  const { afterDone, waitsFor, startDate, scheduleFrom } = task;
  const settled = settledDays(task);
  if (!afterDone) return null;
  if (settled.size > 0) return dayAfterDone(settled.last, afterDone);
  if (!waitsFor) return FIRST_DAY;
  return dayAfterDone(
    Math.max(...[startDate, scheduleFrom ?? startDate].map(toDayNumber)),
    afterDone,
  );
}

/** The day of a task's interval, in day numbers, where it comes before what happened; else null. */
export function firstByInterval(task: Waiting): number | null {
  const [day, happened] = [intervalDay(task), happenedDay(task)];
  return day !== null && (happened === null || day < toDayNumber(happened)) ? day : null;
}

/**
 * The first day from which it is open, in day numbers: from what happened or from its interval, whichever comes first;
 * null while it waits.
 */
function openFrom(task: DueRules): number | null {
  const happened = happenedDay(task);
  return firstByInterval(task) ?? (happened === null ? null : toDayNumber(happened));
}

/**
 * The one occurrence of a task, counted from when it was last done or skipped, or at its start, or from what
 * happened: it goes where it was put off to (`from` says from where), and moves on to the next day of its season
 * that is neither paused nor settled nor `taken` by a dated put-off. Null when it is over.
 */
function openOccurrence(
  task: DueRules,
  taken: DaySet,
  moves: ReadonlyMap<number, number>,
): { readonly day: number; readonly from: number | null } | null {
  const scheduleFrom = task.scheduleFrom ? toDayNumber(task.scheduleFrom) : FIRST_DAY;
  const settled = settledDays(task);
  const next = openFrom(task);
  if (next === null) return null;
  const seasonDays = inSeason({ ...task, repeatValue: "daily" });
  const closed = settled.union(task.pausedDays).union(taken);
  const openDays = without(seasonDays, closed);
  const left = new Map(moves);
  let from: number | null = null;
  let day = without(seasonDays, taken).firstFrom(Math.max(scheduleFrom, next));
  while (day !== null) {
    const newDay = left.get(day);
    if (newDay !== undefined) {
      // Each counts once: two may lead back to where it was.
      left.delete(day);
      from = day;
      day = newDay;
    } else if (closed.has(day)) {
      from = null;
      day = openDays.firstFrom(day + 1);
    } else return { day, from };
  }
  return null;
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
