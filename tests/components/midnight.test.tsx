import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { chore, show } from "./show.tsx";

/** The day on an open screen ends at the user's midnight, in their profile's time zone. */

interface Night {
  readonly name: string;
  readonly zone: string;
  /** the midnights at which a day begins and ends: instants with their offset from UTC */
  readonly begins: string;
  readonly ends: string;
  readonly headings: readonly [string, string, string];
}

const nights: readonly Night[] = [
  {
    name: "the 25 hours of New York's autumn night",
    zone: "America/New_York",
    begins: "2026-11-01T00:00:00-04:00",
    ends: "2026-11-02T00:00:00-05:00",
    headings: ["Saturday, October 31", "Sunday, November 1", "Monday, November 2"],
  },
  {
    name: "the 23 hours of New York's spring night",
    zone: "America/New_York",
    begins: "2026-03-08T00:00:00-05:00",
    ends: "2026-03-09T00:00:00-04:00",
    headings: ["Saturday, March 7", "Sunday, March 8", "Monday, March 9"],
  },
  {
    name: "the 23 hours of Auckland's spring night",
    zone: "Pacific/Auckland",
    begins: "2026-09-27T00:00:00+12:00",
    ends: "2026-09-28T00:00:00+13:00",
    headings: ["Saturday, September 26", "Sunday, September 27", "Monday, September 28"],
  },
  {
    name: "a day that begins on the half hour of UTC",
    zone: "Asia/Kolkata",
    begins: "2026-06-10T00:00:00+05:30",
    ends: "2026-06-11T00:00:00+05:30",
    headings: ["Tuesday, June 9", "Wednesday, June 10", "Thursday, June 11"],
  },
];

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

for (const { name, zone, begins, ends, headings } of nights) {
  test(`an open screen goes through ${name}`, async () => {
    const [eve, day, next] = headings;
    await openToday(zone, begins.slice(0, 10), Date.parse(begins) - MINUTE);
    await expect.element(heading(eve)).toBeVisible();
    await expect.element(sweep).not.toBeInTheDocument();
    vi.advanceTimersByTime(MINUTE - 1);
    await expect.element(heading(eve)).toBeVisible();
    vi.advanceTimersByTime(1);
    await expect.element(heading(day)).toBeVisible();
    await expect.element(section("Active")).toHaveTextContent("Sweep");

    vi.advanceTimersByTime(Date.parse(ends) - Date.parse(begins) - 1);
    await expect.element(heading(day)).toBeVisible();
    vi.advanceTimersByTime(1);
    await expect.element(heading(next)).toBeVisible();
    await expect.element(section("Overdue")).toHaveTextContent(/Sweep.*Yesterday/);
    await expect.element(section("Active")).not.toBeInTheDocument();
  });
}

test("a machine that slept over midnight shows the new day when somebody looks", async () => {
  await openToday("America/New_York", "2026-11-01", Date.parse("2026-10-31T22:00:00-04:00"));
  await expect.element(heading("Saturday, October 31")).toBeVisible();
  // The clock has moved, but no timer ran: the machine was asleep.
  vi.setSystemTime("2026-11-01T07:00:00-05:00");
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(heading("Sunday, November 1")).toBeVisible();
  await expect.element(section("Active")).toHaveTextContent("Sweep");
});
