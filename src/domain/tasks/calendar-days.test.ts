import { expect, test } from "vitest";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { calendarDays } from "./calendar-days.ts";
import type { Task } from "./task.ts";

/** From November 1 to 10. */
const shown = (changes: Partial<Task>) =>
  calendarDays(
    sampleTask({ startDate: "2026-11-02", repeatValue: "weekly", ...changes }),
    toDayNumber("2026-11-01"),
    toDayNumber("2026-11-10"),
  ).map(({ day, mark }) => `${fromDayNumber(day)} ${mark}`);

test("a calendar has the days on which a task is due, done or skipped", () => {
  expect(shown({})).toEqual(["2026-11-02 due", "2026-11-09 due"]);
  expect(
    shown({
      completedDays: daySet("2026-10-31", "2026-11-01", "2026-11-02", "2026-11-10", "2026-11-11"),
      skippedDays: daySet("2026-11-09"),
    }),
  ).toEqual(["2026-11-01 done", "2026-11-02 done", "2026-11-09 skipped", "2026-11-10 done"]);
});

test("what was put off is on its new day alone", () => {
  const putOffs = [{ dueDate: "2026-11-02", newDate: "2026-11-04" }];
  expect(shown({ putOffs })).toEqual(["2026-11-04 due", "2026-11-09 due"]);
  expect(shown({ putOffs, completedDays: daySet("2026-11-04") })).toEqual([
    "2026-11-04 done",
    "2026-11-09 due",
  ]);
});

test("a pause has nothing but what was done in it", () => {
  const pausedDays = daySet("2026-11-02", "2026-11-03", "2026-11-09");
  expect(shown({ pausedDays, completedDays: daySet("2026-11-03") })).toEqual(["2026-11-03 done"]);
});

test("an interval task is on the one day that it is due", () => {
  const afterDone = { repeatValue: "custom", afterDone: "P3D" } as const;
  expect(shown({ ...afterDone, completedDays: daySet("2026-11-04") })).toEqual([
    "2026-11-04 done",
    "2026-11-07 due",
  ]);
});
