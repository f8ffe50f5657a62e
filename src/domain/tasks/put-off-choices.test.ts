import { expect, test } from "vitest";
import { daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { addDays } from "../dates/calendar.ts";
import { putOffChoices } from "./put-off-choices.ts";

const MONDAY = "2026-11-23";
const WEEKLY = taskOf({ startDate: MONDAY, repeatValue: "weekly" });

test("the next days on which it is not due anyway, nor paused", () => {
  const days = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"];
  expect(putOffChoices(WEEKLY, MONDAY, MONDAY, 7)).toEqual([...days, "2026-12-01"]);
  const paused = { ...WEEKLY, pausedDays: daySet("2026-11-24") };
  expect(putOffChoices(paused, MONDAY, MONDAY, 1)).toEqual(["2026-11-25"]);
  const putOffs = [{ dueDate: "2026-11-30", newDate: "2026-11-24" }];
  expect(putOffChoices({ ...WEEKLY, putOffs }, MONDAY, MONDAY, 1)).toEqual(["2026-11-25"]);
});

test("what was missed can go to today, and nothing to before it begins", () => {
  expect(putOffChoices(WEEKLY, MONDAY, "2026-11-25", 1)).toEqual(["2026-11-25"]);
  expect(putOffChoices(WEEKLY, MONDAY, "2026-11-20", 1)).toEqual(["2026-11-24"]);
});

test("a daily task has none while it goes on, and the day after its end where it ends", () => {
  expect(putOffChoices(taskOf({ startDate: MONDAY }), MONDAY, MONDAY, 1)).toEqual([]);
  const endDate = addDays(MONDAY, 3);
  const ending = taskOf({ startDate: MONDAY, endDate });
  expect(putOffChoices(ending, MONDAY, MONDAY, 1)).toEqual([addDays(endDate, 1)]);
});
