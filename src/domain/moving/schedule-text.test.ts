import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { scheduleText } from "./schedule-text.ts";

test("the next dates stand apart, though they have commas", () => {
  const weekly = { startDate: "2026-11-30", repeatValue: "weekly" } as const;
  expect(scheduleText(weekly, US_ENGLISH, "2026-11-29")).toBe(
    "Weekly on Monday, from Nov 30, 2026: Mon, Nov 30 · Mon, Dec 7 · Mon, Dec 14",
  );
});

test("of an interval task no dates are told that depend on when it is done", () => {
  const task = { startDate: "2024-12-29", repeatValue: "custom", afterDone: "P7D" } as const;
  expect(scheduleText(task, US_ENGLISH, "2026-11-29")).toBe(
    "7 days after it was done, from Dec 29, 2024",
  );
});
