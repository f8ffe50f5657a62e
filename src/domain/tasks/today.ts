import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { dayInZone, startOfDayInZone } from "../dates/time-zone.ts";
import { dueDays } from "./day-status.ts";
import type { Completion, Task } from "./task.ts";
import { type CategoryGroup, groupByCategory, tasksInOrder } from "./task-groups.ts";

/** The Today tab: what is due, what is done and what is overdue. */

/** How long the row of an overdue occurrence stays in Overdue after it is completed. */
const OVERDUE_HIDE_DELAY_MS = 10_000;

/** How many missed days of a chore Overdue shows unless more were asked for. */
export const MISSED_SHOWN = 5;

interface TodayItem {
  /** the task's id for today's occurrence, with "-" and its date for a past one */
  readonly id: string;
  readonly task: Task;
  /** the date of the occurrence */
  readonly dueDate: CalendarDate;
  /** a past occurrence, done late or not at all */
  readonly wasOverdue: boolean;
  /** in Overdue a done row is struck through, with Undo, until it is hidden */
  readonly isDone: boolean;
  /** ISO instant; null while it is not done */
  readonly completedAt: string | null;
  /** user id; null while it is not done */
  readonly completedBy: string | null;
  /** earlier missed days of the task that are not shown: on its last row in Overdue, else 0 */
  readonly earlier: number;
}

export type TodayGroup = CategoryGroup<TodayItem>;

export interface TodayBuckets {
  readonly active: readonly TodayGroup[];
  readonly done: readonly TodayGroup[];
  readonly overdue: readonly TodayGroup[];
  /** Active and Overdue together, without what is done */
  readonly count: number;
  /** when the next struck-through row leaves Overdue, in milliseconds since the epoch */
  readonly nextHideAt: number | null;
}

/** The moment the tab is seen at. */
export interface Moment {
  readonly today: CalendarDate;
  readonly timeZone: string;
  /** milliseconds since the epoch */
  readonly now: number;
}

/** How many missed days of a task are shown, by its id; `MISSED_SHOWN` of any other. */
export type MissedShown = ReadonlyMap<string, number>;

/**
 * Sorts the occurrences of today and before into the sections, each grouped and in order. `due` may
 * be given to have a task's days worked out once instead of with every call.
 */
export function todayBuckets(
  tasks: readonly Task[],
  moment: Moment,
  due = dueDays,
  shown: MissedShown = new Map(),
): TodayBuckets {
  const active: TodayItem[] = [];
  const done: TodayItem[] = [];
  const overdue: TodayItem[] = [];
  const hideTimes: number[] = [];
  let missedCount = 0;

  const todayNumber = toDayNumber(moment.today);
  const isInToday = todayTest(moment);
  for (const task of tasksInOrder(tasks)) {
    const days = due(task, moment.today);
    missedCount += days.missedCount;
    const missed = days.latestMissed(shown.get(task.id) ?? MISSED_SHOWN);
    const earlier = days.missedCount - missed.length;
    const rows = missed.map((day) => overdueItem(task, fromDayNumber(day)));
    const oldest = rows.at(-1)?.dueDate ?? "";
    for (const completion of task.recentCompletions) {
      if (completion.date >= moment.today || !days.isOccurrence(completion.date)) continue;
      const row = overdueItem(task, completion.date, completion);
      if (isInToday(completion)) done.push(row);
      const hideAt = hideTime(completion, moment);
      // A day that was not shown when it was done does not come up for that.
      if (hideAt === null || (earlier > 0 && row.dueDate < oldest)) continue;
      hideTimes.push(hideAt);
      rows.push(row);
    }
    if (rows.length > missed.length) rows.sort(latestFirst);
    for (const [index, row] of rows.entries()) {
      overdue.push(index === rows.length - 1 ? { ...row, earlier } : row);
    }
    if (!task.completedDays.has(todayNumber)) {
      if (days.isDueToday) active.push(currentItem(task, moment.today));
    } else if (days.isOccurrence(moment.today)) {
      done.push(doneToday(task, moment.today));
    }
  }
  return {
    active: groupByCategory(active),
    done: groupByCategory(done),
    overdue: groupByCategory(overdue),
    count: active.length + missedCount,
    nextHideAt: hideTimes.length > 0 ? Math.min(...hideTimes) : null,
  };
}

/** Whether a completion was made on today's calendar day, wherever its own date lies. */
function todayTest({ today, timeZone }: Moment): (completion: Completion) => boolean {
  // Two bounds instead of a formatter's call for each completion.
  const from = startOfDayInZone(today, timeZone);
  const to = startOfDayInZone(addDays(today, 1), timeZone);
  return ({ completedAt }) => {
    const instant = Date.parse(completedAt);
    return instant >= from && instant < to;
  };
}

/**
 * When the row of a late completion leaves Overdue; null when it has left, or when the occurrence
 * was done on its own day. A completion from the future, by a clock that is ahead, counts as new.
 */
function hideTime(completion: Completion, { now, timeZone }: Moment): number | null {
  const hideAt = Date.parse(completion.completedAt) + OVERDUE_HIDE_DELAY_MS;
  if (now >= hideAt || now < hideAt - 2 * OVERDUE_HIDE_DELAY_MS) return null;
  return completion.date < dayInZone(completion.completedAt, timeZone) ? hideAt : null;
}

const latestFirst = (a: TodayItem, b: TodayItem) => (a.dueDate > b.dueDate ? -1 : 1);

function currentItem(task: Task, today: CalendarDate, completion?: Completion): TodayItem {
  return { id: task.id, task, dueDate: today, wasOverdue: false, ...rowFields(completion) };
}

function doneToday(task: Task, today: CalendarDate): TodayItem {
  const completion = task.recentCompletions.find(({ date }) => date === today);
  return { ...currentItem(task, today, completion), isDone: true };
}

function overdueItem(task: Task, dueDate: CalendarDate, completion?: Completion): TodayItem {
  const id = `${task.id}-${dueDate}`;
  return { id, task, dueDate, wasOverdue: true, ...rowFields(completion) };
}

function rowFields(completion: Completion | undefined) {
  return {
    isDone: completion !== undefined,
    completedAt: completion?.completedAt ?? null,
    completedBy: completion?.completedBy ?? null,
    earlier: 0,
  };
}
