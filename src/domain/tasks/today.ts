import { addDays } from "../dates/calendar.ts";
import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { Corrected } from "../dates/done-when.ts";
import { dayInZone, startOfDayInZone } from "../dates/time-zone.ts";
import type { Locale } from "../language/locale.ts";
import { isOneAtATime, isSettled, taskDays } from "../recurrence/task-schedule.ts";
import { type DueDays, dueDays } from "./day-status.ts";
import type { Day } from "./done-early.ts";
import { type FreshStart, freshStarts } from "./one-go.ts";
import {
  type CatchUp,
  type Completion,
  type Doers,
  type Task,
  withoutCompletions,
} from "./task.ts";
import { type CategoryGroup, groupByCategory, tasksInOrder } from "./task-groups.ts";

/** The Today tab: what is due, what is done and what is overdue. */

/** How long the row of an overdue occurrence stays in Overdue after it is completed. */
const OVERDUE_HIDE_DELAY_MS = 10_000;

/** How many days before today 'Earlier this week' goes back. */
export const EARLIER_DAYS = 7;

/** How many missed days a task shows when it is opened. */
export const MISSED_SHOWN = 5;

/** One occurrence, in a row of its own. */
export interface TodayItem extends Corrected {
  readonly kind: "occurrence";
  /** the task's id for today's occurrence, with "-" and its date for a past one */
  readonly id: string;
  readonly task: Task;
  /** the date of the occurrence */
  readonly dueDate: CalendarDate;
  /** the date that a tick completes: today's for an interval task */
  readonly doneDate: CalendarDate;
  /** a past occurrence, done late, skipped or neither */
  readonly wasOverdue: boolean;
  /** done or skipped: in Overdue the row is struck through, with Undo, until it is hidden */
  readonly isDone: boolean;
  readonly isSkipped: boolean;
  /** ISO instant; null while it is not done */
  readonly completedAt: string | null;
  /** IANA name of the zone in which it was recorded; null while it is not done */
  readonly timeZone: string | null;
  /** null while it is not done */
  readonly doers: Doers | null;
}

/** A task with several missed days: one row, which opens to its days. */
interface MissedItem {
  readonly kind: "missed";
  readonly id: string;
  readonly task: Task;
  /** how many days count as missed */
  readonly count: number;
  /** the latest of them; null when none is left and the rows that were are still shown */
  readonly latest: CalendarDate | null;
  readonly isOpen: boolean;
  /** the latest first; none while it is closed */
  readonly days: readonly TodayItem[];
  /** how many missed days are not among them while it is open */
  readonly earlier: number;
}

/** Many missed days done or skipped in one go, today. */
interface CatchUpItem {
  readonly kind: "catch-up";
  readonly id: string;
  readonly task: Task;
  readonly catchUp: CatchUp;
}

export type TodayGroup = CategoryGroup<TodayItem | MissedItem | CatchUpItem>;

export interface TodayBuckets {
  readonly active: readonly CategoryGroup<TodayItem>[];
  readonly done: readonly CategoryGroup<TodayItem | CatchUpItem>[];
  /** of Done, what was settled of several tasks in one go */
  readonly fresh: readonly FreshStart[];
  readonly overdue: readonly CategoryGroup<TodayItem | MissedItem>[];
  /** of Overdue, what is past (`DueDays.isPast`): it is folded */
  readonly earlier: readonly CategoryGroup<TodayItem | MissedItem>[];
  /** the rows of Active and Overdue, without what is done and what is folded */
  readonly count: number;
  /** the same of what is folded */
  readonly earlierCount: number;
  /** how many days were missed, folded or not */
  readonly missedCount: number;
  /** when the next struck-through row leaves Overdue, in milliseconds since the epoch */
  readonly nextHideAt: number | null;
}

/** The moment the tab is seen at. */
export interface Moment extends Day {
  /** milliseconds since the epoch */
  readonly now: number;
}

/** How many missed days are shown of the tasks that are open, by their ids. */
export type MissedShown = ReadonlyMap<string, number>;

/**
 * Sorts the occurrences of today and before into the sections, each grouped and in order.
 */
export function todayBuckets(
  tasks: readonly Task[],
  moment: Moment,
  shown: MissedShown = new Map(),
  reader?: Pick<Locale, "tag">,
): TodayBuckets {
  const active: TodayItem[] = [];
  const done: (TodayItem | CatchUpItem)[] = [];
  const overdue: (TodayItem | MissedItem)[] = [];
  const earlier: typeof overdue = [];
  const hideTimes: number[] = [];
  let missedCount = 0;

  const isInToday = todayTest(moment);
  const caughtUp = tasks.flatMap((task) =>
    task.recentCatchUps.filter(isInToday).map((catchUp) => ({ task, catchUp })),
  );
  const fresh = freshStarts(caughtUp);
  const isAlone = (one: CatchUp) =>
    !fresh.some(({ parts }) => parts.some(({ catchUp }) => catchUp === one));
  for (const task of tasksInOrder(tasks, reader)) {
    const days = dueDays(task, moment.today);
    missedCount += days.missedCount;
    const struck: TodayItem[] = [];
    for (const completion of task.recentCompletions) {
      const { date } = completion;
      const isDue = days.isOccurrence(date);
      // Done earlier, one that is open at a time has moved on.
      if (date === moment.today || (!isDue && !isOneAtATime(task))) continue;
      const row = (date < moment.today ? overdueItem : earlyItem)(task, date, date, completion);
      if (isInToday(completion)) done.push(row);
      const hideAt = isDue ? hideTime(completion, moment) : null;
      if (hideAt === null) continue;
      hideTimes.push(hideAt);
      struck.push(row);
    }
    const missed = overdueItems(task, days, moment.today, struck, shown.get(task.id));
    (isFolded(task, moment.today, struck) ? earlier : overdue).push(...missed);
    for (const catchUp of task.recentCatchUps) {
      if (isInToday(catchUp) && isAlone(catchUp))
        done.push({ kind: "catch-up", id: catchUp.id, task, catchUp });
    }
    const current = currentItem(task, days, moment.today);
    if (current) (current.isDone ? done : active).push(current);
  }
  return {
    active: groupByCategory(active),
    done: groupByCategory(done),
    fresh,
    overdue: groupByCategory(overdue),
    earlier: groupByCategory(earlier),
    count: active.length + overdue.filter(isOpen).length,
    earlierCount: earlier.filter(isOpen).length,
    missedCount,
    nextHideAt: hideTimes.length > 0 ? Math.min(...hideTimes) : null,
  };
}

