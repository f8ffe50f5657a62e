import { expect, test } from "vitest";
import { daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { dayDoneEarlier } from "./done-earlier.ts";

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
