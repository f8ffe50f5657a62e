import { expect } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore, addOverdueChore, complete, day, displayed } from "./chores.ts";
import { CUT_NETWORK, REFUSED, signedInTest as test } from "./fixtures.ts";
import { answer, calls, cut, expectToast, item, openTab } from "./steps.ts";

/** The Tasks tab, and the dialogs that delete and leave. */

test("says that there are no tasks yet", async ({ page }) => {
  await openTab(page, "Tasks");
  await expect(page.getByText("0 active tasks")).toBeVisible();
  await expect(page.getByText("No tasks yet!")).toBeVisible();
  await expect(page.getByText("Create your first task to get started.")).toBeVisible();
});

test("groups tasks by category: overdue first, then due today, then by title", async ({
  page,
  person,
}) => {
  const later = { start_date: day(3), category: "Kitchen" };
  await addChore(person, { title: "Defrost", ...later });
  await addChore(person, { title: "Bake", ...later });
  await addChore(person, { title: "Sweep", category: "Kitchen" });
  await addOverdueChore(person, { title: "Wipe", category: "Kitchen" });
  await addChore(person, { title: "Feed the cat", category: "Animals" });
  await openTab(page, "Tasks");

  await expect(page.getByText("5 active tasks")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    /^Animals\s*1 task$/,
    /^Kitchen\s*4 tasks$/,
  ]);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([
    "Feed the cat",
    "Wipe",
    "Sweep",
    "Bake",
    "Defrost",
  ]);
});

test("a card shows all there is to know of a task", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const shared = { share_with: [robin.email] };
  await addChore(person, {
    title: "Sweep",
    subtitle: "Under the table",
    repeat_value: "weekly",
    end_date: day(30),
    ...shared,
  });
  await complete(person, await addChore(person, { title: "Air", end_date: day(0) }));
  await addChore(person, { title: "Bake", start_date: day(1), repeat_value: "monthly" });
  await addChore(person, { title: "Defrost", start_date: day(30), repeat_value: "yearly" });
  await addChore(person, { title: "Polish", start_date: day(3) });
  await addChore(person, {
    title: "Mop",
    start_date: day(-3),
    end_date: day(-3),
    repeat_value: "custom",
    custom_rrule: "RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2",
  });
  await addChore(person, { title: "Dust", start_date: day(-3), end_date: day(-3) });
  await openTab(page, "Tasks");

  const sweep = item(page, "Sweep");
  await expect(sweep).toContainText(`Under the table`);
  await expect(sweep).toContainText(`Weekly`);
  await expect(sweep).toContainText(`Ends ${displayed(day(30))}`);
  await expect(sweep).toContainText("Shared");
  await expect(sweep).toContainText("Next Due: Today");
  await expect(sweep.getByRole("button")).toHaveText(["See History", "", ""]);
  await expect(sweep.getByRole("button", { name: "Edit Sweep" })).toBeVisible();
  await expect(sweep.getByRole("button", { name: "Delete Sweep" })).toBeVisible();
  await expect(item(page, "Air")).toContainText("No upcoming due dates");
  await expect(item(page, "Bake")).toContainText(/Monthly.*Next Due: Tomorrow/);
  await expect(item(page, "Defrost")).toContainText(`Next Due: ${displayed(day(30))}`);
  await expect(item(page, "Polish")).toContainText("Next Due: In 3 days");
  await expect(item(page, "Dust")).toContainText("Overdue: 3 days ago");
  await expect(item(page, "Mop")).toContainText("Monthly on the second Tuesday");
});

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
