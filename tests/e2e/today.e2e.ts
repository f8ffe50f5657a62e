import { expect } from "@playwright/test";
import { startOfDayInZone } from "../../src/domain/dates/time-zone.ts";
import { ZONE } from "../support/day.ts";
import { newFriend } from "../support/people.ts";
import { addChore, addOverdueChore, complete, day, displayed } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { expectToast, installClock, item, openTab } from "./steps.ts";

/** The Today tab. */

test("says which day it is, and that there is nothing to do", async ({ page }) => {
  await openTab(page, "Today");
  const weekday = new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: ZONE,
  }).format();
  await expect(page.getByRole("heading", { name: `Today is ${weekday}` })).toBeVisible();
  await expect(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  await expect(page.getByText("No tasks for today!")).toBeVisible();
  await expect(page.getByText("Add a task to get started.")).toBeVisible();
});

test("sorts occurrences into sections, categories and titles, with counts", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep", category: "Kitchen", subtitle: "Under the table" });
  await addChore(person, { title: "Air the rooms", category: "Kitchen" });
  await addChore(person, { title: "Feed the cat", category: "Animals" });
  await addOverdueChore(person, { title: "Pay the rent", category: "Money" });
  await complete(person, await addChore(person, { title: "Stretch", category: "Health" }));
  await openTab(page, "Today");

  await expect(page.getByText("You have 4 tasks for today")).toBeVisible();
  const active = section(page, "Active");
  await expect(active.getByRole("heading", { level: 3 })).toHaveText([
    /Animals\s*1/,
    /Kitchen\s*2/,
  ]);
  await expect(active.getByRole("listitem")).toHaveText([
    /Feed the cat/,
    /Air the rooms/,
    /Sweep.*Under the table.*Daily/,
  ]);
  await expect(section(page, "Overdue")).toContainText(/Money.*Pay the rent.*Overdue · Yesterday/);
  await expect(section(page, "Done")).toContainText(/Health.*Stretch.*at \d{1,2}:\d\d [AP]M/);
});

test("ticks off and takes back, and the count follows at once", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect(page.getByText("You have 1 task for today", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "success", "Task Completed", "Great job! Task marked as complete.");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expect(section(page, "Active")).toBeHidden();
  await expect(page.getByText("You're All Done - Congratulations!")).toBeVisible();

  await page.getByRole("button", { name: "Undo Sweep" }).click();
  await expectToast(page, "success", "Task Uncompleted", "Task marked as incomplete.");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expect(section(page, "Done")).toBeHidden();
});

test("an overdue occurrence that is done leaves Overdue after 10 seconds, not before", async ({
  page,
  person,
}) => {
  await addOverdueChore(person, { title: "Pay the rent" });
  await addOverdueChore(person, { title: "Water the herbs" });
  await installClock(page);
  await openTab(page, "Today");
  await expect(page.getByText("You have 2 tasks for today")).toBeVisible();

  await page.getByRole("button", { name: "Mark Pay the rent as done" }).click();
  await expectToast(page, "success", "Task Completed");
  // Out of the count and in Done, flagged Overdue, at once; its row stays, with Undo.
  await expect(page.getByText("You have 1 task for today", { exact: true })).toBeVisible();
  await expect(item(section(page, "Done"), "Pay the rent")).toContainText("Overdue · Yesterday");
  const row = item(section(page, "Overdue"), "Pay the rent");
  await expect(row.getByRole("button", { name: "Undo Pay the rent" })).toBeVisible();
  await expect(row.getByText("Pay the rent")).toHaveCSS("text-decoration-line", "line-through");

  await page.clock.fastForward(5_000);
  await expect(row.getByRole("button", { name: "Undo Pay the rent" })).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(row).toBeHidden();
  await expect(item(section(page, "Overdue"), "Water the herbs")).toBeVisible();

  await item(section(page, "Done"), "Pay the rent").getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("button", { name: "Mark Pay the rent as done" })).toBeVisible();
  await expect(page.getByText("You have 2 tasks for today")).toBeVisible();
});

test("the occurrences of one chore that were missed have names of their own", async ({
  page,
  person,
}) => {
  const dates = [day(-2), day(-1)].map(displayed);
  await addChore(person, { title: "Sweep", start_date: day(-2) });
  await openTab(page, "Today");
  const names = async (name: RegExp) => {
    const found = page.getByRole("button", { name });
    await expect(found).toHaveCount(3);
    return found.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  };
  expect(await names(/^Mark Sweep as done/)).toEqual([
    "Mark Sweep as done",
    ...dates.map((date) => `Mark Sweep as done for ${date}`),
  ]);
});

test("Done names who did a shared task: the other person, or You", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const shared = { share_with: [robin.email] };
  await complete(person, await addChore(person, { title: "Sweep", ...shared }));
  await complete(robin, await addChore(person, { title: "Mop", ...shared }));
  await complete(person, await addChore(person, { title: "Stretch" }));
  await openTab(page, "Today");
  const done = section(page, "Done");
  await expect(item(done, "Sweep")).toContainText(/You at \d{1,2}:\d\d [AP]M.*Shared/);
  await expect(item(done, "Mop")).toContainText(/Robin Roommate at/);
  await expect(item(done, "Stretch")).not.toContainText("You");
});

test("the day rolls over at midnight by itself", async ({ page, person }) => {
  const midnight = startOfDayInZone(day(1), ZONE);
  await addChore(person, { title: "Sweep" });
  await installClock(page);
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await page.clock.fastForward(midnight - Date.now() + 1_000);
  await expect(section(page, "Overdue")).toContainText(/Sweep.*Overdue · Yesterday/);
  await expect(page.getByText("You have 2 tasks for today")).toBeVisible();
});