const isOpen = (item: TodayItem | MissedItem) =>
  item.kind === "missed" ? item.count > 0 : !item.isDone;

/** Occurrences just done still count as missed, so that no row moves while they are dealt with. */
function isFolded(task: Task, today: CalendarDate, struck: readonly TodayItem[]): boolean {
  const dates = struck.map(({ dueDate }) => dueDate);
  return dueDays(withoutCompletions(task, dates), today).isPast;
}

/** How many rows the tasks have in Active and Overdue, without what is folded: their `TodayBuckets.count`. */
export function openCount(tasks: readonly Task[], today: CalendarDate): number {
  return tasks.reduce((count, task) => {
    const { missedCount, isDueToday, isPast } = dueDays(task, today);
    return count + Number(isDueToday) + Number(missedCount > 0 && !isPast);
  }, 0);
}

/** One row for a task with several missed days, else one for each. */
function overdueItems(
  task: Task,
  days: DueDays,
  today: CalendarDate,
  struck: readonly TodayItem[],
  shown: number | undefined,
): (TodayItem | MissedItem)[] {
  const count = days.missedCount;
  if (count + struck.length === 0) return [];
  const missed = days.latestMissed(shown ?? 1);
  const items = missed.map((day) => {
    const dueDate = fromDayNumber(day);
    return overdueItem(task, dueDate, day === days.openDay ? today : dueDate);
  });
  // An open task stays as it is while its last days are being dealt with.
  if (count < 2 && shown === undefined) return [...items, ...struck].sort(latestFirst);
  const earlier = count - items.length;
  const oldest = items.at(-1)?.dueDate ?? "";
  // A day that was not shown when it was done does not come up for that.
  const inSight = struck.filter(({ dueDate }) => earlier === 0 || dueDate > oldest);
  const isOpen = shown !== undefined;
  return [
    {
      kind: "missed",
      id: `${task.id}-missed`,
      task,
      count,
      latest: items[0]?.dueDate ?? null,
      isOpen,
      days: isOpen ? [...items, ...inSight].sort(latestFirst) : [],
      earlier: isOpen ? earlier : 0,
    },
  ];
}

/** How many runs of days one catch-up may have. */
const CATCH_UP_MAX_RUNS = 4_000;

/** The missed days of a task that one catch-up takes: all, or the latest 4,000 runs of them. */
export function missedDays(task: Task, today: CalendarDate): DaySet {
  const yesterday = toDayNumber(today) - 1;
  const { occurrences, openDay } = taskDays(task);
  const days =
    task.missedPolicy === "keep"
      ? occurrences.between(FIRST_DAY, yesterday)
      : dueDays(task, today).latestMissed(1);
  const missed = DaySet.fromDays(days.filter((day) => day !== openDay && !isSettled(task, day)));
  const runs = missed.toRuns();
  return runs.length > CATCH_UP_MAX_RUNS ? DaySet.fromRuns(runs.slice(-CATCH_UP_MAX_RUNS)) : missed;
}

/**
 * Whether a completion was made on today's calendar day, wherever its own date lies. The day is the
 * viewer's, though it is told in the zone in which it was recorded.
 */
function todayTest({
  today,
  timeZone,
}: Moment): (made: Pick<Completion, "completedAt">) => boolean {
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

/** Today's occurrence, open or settled; null when there is none. */
function currentItem(task: Task, days: DueDays, today: CalendarDate): TodayItem | null {
  const day = toDayNumber(today);
  const isDone = isSettled(task, day);
  // Done, one that is open at a time has moved on.
  const isDue = isDone ? days.isOccurrence(today) || isOneAtATime(task) : days.isDueToday;
  if (!isDue) return null;
  const completion = isDone ? task.recentCompletions.find(({ date }) => date === today) : undefined;
  return {
    ...itemFields(task, today, today, completion),
    id: task.id,
    wasOverdue: false,
    isDone,
    isSkipped: task.skippedDays.has(day),
  };
}

function overdueItem(
  task: Task,
  dueDate: CalendarDate,
  doneDate: CalendarDate,
  completion?: Completion,
): TodayItem {
  return {
    ...itemFields(task, dueDate, doneDate, completion),
    id: `${task.id}-${dueDate}`,
    wasOverdue: true,
  };
}

/** Items for occurrences of later days that were done today. */
const earlyItem: typeof overdueItem = (...item) => ({ ...overdueItem(...item), wasOverdue: false });

function itemFields(
  task: Task,
  dueDate: CalendarDate,
  doneDate: CalendarDate,
  completion: Completion | undefined,
) {
  return {
    kind: "occurrence" as const,
    task,
    dueDate,
    doneDate,
    isDone: completion !== undefined,
    isSkipped: completion?.status === "skipped",
    completedAt: completion?.completedAt ?? null,
    timeZone: completion?.timeZone ?? null,
    doers: completion ?? null,
    ...(completion?.doneOn && { doneOn: completion.doneOn, doneAt: completion.doneAt }),
  };
}
