import { expect } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, REFUSED, signedInTest as test } from "./fixtures.ts";
import { answer, calls, cut, expectToast, item, openTab } from "./steps.ts";

/** The dialogs of the Tasks tab that delete and leave. */

test("a deleted task is gone at once; a failed deletion brings it back", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Tasks");
  await expect(page.getByText("1 active task", { exact: true })).toBeVisible();
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  const ask = () => page.getByRole("button", { name: "Delete Sweep" }).click();

  await ask();
  await expect(dialog).toContainText("Sweep");
  await expect(dialog).not.toContainText("for everyone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete Sweep" })).toBeFocused();

  const network = await cut(page, calls.delete);
  await ask();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(item(page, "Sweep")).toBeHidden();
  await expectToast(
    page,
    "error",
    "Error Deleting Task",
    "Failed to delete your task. Please try again.",
  );
  await expect(item(page, "Sweep")).toBeVisible();
  expect(network.count()).toBe(2);

  await network.end();
  await ask();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "success", "Task Deleted", "Your task has been deleted successfully.");
  await expect(page.getByText("No tasks yet!")).toBeVisible();
});

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

test("someone it is shared with can leave a task, not edit or delete it", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(500));
  const robin = await newFriend(person, "Robin Roommate");
  await addChore(robin, { title: "Sweep", share_with: [person.email] });
  await openTab(page, "Tasks");
  await expect(item(page, "Sweep")).toContainText("Shared by Robin Roommate");
  await expect(page.getByRole("button", { name: /^(Edit|Delete) Sweep/ })).toHaveCount(0);

  const failing = await answer(page, calls.leave, 500, { message: "no" });
  const leave = async () => {
    await page.getByRole("button", { name: "Leave Sweep" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Leave Task" });
    await expect(dialog).toContainText("It stays with Robin Roommate");
    await dialog.getByRole("button", { name: "Leave" }).click();
  };
  await leave();
  await expectToast(page, "error", "Error Leaving Task");
  await expect(item(page, "Sweep")).toBeVisible();
  await failing.end();
  await leave();
  await expectToast(page, "success", "Task Left", "It has been removed from your list.");
  await expect(page.getByText("No tasks yet!")).toBeVisible();
});
