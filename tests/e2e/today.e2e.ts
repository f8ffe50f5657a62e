import { expect } from "@playwright/test";
import { startOfDayInZone } from "../../src/domain/dates/time-zone.ts";
import { ZONE } from "../support/day.ts";
import { addChore, addOverdueChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { expectToast, installClock, item, openTab } from "./steps.ts";

/** The Today tab: ticks, and what time does to it. */

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
