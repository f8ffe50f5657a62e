import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { isOneAtATime, taskOccurrences } from "../../src/domain/recurrence/task-schedule.ts";
import { withSchedule } from "../../src/domain/tasks/schedule-change.ts";
import { type Task, withPutOff } from "../../src/domain/tasks/task.ts";
import type { Absence } from "../../src/domain/turns/turn-types.ts";
import { insteadOf } from "../../src/domain/turns/turn-words.ts";
import { turnOn } from "../../src/domain/turns/turns.ts";
import { withoutTurns, withTurns } from "../../src/domain/turns/with-turns.ts";
import { hasDateutil, runPython } from "./python-model.ts";
import { absence, dayIn, householdOf, instant, PEOPLE, turnTask } from "./random-turns.ts";
import { runs, seed } from "./runs.ts";

/** The turn of every day, compared with a model that counts all turns from the first one on. */

const TASKS = runs(10_000);
const [FROM, TO, TODAY] = ["2025-12-01", "2026-12-31", "2026-09-01"];

const turnsOf = (task: Task, from: string, to: string, today = TODAY) => {
  const turns: (string | null)[] = [];
  for (let day = toDayNumber(from); day <= toDayNumber(to); day++) {
    turns.push(turnOn(task, fromDayNumber(day), today));
  }
  return turns;
};

/** The days of a set, as dates. */
function datesOf(days: DaySet): string[] {
  const dates: string[] = [];
  days.forEachRun((first, last) => {
    for (let day = first; day <= last; day++) dates.push(fromDayNumber(day));
  });
  return dates;
}

/** The input of turns_model.py. */
const caseOf = (task: Task) => ({
  versions: [...task.formerSchedules, { ...task, validUntil: null }].map((one) => ({
    ...{ startDate: one.startDate, endDate: one.endDate ?? null, validUntil: one.validUntil },
    ...{ repeatValue: one.repeatValue, customRrule: one.customRrule ?? null },
    ...{ afterDone: one.afterDone, waitsFor: one.waitsFor, season: one.season },
    ...{ roster: one.roster ?? [], turnLength: one.turnLength ?? "each" },
  })),
  absences: task.household?.absences ?? [],
  swaps: task.swaps.map(({ day, person }) => [day, person]),
  putOffs: task.putOffs.map(({ dueDate, newDate }) => [dueDate, newDate]),
  paused: datesOf(task.pausedDays),
  happened: task.happened,
  settled: datesOf(task.completedDays.union(task.skippedDays)),
  known: PEOPLE,
  ...{ from: FROM, to: TO, today: TODAY },
});

const JANUARY_20 = toDayNumber("2026-01-20");

interface Entry {
  /** days from today on */
  readonly more: number;
  readonly person: string;
  readonly absence: Absence;
  readonly roster: readonly string[];
  readonly turnLength: "each" | "week" | "month";
}

const withAbsences = (
  task: Task,
  change: (absences: readonly Absence[]) => readonly Absence[],
): Task => ({ ...task, household: householdOf(change(task.household?.absences ?? [])) });

/** Whether it always had dates. */
const isDated = (task: Task) => ![task, ...task.formerSchedules].some(isOneAtATime);

/** Everything that can be entered about turns and occurrences on a day, and that may decide turns. */
const ENTRIES: Record<string, (task: Task, today: number, entry: Entry) => Task> = {
  away: (task, today, { absence }) =>
    withAbsences(task, (known) => [
      ...known,
      { ...absence, enteredOn: fromDayNumber(today), endedOn: null },
    ]),
  "back early": (task, today) =>
    withAbsences(task, (known) =>
      known.map((one) => ({ ...one, endedOn: one.endedOn ?? fromDayNumber(today) })),
    ),
  leaves: (task, today, { person, absence }) => {
    const from = fromDayNumber(today);
    const gone = { ...absence, person, from, to: null, enteredOn: from, endedOn: null };
    const { household } = withAbsences(task, (known) => [...known, gone]);
    if (household === undefined) return task;
    const people = household.people.filter(({ id }) => id !== person);
    return {
      ...task,
      household: { ...household, people, former: { fay: "Fay", [person]: "Left" } },
    };
  },
  swap: (task, today, { more, person }) => withTurns(task, [fromDayNumber(today + more)], person),
  returned: (task, today) =>
    withoutTurns(
      task,
      task.swaps.map(({ day }) => day).filter((day) => toDayNumber(day) >= today),
    ),
  schedule: (task, today, { roster, turnLength }) => {
    const scheduleFrom = fromDayNumber(today);
    if (task.scheduleFrom !== null && task.scheduleFrom >= scheduleFrom) return task;
    return withSchedule(task, { roster, turnLength, scheduleFrom } as Partial<Task>);
  },
  pause: (task, today, { more }) => {
    const paused = DaySet.fromRuns([[today - more, 2 * more]]);
    return { ...task, pausedDays: task.pausedDays.union(paused) };
  },
  // Older days of an interval task would change the turns after them.
  done: (task, today, { more }) => {
    const { last } = task.completedDays.union(task.skippedDays);
    const days = DaySet.fromDays([isDated(task) ? today - more : Math.max(today, last + 1)]);
    return { ...task, completedDays: task.completedDays.union(days) };
  },
  "put off": (task, today, { more }) => {
    const [dueDate, newDate] = [fromDayNumber(today - more), fromDayNumber(today + (more % 7))];
    const days = task.putOffs.flatMap((known) => [known.dueDate, known.newDate]);
    const isFree = !days.includes(dueDate) && !days.includes(newDate);
    const isDueAnyway = taskOccurrences(task).has(toDayNumber(newDate));
    return isFree && !isDueAnyway ? withPutOff(task, dueDate, newDate) : task;
  },
};

