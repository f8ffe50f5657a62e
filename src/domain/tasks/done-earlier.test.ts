import { expect, test } from "vitest";
import { daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { dayDoneEarlier, doneBefore } from "./done-earlier.ts";

test("what has dates is done for its own day, at most 366 days before it", () => {
  const task = taskOf({ startDate: "2026-11-01" });
  expect(dayDoneEarlier(task, "2026-11-21", "2026-11-20")).toBe("2026-11-21");
  expect(dayDoneEarlier(task, "2026-11-21", "2025-11-20")).toBe("2026-11-21");
  expect(dayDoneEarlier(task, "2026-11-21", "2025-11-19")).toBe(null);
});

test("an interval task counts on from the day on which it was done", () => {
  const after = { repeatValue: "custom", afterDone: "P3D", startDate: "2026-11-10" } as const;
  const task = taskOf({ ...after, completedDays: daySet("2026-11-15") });
  expect(dayDoneEarlier(task, "2026-11-21", "2026-11-20")).toBe("2026-11-20");
  expect(dayDoneEarlier(task, "2026-11-21", "2026-11-16")).toBe("2026-11-16");
  expect(dayDoneEarlier(task, "2026-11-21", "2026-11-15"), "done then already").toBe(null);
  expect(dayDoneEarlier(taskOf(after), "2026-11-21", "2026-11-09"), "before it began").toBe(null);
  const later = taskOf({ ...after, scheduleFrom: "2026-11-18" });
  expect(dayDoneEarlier(later, "2026-11-21", "2026-11-17"), "another schedule").toBe(null);
});

test("'done yesterday' settles what is open since yesterday, and leaves today's", () => {
  const daily = taskOf({ startDate: "2026-11-16" });
  expect(doneBefore(daily, "2026-11-21", "2026-11-21")).toEqual({
    day: "2026-11-20",
    doneOn: "2026-11-20",
  });
  const settled = taskOf({ startDate: "2026-11-16", completedDays: daySet("2026-11-20") });
  expect(doneBefore(settled, "2026-11-21", "2026-11-21"), "yesterday's is done").toBe(null);
  const weekly = taskOf({ startDate: "2026-11-14", repeatValue: "weekly" });
  expect(doneBefore(weekly, "2026-11-21", "2026-11-21"), "nothing was due yesterday").toEqual({
    day: "2026-11-21",
    doneOn: "2026-11-20",
  });
  expect(doneBefore(daily, "2026-11-18", "2026-11-21"), "of a missed day, on its day").toEqual({
    day: "2026-11-18",
    doneOn: "2026-11-18",
  });
});
