import { expect, test } from "vitest";
import { completed, daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { at, done, NOON, rows, TODAY } from "../../../tests/support/today-rows.ts";
import { behindOf, missedSince } from "./fresh-start.ts";
import { newGo } from "./one-go.ts";
import { type Task, withCatchUp } from "./task.ts";
import { todayBuckets } from "./today.ts";

const DAY = { today: TODAY, timeZone: "UTC" };
const daily = (...doneDays: string[]) =>
  sampleTask({ startDate: "2026-10-01", completedDays: daySet(...doneDays) });
const bins = sampleTask({ id: "bins", startDate: "2026-10-06", repeatValue: "weekly" });

test("who comes back after a week is told since when something was missed", () => {
  expect(missedSince([daily("2026-11-14"), bins], DAY)).toBe("2026-11-15");
  const first = { ...bins, title: "A", completedDays: daySet("2026-11-10") };
  expect(missedSince([first, { ...daily("2026-11-10"), title: "B" }], DAY)).toBe("2026-11-11");
  // Days missed before an earlier return are not told again.
  expect(missedSince([{ ...bins, completedDays: daySet("2026-11-11") }], DAY)).toBe("2026-11-17");
});

test("nobody is welcomed back who was here, never was, or has missed nothing", () => {
  const here = (task: Task) => missedSince([daily("2026-11-01"), task], DAY);
  expect(here({ ...bins, completedDays: daySet("2026-11-15") })).toBeNull();
  expect(here({ ...bins, skippedDays: daySet("2026-11-15") })).toBeNull();
  // Last week, for a day long ago.
  expect(here({ ...bins, ...completed(done("2026-10-13", "2026-11-20T20:00:00Z")) })).toBeNull();
  expect(missedSince([daily(), bins], DAY)).toBeNull();
  expect(missedSince([{ ...daily("2026-11-01"), missedPolicy: "pass" }], DAY)).toBeNull();
});

test("what is behind from a day on leaves out what was missed before", () => {
  const behind = behindOf([daily("2026-11-20"), bins], TODAY, "2026-11-10");
  expect(behind.map(({ days }) => days.size)).toEqual([10, 2]);
  expect(behindOf([daily("2026-11-20"), bins], TODAY).map(({ days }) => days.size)).toEqual([
    50, 7,
  ]);
});

test("what one go settled of several tasks is one in Done, and another go's is another", () => {
  const settled = (task: Task, id: string, status: "done" | "skipped") => {
    const made = { completedAt: "2026-11-21T08:00:00Z", timeZone: "UTC", completedBy: "ann" };
    return withCatchUp(task, { id, status, days: daySet("2026-11-17"), ...made });
  };
  const [first, second] = [newGo(), newGo()];
  const tasks = ["a", "b", "c", "d"].map((id) => ({ ...bins, id, title: id }));
  const { done: alone, fresh } = todayBuckets(
    tasks.map((task, i) => settled(task, i < 2 ? first() : second(), "skipped")),
    at(NOON),
  );
  expect(rows(alone)).toEqual([]);
  expect(fresh.map(({ parts }) => parts.map(({ task }) => task.id))).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  const one = todayBuckets([settled(bins, first(), "done")], at(NOON));
  expect([rows(one.done).length, one.fresh]).toEqual([1, []]);
});
