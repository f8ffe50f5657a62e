import { addDays } from "../dates/calendar.ts";
import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  toDayNumber,
} from "../dates/calendar-date.ts";
import {
  type DueRules,
  isSettled,
  type TaskSchedule,
  taskDays,
  versionsOf,
} from "../recurrence/task-schedule.ts";
import type { EarlierSchedule } from "./task-input.ts";

/** How a changed schedule affects a task's former schedules and the days before today. */

/** The first day on which any schedule of a task could be due; null when none could. */
export function firstDay(
  task: Pick<DueRules, "formerSchedules" | "startDate" | "endDate">,
): CalendarDate | null {
  let from: CalendarDate = fromDayNumber(FIRST_DAY);
  for (const { startDate, endDate, validUntil } of [
    ...task.formerSchedules,
    { ...task, validUntil: null },
  ]) {
    const first = startDate > from ? startDate : from;
    const isIn = (last: CalendarDate | null | undefined) => !last || first <= last;
    if (isIn(endDate) && isIn(validUntil)) return first;
    from = validUntil ? addDays(validUntil, 1) : from;
  }
  return null;
}

/**
 * The task with another schedule, which counts from its `scheduleFrom` on: what counted before is kept, unless
 * there is no such day and it counts for the past, too.
 */
export function withSchedule<Task extends DueRules>(
  task: Task,
  changes: Partial<TaskSchedule & Pick<DueRules, "scheduleFrom">>,
): Task {
  const changed = { ...task, ...changes };
  const { scheduleFrom } = changed;
  if (scheduleFrom === null) {
    return {
      ...changed,
      formerSchedules: [],
      putOffs: task.putOffs.map((one) => ({ ...one, toFormerSchedule: false })),
    };
  }
  if (scheduleFrom === task.scheduleFrom) return changed;
  const former = { ...task, validUntil: addDays(scheduleFrom, -1) };
  return { ...changed, formerSchedules: [...task.formerSchedules, former] };
}

/** The task with the schedule by which it was done before its first start: no day from there on changes. */
export function withEarlier<Task extends DueRules>(task: Task, earlier: EarlierSchedule): Task {
  const first = firstDay(task);
  if (first === null || earlier.startDate >= first) return task;
  const nobodys = { roster: [], turnLength: "each" as const };
  const before = { ...nobodys, ...earlier, endDate: null, validUntil: addDays(first, -1) };
  const others = task.formerSchedules.filter(({ validUntil }) => validUntil >= first);
  return {
    ...task,
    scheduleFrom: task.scheduleFrom ?? first,
    formerSchedules: [before, ...others],
  };
}

/**
 * Whether something is put off to a day that its schedule has anyway, from today on or, of a schedule for the past too,
 * before: one of the two would be lost.
 */
export function isDueTwice(task: DueRules, today: CalendarDate): boolean {
  const first = task.scheduleFrom === null ? Number.NEGATIVE_INFINITY : toDayNumber(today);
  const { putOffFrom, putOffDays } = taskDays(task);
  const versions = versionsOf(task);
  return [...putOffFrom.keys()].some((day) => {
    const isOpen = day >= first && !isSettled(task, day) && !putOffDays.has(day);
    return isOpen && versions.find(({ last }) => day <= last)?.occurrences.has(day) === true;
  });
}

/** How many days before today have another status, or are done without being due any more. */
export interface PastEffect {
  readonly becomeMissed: number;
  readonly noLongerMissed: number;
  readonly doneNotDue: number;
}

/** Counts the days before today whose status changes with the schedules. */
export function pastEffect(before: DueRules, after: DueRules, today: CalendarDate): PastEffect {
  const [old, now] = [pastOf(before, today), pastOf(after, today)];
  return {
    becomeMissed: countWithout(now.missed, old.missed),
    noLongerMissed: countWithout(old.missed, now.missed),
    doneNotDue: countWithout(old.done, now.done),
  };
}

function countWithout(days: readonly number[], others: readonly number[]): number {
  const known = new Set(others);
  return days.reduce((count, day) => count + Number(!known.has(day)), 0);
}

/** The missed days before today, and those that are done and were due. */
function pastOf(task: DueRules, today: CalendarDate) {
  const { occurrences, openDay } = taskDays(task);
  const due = occurrences.between(FIRST_DAY, toDayNumber(today) - 1);
  return {
    // An interval task is open, and never missed.
    missed: due.filter((day) => day !== openDay && !isSettled(task, day)),
    done: due.filter((day) => task.completedDays.has(day)),
  };
}
