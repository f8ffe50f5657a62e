import { expect, test } from "vitest";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { taskDays } from "./task-schedule.ts";

/** An interval task on a day. */
const openAfter = (date: string, afterDone: string) =>
  taskDays(
    taskOf({
      ...{ startDate: "2026-01-01", repeatValue: "custom", afterDone },
      completedDays: DaySet.fromDays([toDayNumber(date)]),
    }),
  ).openDay;

test("so many months after the last days of the calendar is never", () => {
  expect(openAfter("9999-01-01", "P11M")).toBe(toDayNumber("9999-12-01"));
  expect(openAfter("9999-01-01", "P13M")).toBeNull();
});
