import { expect } from "@playwright/test";
import { startOfDayInZone } from "../../src/domain/dates/time-zone.ts";
import { ZONE } from "../support/day.ts";
import { addChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { expectToast, installClock, item, openTab } from "./steps.ts";

/** The Today tab: ticks, and what time does to it. */

test("ticks off and takes back, and the count follows at once", { tag: "@first" }, async ({
  page,
  person,
}) => {
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

test("the day rolls over at midnight by itself", { tag: "@first" }, async ({ page, person }) => {
  const midnight = startOfDayInZone(day(1), ZONE);
  await addChore(person, { title: "Sweep" });
  await installClock(page);
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await page.clock.fastForward(midnight - Date.now() + 1_000);
  await expect(section(page, "Overdue")).toContainText(/Sweep.*Yesterday/);
  await expect(page.getByText("You have 2 tasks for today")).toBeVisible();
});
