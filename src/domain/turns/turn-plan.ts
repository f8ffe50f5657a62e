import { toDayNumber } from "../dates/calendar-date.ts";
import { within } from "../recurrence/combined-occurrences.ts";
import type { Occurrences } from "../recurrence/occurrences.ts";
import { taskDays, versionsOf } from "../recurrence/task-schedule.ts";
import type { Task } from "../tasks/task.ts";
import { Presence } from "./presence.ts";
import { Rotation, type TurnSpan } from "./rotation.ts";
import type { Roster } from "./turn-types.ts";
import { daysAsUnits, eachOf, periodsIn } from "./turn-units.ts";

/** What one version of a task's schedule says of its turns, in day numbers. */
export interface TurnVersion extends TurnSpan, Roster {
  /** the last day that it counts for */
  readonly until: number;
  /** none of what is due so long after it was last done */
  readonly planned: Occurrences;
  /** of what is due so long after it was last done: the days on which it was settled, ascending */
  readonly settled: readonly number[] | null;
  readonly rotation: Rotation;
}

/** All that a task's turns come of. */
export interface TurnPlan {
  readonly versions: readonly TurnVersion[];
  /** By the day on which it is due instead: the day of the schedule, whose turn a put-off occurrence keeps. */
  readonly putOffFrom: ReadonlyMap<number, number>;
  /** what is due so long after it was last done is open on this day */
  readonly openDay: number | null;
}

const plans = new WeakMap<Task, TurnPlan>();

/** A task's plan, worked out once. */
export function turnPlan(task: Task): TurnPlan {
  let plan = plans.get(task);
  if (plan === undefined) {
    plan = planOf(task);
    plans.set(task, plan);
  }
  return plan;
}

function planOf(task: Task): TurnPlan {
  const { openDay, putOffDays, putOffFrom } = taskDays(task);
  const versions = versionsOf(task).map((version) => {
    const planned = within(version.occurrences, version.first, version.last);
    return { ...version, planned };
  });
  const isPlanned = (day: number) => versions.some(({ planned }) => planned.has(day));
  // Where two are due on one day, it is known by its own, unless that one was put off, too.
  const knownBy = [...putOffFrom].filter(
    ([newDay, day]) => isPlanned(day) && (!isPlanned(newDay) || putOffDays.has(newDay)),
  );
  const moved = new Set(knownBy.map(([newDay]) => newDay));
  const drafts = versions.map(({ schedule, isAfterDone, planned, first, last }) => {
    const { startDate, endDate, roster = [], turnLength = "each" } = schedule;
    const span = {
      first: Math.max(first, toDayNumber(startDate)),
      last: Math.min(last, endDate ? toDayNumber(endDate) : last),
    };
    const settled = isAfterDone ? settledDays(task, first, last, moved) : null;
    const isEach = turnLength === "each";
    const units = isEach
      ? ((settled && daysAsUnits(settled)) ?? eachOf(planned))
      : periodsIn(turnLength, span);
    // What is due so long after it was done may be settled before its start, or after its end.
    const days = isEach ? { first, last } : span;
    return { ...days, until: last, roster, turnLength, planned, settled, units };
  });
  return { versions: withRotations(drafts, task), putOffFrom: new Map(knownBy), openDay };
}

/** The days on which a task was done or skipped, but for occurrences of a schedule with dates. */
function settledDays(task: Task, first: number, last: number, moved: ReadonlySet<number>) {
  const days: number[] = [];
  task.completedDays.union(task.skippedDays).forEachRun((from, to) => {
    for (let day = Math.max(from, first); day <= Math.min(to, last); day++) {
      if (!moved.has(day)) days.push(day);
    }
  });
  return days;
}

type Draft = Omit<TurnVersion, "rotation">;

/** Versions with the same roster go on where the one before ended; any other begins anew. */
function withRotations(drafts: readonly Draft[], { household }: Task): TurnVersion[] {
  const runs: Draft[][] = [];
  for (const draft of drafts) {
    const run = runs.at(-1);
    if (run?.[0] && isSame(run[0], draft)) run.push(draft);
    else runs.push([draft]);
  }
  return runs.flatMap((run) => {
    const roster = run[0]?.roster ?? [];
    const people = roster.map((person) => new Presence(household?.absences ?? [], person));
    const rotation = new Rotation(people, run);
    return run.map((draft) => ({ ...draft, rotation }));
  });
}

const isSame = (one: Roster, other: Roster) =>
  one.turnLength === other.turnLength && one.roster.join() === other.roster.join();
