import { expect, type Page } from "@playwright/test";
import { fullName } from "../support/day.ts";
import { newFriend } from "../support/people.ts";
import { addChore, completeInThePast, day } from "./chores.ts";
import { test } from "./fixtures.ts";
import { openTab } from "./steps.ts";

/** What the Task History dialog reads; the rest of it is in components/history.test.tsx. */

const cell = (page: Page, date: string) =>
  page.getByRole("dialog").getByRole("button", { name: fullName(date) });

async function openHistory(page: Page, title: string) {
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog", { name: `Task History: ${title}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("says when a day was done, and on a shared task by whom", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, {
    title: "Sweep",
    start_date: day(-5),
    share_with: [robin.email],
  });
  await completeInThePast(person, task, [day(-2)]);
  await completeInThePast(robin, task, [day(-3)]);
  const dialog = await openHistory(page, "Sweep");
  await cell(page, day(-2)).click();
  await expect(dialog.getByText("Completed at 6:10 PM · You")).toBeVisible();
  await cell(page, day(-3)).click();
  await expect(dialog.getByText("Completed at 6:10 PM · Robin Roommate")).toBeVisible();
  await cell(page, day(-4)).click();
  await expect(dialog.locator("p", { hasText: "Missed" })).toBeVisible();
});
