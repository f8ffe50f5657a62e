import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { dayInZone } from "../dates/time-zone.ts";
import type { Locale } from "../language/locale.ts";
import { settledDays } from "../recurrence/task-schedule.ts";
import { dueDays } from "./day-status.ts";
import type { Day } from "./done-early.ts";
import type { Task } from "./task.ts";
import { tasksInOrder } from "./task-groups.ts";
import { missedDays } from "./today.ts";

/** Beginning anew after a time of misses: all of it is settled in one go. */

/** After so many days without anything done or skipped, somebody comes back. */
const AWAY_DAYS = 7;

/** A task with its missed days. */
export interface Behind {
  readonly task: Task;
  readonly days: DaySet;
}

/** Returns the tasks with missed days, from `since` on if it is given. */
export function behindOf(
  tasks: readonly Task[],
  today: CalendarDate,
  since?: CalendarDate,
  reader?: Pick<Locale, "tag">,
) {
  return tasksInOrder(tasks, reader)
    .filter((task) => dueDays(task, today).missedCount > 0)
    .map((task): Behind => {
      const days = missedDays(task, today);
      if (!since) return { task, days };
      return { task, days: DaySet.fromDays(days.between(toDayNumber(since), days.last)) };
    })
    .filter(({ days }) => days.size > 0);
}

/** The latest day on which anything of the tasks was done or skipped, or for which it was; null where nothing was. */
function lastDeed(tasks: readonly Task[], { today, timeZone }: Day): number | null {
  const now = toDayNumber(today);
  const days = tasks.flatMap((task) => {
    const settled = settledDays(task);
    const made = [...task.recentCompletions, ...task.recentCatchUps];
    return [
      settled.last > now ? (settled.between(0, now).at(-1) ?? 0) : settled.last,
      ...made.map(({ completedAt }) => toDayNumber(dayInZone(completedAt, timeZone))),
    ];
  });
  const last = days.reduce((a, b) => Math.max(a, b), 0);
  return last > 0 ? last : null;
}

/** The first day that was missed since the last deed, where that is a week ago or longer; else null. */
export function missedSince(tasks: readonly Task[], moment: Day): CalendarDate | null {
  const last = lastDeed(tasks, moment);
  if (last === null || toDayNumber(moment.today) - last < AWAY_DAYS) return null;
  const behind = behindOf(tasks, moment.today, fromDayNumber(last + 1));
  const firsts = behind.map(({ days }) => days.toRuns()[0]?.[0] ?? Number.POSITIVE_INFINITY);
  return behind.length > 0 ? fromDayNumber(Math.min(...firsts)) : null;
}
