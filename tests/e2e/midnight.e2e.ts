import { expect, type Page } from "@playwright/test";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { installClock, item } from "./steps.ts";

/** The day of an open screen ends at the user's midnight, in their profile's zone. */

const FAR_FUTURE = Date.UTC(2100, 0, 1) / 1000;

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

/** The instant so many milliseconds before another. */
const before = (instant: string, milliseconds: number) => Date.parse(instant) - milliseconds;

const heading = (page: Page, day: string) =>
  page.getByRole("heading", { level: 1, name: `Today is ${day}` });

/** Somebody in a zone, with one task, due on one day; their page shows Today at a moment. */
async function openToday(page: Page, zone: string, startDate: string, now: number) {
  const person = await newSignedInPerson("Nadja Night");
  await sql("update public.profiles set time_zone = $1 where id = $2", [zone, person.id]);
  await addChore(person, { title: "Sweep", start_date: startDate, end_date: startDate });
  // The server's clock is not the page's: to the page, the token must last.
  await keepSession(page, { ...person.session, expires_at: FAR_FUTURE });
  await installClock(page, { time: now });
  await page.goto("/");
}

for (const { name, zone, begins, ends, headings } of nights) {
  test(`an open screen goes through ${name}`, async ({ page }) => {
    const [eve, day, next] = headings;
    await openToday(page, zone, begins.slice(0, 10), before(begins, 60_000));
    await expect(heading(page, eve)).toBeVisible();
    await expect(item(page, "Sweep")).toBeHidden();

    await page.clock.pauseAt(before(begins, 1));
    await expect(heading(page, eve)).toBeVisible();
    await page.clock.runFor(1);
    await expect(heading(page, day)).toBeVisible();
    await expect(item(section(page, "Active"), "Sweep")).toBeVisible();

    await page.clock.pauseAt(before(ends, 60_000));
    await page.clock.runFor(59_999);
    await expect(heading(page, day)).toBeVisible();
    await page.clock.runFor(1);
    await expect(heading(page, next)).toBeVisible();
    await expect(item(section(page, "Overdue"), "Sweep")).toBeVisible();
    await expect(section(page, "Active")).toBeHidden();
  });
}

const EVENING = Date.parse("2026-10-31T22:00:00-04:00");
const MORNING = Date.parse("2026-11-01T07:00:00-05:00");

test("a machine that slept over midnight shows the new day when somebody looks", async ({
  page,
}) => {
  await openToday(page, "America/New_York", "2026-11-01", EVENING);
  await expect(heading(page, "Saturday, October 31")).toBeVisible();
  await page.clock.pauseAt(EVENING + 60_000);
  // The clock has moved, but no timer has run: the machine was asleep.
  await page.clock.setSystemTime(MORNING);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(heading(page, "Sunday, November 1")).toBeVisible();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

test("a frozen page that nobody tells of its waking knows the day within a minute", async ({
  page,
  context,
}) => {
  await openToday(page, "America/New_York", "2026-11-01", EVENING);
  await expect(heading(page, "Saturday, October 31")).toBeVisible();
  await page.clock.pauseAt(EVENING + 60_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  await page.clock.setSystemTime(MORNING);
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await page.clock.runFor(60_000);
  await expect(heading(page, "Sunday, November 1")).toBeVisible();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});
