import { toDayNumber } from "../dates/calendar-date.ts";
import { within } from "../recurrence/combined-occurrences.ts";
import type { Occurrences } from "../recurrence/occurrences.ts";
import { settledDays, taskDays, versionsOf } from "../recurrence/task-schedule.ts";
import type { Task } from "../tasks/task.ts";
import { Presence } from "./presence.ts";
import { Rotation, type TurnSpan } from "./rotation.ts";
import type { Absence, Roster } from "./turn-types.ts";
import { daysAsUnits, eachOf, periodsIn } from "./turn-units.ts";

/** The turns of one schedule version, in day numbers. */
export interface TurnVersion extends TurnSpan, Roster {
  /** the days that it counts for, of which its weeks or months may be a part */
  readonly since: number;
  readonly until: number;
  /** none of an interval task */
  readonly planned: Occurrences;
  /** of an interval task: the days on which it was settled, ascending */
  readonly settled: readonly number[] | null;
  readonly rotation: Rotation;
}

/** All that a task's turns come of. */
export interface TurnPlan {
  readonly versions: readonly TurnVersion[];
  /** By the day to which it was put off: the day of the schedule, whose turn an occurrence keeps. */
  readonly putOffFrom: ReadonlyMap<number, number>;
  /** the days to which an occurrence was brought forward: there it is the turn of whoever is next then */
  readonly broughtForward: ReadonlySet<number>;
  /** an interval task is open on this day */
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
  // If two are due on one day, the day's own keeps it, unless that one was put off, too.
  const moves = [...putOffFrom].filter(([newDay]) => !isPlanned(newDay) || putOffDays.has(newDay));
  const knownBy = moves.filter(([newDay, day]) => day < newDay && isPlanned(day));
  const broughtForward = new Set(moves.flatMap(([newDay, day]) => (newDay < day ? newDay : [])));
  const moved = new Set(knownBy.map(([newDay]) => newDay));
  const drafts = versions.map(({ schedule, isOneAtATime, planned, first, last }) => {
    const { startDate, endDate, roster = [], turnLength = "each" } = schedule;
    const span = {
      first: Math.max(first, toDayNumber(startDate)),
      last: Math.min(last, endDate ? toDayNumber(endDate) : last),
    };
    // But for occurrences of a schedule with dates.
    const settled = isOneAtATime
      ? settledDays(task)
          .between(first, last)
          .filter((day) => !moved.has(day))
      : null;
    // An interval task may be settled before its start, or after its end.
    const days = turnLength === "each" ? { first, last } : span;
    return { ...days, since: first, until: last, roster, turnLength, planned, settled };
  });
  const putOff = new Map(knownBy);
  return { versions: withRotations(drafts, task), putOffFrom: putOff, broughtForward, openDay };
}

const NONE: readonly Absence[] = [];

type Draft = Omit<TurnVersion, "rotation" | "units">;

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
    const people = roster.map((person) => Presence.of(household?.absences ?? NONE, person));
    const spans = spansOf(run);
    const rotation = new Rotation(people, [...new Set(spans)]);
    return run.map((draft, index) => ({
      ...draft,
      units: (spans[index] as TurnSpan).units,
      rotation,
    }));
  });
}

/** The span of each version of a run: one for all whose days follow each other, if a turn is a week or a month. */
function spansOf(run: readonly Draft[]): TurnSpan[] {
  const spans: TurnSpan[] = [];
  for (const [index, { first, last, turnLength, settled, planned }] of run.entries()) {
    if (turnLength === "each") {
      spans.push({ first, last, units: settled ? daysAsUnits(settled) : eachOf(planned) });
      continue;
    }
    const before = spans.at(-1);
    const isOfDays = before !== undefined && before.first <= before.last && first <= last;
    const goesOn = isOfDays && before.last + 1 === first;
    const days = { first: goesOn ? before.first : first, last };
    const span = { ...days, units: periodsIn(turnLength, days) };
    spans.push(span);
    if (goesOn) {
      for (let at = 0; at < index; at++) if (spans[at] === before) spans[at] = span;
    }
  }
  return spans;
}

const isSame = (one: Roster, other: Roster) =>
  one.turnLength === other.turnLength && one.roster.join() === other.roster.join();