interface Answer {
  readonly turns: (string | null)[];
  /** the largest distance of anybody from their fair share of turns at any time, without swaps */
  readonly spread: number;
}

describe(`the turns of ${TASKS} tasks`, () => {
  test.runIf(hasDateutil)(
    "are those of a model in Python, and nobody is further than two from a fair share",
    () => {
      const tasks = fc.sample(turnTask, { seed, numRuns: TASKS });
      const named = tasks.flatMap((task) => turnsOf(task, FROM, TO)).filter(Boolean);
      expect(named.length).toBeGreaterThan(TASKS * 20);
      let furthest = 0;
      for (let first = 0; first < tasks.length; first += 500) {
        const some = tasks.slice(first, first + 500);
        const answers = runPython<Answer[]>(
          [join(import.meta.dirname, "turns_model.py")],
          some.map(caseOf),
        );
        for (const [index, task] of some.entries()) {
          const { turns, spread } = answers[index] as Answer;
          furthest = Math.max(furthest, spread);
          const shown = turnsOf(task, FROM, TO);
          if (String(shown) !== String(turns)) {
            const day = shown.findIndex((turn, at) => turn !== turns[at]);
            const date = fromDayNumber(toDayNumber(FROM) + day);
            expect([date, shown[day], JSON.stringify(caseOf(task))]).toEqual([
              date,
              turns[day],
              "",
            ]);
          }
        }
      }
      expect(furthest).toBeLessThanOrEqual(2);
    },
  );

  test("were nobody's where something was done before they were entered", () => {
    const tick = fc.record({
      ...{ completedAt: instant, people: fc.subarray([...PEOPLE], { minLength: 1 }) },
      timeZone: fc.constantFrom("Pacific/Auckland", "America/Los_Angeles", "UTC"),
    });
    const days = fc.array(dayIn(-30, 330), { minLength: 20, maxLength: 20 });
    const counts = { nobodys: 0, anothers: 0 };
    fc.assert(
      fc.property(turnTask, days, tick, (task, tried, done) => {
        for (const day of tried) {
          const turn = turnOn(task, day, TODAY);
          if (turn === null || done.people.includes(turn)) continue;
          const version = task.formerSchedules.find((one) => one.validUntil >= day) ?? task;
          const since = new Date(version.rosterSince ?? "");
          const entered = since.toLocaleDateString("sv", { timeZone: done.timeZone });
          const isNobodys = new Date(done.completedAt) < since && entered <= day;
          const instead = insteadOf(task, day, { ...done, completedBy: null }, TODAY);
          expect(instead?.id).toBe(isNobodys ? undefined : turn);
          counts[isNobodys ? "nobodys" : "anothers"]++;
        }
      }),
      { seed, numRuns: TASKS },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(TASKS / 5);
  });

  test("of the past are changed by nothing that is entered later, wherever anybody is", () => {
    const zone = fc.integer({ min: -11, max: 13 });
    const change = fc.record({
      ...{ day: fc.integer({ min: 0, max: 300 }), hour: fc.integer({ min: 0, max: 23 }) },
      ...{ home: zone, here: zone },
      more: fc.integer({ min: 0, max: 60 }),
      person: fc.constantFrom(...PEOPLE),
      absence,
      roster: fc.shuffledSubarray(PEOPLE),
      turnLength: fc.constantFrom("each" as const, "week" as const, "month" as const),
      kind: fc.constantFrom(...Object.keys(ENTRIES)),
    });
    let changed = 0;
    fc.assert(
      fc.property(turnTask, change, (task, { day, hour, home, here, kind, ...entry }) => {
        const dayIn = (zone: number) => JANUARY_20 + day + Math.floor((hour + zone) / 24);
        // A schedule counts from today in the zone of the person who changes it, everything else in the
        // household's.
        const first = dayIn(kind === "schedule" ? here : home);
        const absences = task.household?.absences ?? [];
        const known = absences.filter(({ enteredOn }) => toDayNumber(enteredOn) <= first);
        const before = { ...task, household: householdOf(known) };
        const after = ENTRIES[kind]?.(before, first, entry) ?? before;
        // An interval task is open until it is done, so its open day isn't past.
        const settled = task.completedDays.union(task.skippedDays);
        const ofPast = (one: Task, zone: number) =>
          turnsOf(one, FROM, fromDayNumber(first - 1), fromDayNumber(dayIn(zone))).filter(
            (_, at) => isDated(task) || settled.has(toDayNumber(FROM) + at),
          );
        expect(ofPast(after, here)).toEqual(ofPast(before, home));
        const ahead = (one: Task) => turnsOf(one, fromDayNumber(first), TO).join();
        changed += Number(ahead(after) !== ahead(before));
      }),
      { seed, numRuns: TASKS },
    );
    expect(changed).toBeGreaterThan(TASKS / 10);
  });
});
