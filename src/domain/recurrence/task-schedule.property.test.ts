import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomDate } from "../../../tests/support/random-schedules.ts";
import { randomDueRules } from "../../../tests/support/random-tasks.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { fromDayNumber, toDayNumber, yearMonthDay } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { Occurrences } from "./occurrences.ts";
import { occurrencesOf } from "./recurrence.ts";
import { type DueRules, type TaskSchedule, taskOccurrences } from "./task-schedule.ts";

const ofSchedule = new WeakMap<TaskSchedule, Occurrences>();
function hasOccurrence(schedule: TaskSchedule, day: number): boolean {
  const occurrences = ofSchedule.get(schedule) ?? occurrencesOf(schedule);
  ofSchedule.set(schedule, occurrences);
  return occurrences.has(day);
}

/** The same said day by day, and without a closed form. */
function isDue(task: DueRules, day: number): boolean {
  const date = fromDayNumber(day);
  if (task.pausedDays.has(day)) return false;
  const moves = task.putOffs.filter(
    ({ dueDate, newDate, toFormerSchedule }) =>
      toFormerSchedule || isPlanned(task, toDayNumber(dueDate), [dueDate, newDate].sort()[0]),
  );
  if (moves.some(({ newDate }) => newDate === date)) return true;
  if (moves.some(({ dueDate }) => dueDate === date)) return false;
  return isPlanned(task, day);
}

/** By the schedule that counts on a date, its own unless it was moved to an earlier one. */
function isPlanned(task: DueRules, day: number, on = fromDayNumber(day)): boolean {
  const former = task.formerSchedules.find(({ validUntil }) => on <= validUntil);
  const schedule: TaskSchedule = former ?? task;
  const isIn = schedule.season?.includes(yearMonthDay(day).month) ?? true;
  return isIn && hasOccurrence(schedule, day);
}

describe("the occurrences of a task", () => {
  test("are those that its schedules, pauses and put-offs say, day by day", () => {
    fc.assert(
      fc.property(randomDueRules, randomDate, (task, date) => {
        const occurrences = taskOccurrences(task);
        const from = toDayNumber(date);
        const to = from + 400;
        const expected: number[] = [];
        for (let day = from; day <= to; day++) if (isDue(task, day)) expected.push(day);
        expect(occurrences.between(from, to)).toEqual(expected);
        expect(occurrences.countBetween(from, to)).toBe(expected.length);
        const first = occurrences.firstFrom(from);
        expect(first !== null && first <= to ? first : null).toBe(expected[0] ?? null);
        const last = occurrences.lastUntil(to);
        expect(last !== null && last >= from ? last : null).toBe(expected.at(-1) ?? null);
        for (const day of expected) expect(occurrences.has(day)).toBe(true);
      }),
      { seed, numRuns: runs(200) },
    );
  });
});

describe("an interval task", () => {
  const task: DueRules = {
    startDate: "2026-01-10",
    endDate: null,
    repeatValue: "custom",
    customRrule: null,
    afterDone: "P1M",
    season: null,
    scheduleFrom: null,
    formerSchedules: [],
    putOffs: [],
    pausedDays: DaySet.empty,
    completedDays: DaySet.empty,
    skippedDays: DaySet.empty,
  };
  const on = (...dates: string[]) => DaySet.fromDays(dates.map(toDayNumber));
  const open = (changes: Partial<DueRules>) =>
    taskOccurrences({ ...task, ...changes })
      .between(0, 40_000)
      .map(fromDayNumber);

  test("is open at its start, and then once", () => {
    expect(open({})).toEqual(["2026-01-10"]);
    expect(open({ completedDays: on("2026-01-31") })).toEqual(["2026-02-28"]);
    expect(open({ completedDays: on("2026-01-31"), skippedDays: on("2026-02-27") })).toEqual([
      "2026-03-27",
    ]);
  });

  test("waits for the end of a pause and for its season", () => {
    const completedDays = on("2026-01-31");
    expect(open({ completedDays, pausedDays: on("2026-02-28", "2026-03-01") })).toEqual([
      "2026-03-02",
    ]);
    expect(open({ completedDays, season: [6, 7] })).toEqual(["2026-06-01"]);
  });

  test("ends", () => {
    expect(open({ completedDays: on("2026-01-31"), endDate: "2026-02-27" })).toEqual([]);
  });
});
