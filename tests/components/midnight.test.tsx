import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { chore, show } from "./show.tsx";

/** The day on an open screen ends at the user's midnight; clock/day-clock.test.ts has every midnight of every zone. */

const MINUTE = 60_000;
const heading = (day: string) => page.getByRole("heading", { level: 1, name: `Today is ${day}` });
const section = (name: string) => page.getByRole("region", { name });
const sweep = page.getByRole("listitem").filter({ hasText: "Sweep" });

/** A person in a time zone, with one task due on one day; shows Today at a moment. */
async function openToday(timeZone: string, date: string, now: number) {
  vi.useFakeTimers({ now, toFake: ["Date", "setTimeout", "clearTimeout"] });
  const task = chore("Sweep", { startDate: date, endDate: date });
  await show(<TodayTab />, { tasks: [task], timeZone });
}

afterEach(() => vi.useRealTimers());

const ZONE = "America/New_York";
/** A day of 25 hours. */
const BEGINS = Date.parse("2026-11-01T00:00:00-04:00");
const ENDS = Date.parse("2026-11-02T00:00:00-05:00");

test("an open screen goes through the longest day", async () => {
  await openToday(ZONE, "2026-11-01", BEGINS - MINUTE);
  await expect.element(heading("Saturday, October 31")).toBeVisible();
  await expect.element(sweep).not.toBeInTheDocument();
  vi.advanceTimersByTime(MINUTE - 1);
  await expect.element(heading("Saturday, October 31")).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(heading("Sunday, November 1")).toBeVisible();
  await expect.element(section("Active")).toHaveTextContent("Sweep");

  vi.advanceTimersByTime(ENDS - BEGINS - 1);
  await expect.element(heading("Sunday, November 1")).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(heading("Monday, November 2")).toBeVisible();
  await expect.element(section("Overdue")).toHaveTextContent(/Sweep.*Yesterday/);
  await expect.element(section("Active")).not.toBeInTheDocument();
});

test("a machine that slept over midnight shows the new day when somebody looks", async () => {
  await openToday(ZONE, "2026-11-01", Date.parse("2026-10-31T22:00:00-04:00"));
  await expect.element(heading("Saturday, October 31")).toBeVisible();
  // The clock has moved, but no timer ran: the machine was asleep.
  vi.setSystemTime("2026-11-01T07:00:00-05:00");
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(heading("Sunday, November 1")).toBeVisible();
  await expect.element(section("Active")).toHaveTextContent("Sweep");
});
