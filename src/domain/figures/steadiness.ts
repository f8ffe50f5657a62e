import { fromDayNumber } from "../dates/calendar-date.ts";
import { isOneAtATime, taskDays } from "../recurrence/task-schedule.ts";
import { dayStatus } from "../tasks/day-status.ts";
import type { Task } from "../tasks/task.ts";

/** After so many occurrences one counts half, as in Loop Habit Tracker's score of a daily habit. */
const HALF_LIFE = 13;
/** An older one would count less than half a percent. */
const MOST = 100;

/**
 * How steadily a task is done, 0 to 1, as of the end of a day: the average of its latest 100 occurrences that were
 * done (1) or missed (0), in which each weighs a little less than the next one: half as much after 13. What was
 * skipped or paused counts for nothing. Null where there is none, and where one is open at a time.
 *
 * Loop Habit Tracker's score (github.com/iSoron/uhabits, Score.kt) is the same exponential average, but begins at 0.
 */
export function steadiness(task: Task, until: number, today: number): number | null {
  if (isOneAtATime(task)) return null;
  let [sum, weights, weight] = [0, 0, 1];
  for (const isDone of latestOutcomes(task, until, today)) {
    sum += isDone ? weight : 0;
    weights += weight;
    weight *= 0.5 ** (1 / HALF_LIFE);
  }
  return weights === 0 ? null : sum / weights;
}

/** Whether each of the latest occurrences was done, the latest first. */
function latestOutcomes(task: Task, until: number, today: number): boolean[] {
  const days = taskDays(task);
  const { occurrences } = days;
  const now = fromDayNumber(today);
  const outcomes: boolean[] = [];
  const done = latestOf(task.completedDays.toRuns(), until);
  let isDone = done.next().value;
  let due = occurrences.lastUntil(until);
  while ((isDone !== undefined || due !== null) && outcomes.length < MOST) {
    const day = Math.max(isDone ?? Number.NEGATIVE_INFINITY, due ?? Number.NEGATIVE_INFINITY);
    const status = dayStatus(task, fromDayNumber(day), now, days);
    if (status === "completed" || status === "missed") outcomes.push(status === "completed");
    if (isDone === day) isDone = done.next().value;
    if (due === day) due = occurrences.lastUntil(day - 1);
  }
  return outcomes;
}

/** The days of runs until a day, the latest first. */
function* latestOf(
  runs: readonly (readonly [first: number, length: number])[],
  until: number,
): Generator<number, undefined> {
  for (const [first, length] of runs.toReversed()) {
    for (let day = Math.min(first + length - 1, until); day >= first; day--) yield day;
  }
  return undefined;
}
