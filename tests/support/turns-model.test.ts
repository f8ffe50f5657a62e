import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { withSchedule } from "../../src/domain/tasks/schedule-change.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { withTurns } from "../../src/domain/turns/turn-changes.ts";
import { turnOn } from "../../src/domain/turns/turns.ts";
import { hasDateutil, runPython } from "./python-model.ts";
import { absence, householdOf, PEOPLE, turnTask } from "./random-turns.ts";
import { runs, seed } from "./runs.ts";

/** Whose turn any day is, against a model that counts every turn from the first one on. */

const TASKS = runs(10_000);
const [FROM, TO, TODAY] = ["2025-12-01", "2026-12-31", "2026-09-01"];

const turnsOf = (task: Task, from: string, to: string) => {
  const turns: (string | null)[] = [];
  for (let day = toDayNumber(from); day <= toDayNumber(to); day++) {
    turns.push(turnOn(task, fromDayNumber(day), TODAY));
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

/** What turns_model.py reads. */
const caseOf = (task: Task) => ({
  versions: [...task.formerSchedules, { ...task, validUntil: null }].map((one) => ({
    ...{ startDate: one.startDate, endDate: one.endDate ?? null, validUntil: one.validUntil },
    ...{ repeatValue: one.repeatValue, customRrule: one.customRrule ?? null },
    ...{ afterDone: one.afterDone, season: one.season },
    ...{ roster: one.roster ?? [], turnLength: one.turnLength ?? "each" },
  })),
  absences: task.household?.absences ?? [],
  swaps: task.swaps.map(({ day, person }) => [day, person]),
  putOffs: task.putOffs.map(({ dueDate, newDate }) => [dueDate, newDate]),
  paused: datesOf(task.pausedDays),
  settled: datesOf(task.completedDays.union(task.skippedDays)),
  known: PEOPLE,
  ...{ from: FROM, to: TO, today: TODAY },
});

interface Answer {
  readonly turns: (string | null)[];
  /** how far anybody is from their fair share of the turns at any time, swaps left out */
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

  test("of the past are changed by nothing that is entered later", () => {
    const change = fc.record({
      kind: fc.constantFrom("enter", "end", "swap", "schedule", "pause"),
      day: fc.integer({ min: 0, max: 300 }),
      more: fc.integer({ min: 0, max: 60 }),
      absence,
      roster: fc.shuffledSubarray(PEOPLE),
      turnLength: fc.constantFrom("each" as const, "week" as const, "month" as const),
    });
    fc.assert(
      fc.property(turnTask, change, (task, { kind, day, more, absence, ...roster }) => {
        const today = fromDayNumber(toDayNumber("2026-01-20") + day);
        const later = fromDayNumber(toDayNumber(today) + more);
        const absences = task.household?.absences ?? [];
        const known = absences.filter(({ enteredOn }) => enteredOn <= today);
        const before = { ...task, household: householdOf(known) };
        const after = (): Task => {
          switch (kind) {
            case "enter": {
              const entered = { ...absence, enteredOn: today, endedOn: null };
              return { ...task, household: householdOf([...known, entered]) };
            }
            case "end": {
              const ended = known.map((one) => ({ ...one, endedOn: one.endedOn ?? today }));
              return { ...task, household: householdOf(ended) };
            }
            case "swap":
              return withTurns(before, [later], "bob");
            case "schedule":
              return before.scheduleFrom !== null && before.scheduleFrom >= today
                ? before
                : withSchedule(before, { ...roster, scheduleFrom: today } as Partial<Task>);
            case "pause": {
              const paused = DaySet.fromRuns([[toDayNumber(today) - more, 2 * more]]);
              return { ...before, pausedDays: before.pausedDays.union(paused) };
            }
          }
        };
        const yesterday = fromDayNumber(toDayNumber(today) - 1);
        const isDated = [task, ...task.formerSchedules].every(({ afterDone }) => !afterDone);
        // An interval task is open until it is done, and not of the past.
        const settled = task.completedDays.union(task.skippedDays);
        const ofPast = (one: Task) =>
          turnsOf(one, FROM, yesterday).filter(
            (_, at) => isDated || settled.has(toDayNumber(FROM) + at),
          );
        expect(ofPast(after())).toEqual(ofPast(before));
      }),
      { seed, numRuns: runs(5_000) },
    );
  });
});
