import { expect, test } from "vitest";
import { sampleTask } from "../../../tests/support/sample-task.ts";
import { dueDays } from "./day-status.ts";

const task = sampleTask({ startDate: "2026-11-20" });

test("the same answer for the same task and day, without working it out again", () => {
  const answer = dueDays(task, "2026-11-21");
  expect(answer).toMatchObject({ isDueToday: true, missedCount: 1 });
  expect(dueDays(task, "2026-11-21")).toBe(answer);
});

test("another day and a changed task have answers of their own", () => {
  dueDays(task, "2026-11-21");
  expect(dueDays(task, "2026-11-22").missedCount).toBe(2);
  expect(dueDays(task, "2026-11-21").missedCount).toBe(1);
  const ended = { ...task, endDate: "2026-11-20" };
  expect(dueDays(ended, "2026-11-21").isDueToday).toBe(false);
});
