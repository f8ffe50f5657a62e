import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { scheduleText } from "./schedule-text.ts";

test("the next dates stand apart, though they have commas", () => {
  const weekly = { startDate: "2026-11-30", repeatValue: "weekly" } as const;
  expect(scheduleText({ fields: weekly }, US_ENGLISH, "2026-11-29")).toBe(
    "Weekly on Monday, from Nov 30, 2026: Mon, Nov 30 · Mon, Dec 7 · Mon, Dec 14",
  );
});

test("of an interval task the one date is told that follows from what was done", () => {
  const fields = { startDate: "2024-12-29", repeatValue: "custom", afterDone: "P7D" } as const;
  const done = (...days: string[]) => [
    { by: [], status: "done", days: days.map((day) => [day, `${day}T10:00:00Z`]) } as never,
  ];
  const said = (past: object) => scheduleText({ fields, ...past }, US_ENGLISH, "2026-11-29");
  const rhythm = "7 days after it was done, from Dec 29, 2024";
  expect(said({})).toBe(`${rhythm}: Sun, Dec 29, 2024`);
  expect(said({ completions: done("2026-11-26", "2026-11-20") })).toBe(`${rhythm}: Thu, Dec 3`);
  const skipped = [{ status: "skipped", days: [["2026-11-01", "2026-11-27"]] } as never];
  const caughtUp = { completions: done("2026-11-20"), catchUps: skipped };
  expect(said(caughtUp)).toBe(`${rhythm}: Fri, Dec 4`);
  expect(said({ ...caughtUp, pausedDays: [["2026-12-03", "2026-12-09"]] })).toBe(
    `${rhythm}: Thu, Dec 10`,
  );
  expect(said({ completions: done("2026-11-01") })).toBe(`${rhythm}: Sun, Nov 8`);
});

test("a task that waits for something has a date once that happened", () => {
  const fields = {
    ...{ startDate: "2026-11-01", repeatValue: "custom", waitsFor: "Drier done" },
  } as const;
  const said = (past: object) => scheduleText({ fields, ...past }, US_ENGLISH, "2026-11-29");
  expect(said({})).toBe("When “Drier done” happens, from Nov 1, 2026");
  const happened = { name: "Drier done", day: "2026-11-28", at: "2026-11-28T10:00:00Z" };
  expect(said({ happened })).toBe("When “Drier done” happens, from Nov 1, 2026: Sat, Nov 28");
});
