import { expect } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast, item, openTab } from "./steps.ts";

/** A task deleted for everyone; the cards are in components/tasks.test.tsx. */

test("deleting a shared task warns, and removes it for everyone without a reload", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  await addChore(person, { title: "Sweep", share_with: [robin.email] });
  const robinsPage = await openBrowserOf(robin);
  await openTab(robinsPage, "Tasks");
  await expect(item(robinsPage, "Sweep")).toContainText("Shared by Petra Person");

  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "Delete Sweep" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  await expect(dialog).toContainText("removes the task for everyone");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "success", "Task Deleted");
  await expect(robinsPage.getByText("No tasks yet!")).toBeVisible();
});
