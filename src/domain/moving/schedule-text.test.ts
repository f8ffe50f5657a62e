import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { scheduleText } from "./schedule-text.ts";

test("the next dates stand apart, though they have commas", () => {
  const weekly = { startDate: "2026-11-30", repeatValue: "weekly" } as const;
  expect(scheduleText(weekly, US_ENGLISH, "2026-11-29")).toBe(
    "Weekly on Monday, from Nov 30, 2026: Mon, Nov 30 · Mon, Dec 7 · Mon, Dec 14",
  );
});
