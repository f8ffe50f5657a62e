import fc from "fast-check";
import { expect, test } from "vitest";
import { daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { addDays } from "../dates/calendar.ts";
import { putOffChoices } from "./put-off-choices.ts";

const MONDAY = "2026-11-23";
const on = (days: number) => putOffChoices(WEEKLY, addDays(MONDAY, days));
const WEEKLY = taskOf({ startDate: MONDAY, repeatValue: "weekly" });

test("tomorrow, and in midweek the coming Saturday", () => {
  expect(on(0)).toEqual({ tomorrow: "2026-11-24", saturday: "2026-11-28" });
  expect(on(3)).toEqual({ tomorrow: "2026-11-27", saturday: "2026-11-28" });
  expect(on(4), "Friday").toEqual({ tomorrow: "2026-11-28", saturday: null });
  expect(on(5), "Saturday").toEqual({ tomorrow: "2026-11-29", saturday: null });
  expect(on(6), "Sunday, before it is due").toEqual({ tomorrow: null, saturday: null });
});

test("not where it is due anyway, or paused", () => {
  const daily = taskOf({ startDate: MONDAY });
  expect(putOffChoices(daily, MONDAY)).toEqual({ tomorrow: null, saturday: null });
  const paused = { ...WEEKLY, pausedDays: daySet("2026-11-24") };
  expect(putOffChoices(paused, MONDAY)).toEqual({ tomorrow: null, saturday: "2026-11-28" });
  const putOffs = [{ dueDate: "2026-11-30", newDate: "2026-11-28" }];
  expect(putOffChoices({ ...WEEKLY, putOffs }, MONDAY).saturday).toBe(null);
});

test("each is a later day, and Saturday is one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), (days) => {
      const today = addDays("2024-01-01", days);
      for (const choice of Object.values(putOffChoices(WEEKLY, today))) {
        if (choice !== null) expect(choice > today).toBe(true);
      }
      const { saturday } = putOffChoices(WEEKLY, today);
      if (saturday) expect(new Date(`${saturday}T00:00:00Z`).getUTCDay()).toBe(6);
    }),
  );
});
