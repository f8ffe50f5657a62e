import { describe, expect, test } from "vitest";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { dueOn, wasDueText } from "./due-on.ts";

const AFTER_A_WEEK = { repeatValue: "custom", afterDone: "P1W", startDate: "2026-11-01" } as const;

describe("the day on which it was due", () => {
  const doneOnFirst = { ...AFTER_A_WEEK, completedDays: daySet("2026-11-01") };
  test.each([
    ["its start, before anything is done", AFTER_A_WEEK, "2026-11-05", "2026-11-01"],
    ["an interval task, done late", doneOnFirst, "2026-11-15", "2026-11-08"],
    ["the same, done early", doneOnFirst, "2026-11-06", "2026-11-08"],
    ["none of a day before one that is done", doneOnFirst, "2026-10-30", null],
    ["none of dates", { startDate: "2026-11-01" }, "2026-11-05", null],
    [
      "none of a day of the schedule before",
      { ...AFTER_A_WEEK, scheduleFrom: "2026-11-10" },
      "2026-11-09",
      null,
    ],
    [
      "where it was put off to",
      { ...doneOnFirst, putOffs: [{ dueDate: "2026-11-08", newDate: "2026-11-12" }] },
      "2026-11-15",
      "2026-11-12",
    ],
  ])("is %s", (_, changes, day, expected) => {
    expect(dueOn(sampleTask(changes), day)).toBe(expected);
  });

  test("is told where it was another one than that on which it was done", () => {
    const told = (due: string | undefined, done: string) => wasDueText(due, done, US_ENGLISH);
    expect(told("2026-11-08", "2026-11-15")).toBe("was due on Nov 8, 2026, 7 days late");
    expect(told("2026-11-08", "2026-11-09")).toBe("was due on Nov 8, 2026, 1 day late");
    expect(told("2026-11-08", "2026-11-06")).toBe("was due on Nov 8, 2026, 2 days early");
    expect([told("2026-11-08", "2026-11-08"), told(undefined, "2026-11-08")]).toEqual([null, null]);
  });
});
