import { expect, type Page } from "@playwright/test";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { installClock, item } from "./steps.ts";

/** A page that the browser stopped over midnight; components/midnight.test.tsx tests the nights themselves. */

const FAR_FUTURE = Date.UTC(2100, 0, 1) / 1000;

const heading = (page: Page, day: string) =>
  page.getByRole("heading", { level: 1, name: `Today is ${day}` });

/** A person in a time zone, with one task due on one day; their page shows Today at a moment. */
async function openToday(page: Page, zone: string, startDate: string, now: number) {
  const person = await newSignedInPerson("Nadja Night");
  await sql("update public.profiles set time_zone = $1 where id = $2", [zone, person.id]);
  await addChore(person, { title: "Sweep", start_date: startDate, end_date: startDate });
  // The page's clock isn't the server's: to the page, the token must last.
  await keepSession(page, { ...person.session, expires_at: FAR_FUTURE });
  await installClock(page, { time: now });
  await page.goto("/");
}

const EVENING = Date.parse("2026-10-31T22:00:00-04:00");
const MORNING = Date.parse("2026-11-01T07:00:00-05:00");

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
