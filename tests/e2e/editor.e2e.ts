import { expect } from "@playwright/test";
import { day, displayed } from "../support/day.ts";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, REFUSED, signedInTest as test } from "./fixtures.ts";
import {
  answer,
  calls,
  cut,
  expectToast,
  hold,
  item,
  openEditor,
  openNewTask,
  openTab,
  save,
} from "./steps.ts";

/** The task form page: its fields, saving, and what goes wrong with it. */

test("a new task is created, with 'Saving task...' on the way", async ({ page }) => {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Category *").fill("  Kitchen ");
  await page.getByLabel("Title *").fill("Sweep");
  await page.getByLabel("Repeat").selectOption("weekly");
  const release = await hold(page, calls.create);
  await save(page);
  await expect(page.getByText("Saving task...")).toBeVisible();
  for (const name of ["Save Task", "Cancel", "Back"]) {
    await expect(page.getByRole("button", { name })).toBeDisabled();
  }
  await expect(page.getByLabel("Title *")).toBeDisabled();
  release();
  await expectToast(page, "success", "Task Created", "Your task has been created successfully.");
  await expect(page.getByRole("heading", { name: "Kitchen" })).toBeVisible();
  await expect(item(page, "Sweep")).toContainText("Weekly");
});

test("an edited task has its values, and an end date that can be cleared", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep", subtitle: "Under the table", end_date: day(9) });
  await openEditor(page, "Sweep");
  await expect(page.getByLabel("Category *")).toHaveValue("Home");
  await expect(page.getByLabel("Title *")).toHaveValue("Sweep");
  await expect(page.getByLabel("Notes")).toHaveValue("Under the table");
  await expect(page.getByLabel("End date", { exact: true })).toHaveValue(day(9));

  await page.getByRole("button", { name: "Clear end date" }).click();
  await expect(page.getByLabel("End date", { exact: true })).toHaveValue("");
  await page.getByLabel("Title *").fill("Sweep and mop");
  await save(page);
  await expectToast(page, "success", "Task Updated", "Your task has been updated successfully.");
  await expect(item(page, "Sweep and mop")).toBeVisible();
  await expect(item(page, "Sweep and mop")).not.toContainText(displayed(day(9)));
});

test("a task that cannot be created stays in the editor, and is created once in the end", async ({
  page,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Kitchen");
  await page.getByLabel("Title *").fill("Sweep");
  const network = await cut(page, calls.create);
  await save(page);
  await expectToast(page, "error", "Error Creating Task", "Problem creating your task.");
  expect(network.count()).toBe(2);
  await expect(page.getByLabel("Title *")).toHaveValue("Sweep");
  await network.end();
  await save(page);
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Sweep")).toHaveCount(1);
});

test("a task that cannot be updated stays in the editor", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(500));
  await addChore(person, { title: "Sweep" });
  await openEditor(page, "Sweep");
  await page.getByLabel("Title *").fill("Mop");
  await answer(page, calls.update, 500, { error: { code: "INTERNAL", message: "no" } });
  await save(page);
  await expectToast(
    page,
    "error",
    "Error Updating Task",
    "Failed to update your task. Please try again.",
  );
  await expect(page.getByLabel("Title *")).toHaveValue("Mop");
});

test("a half-filled editor asks before it is thrown away", async ({ page }) => {
  await openTab(page, "Today");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  const entry = page.getByRole("heading", { name: "Task Entry" });

  // Untouched, it closes without a question.
  await openNewTask(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(entry).toBeHidden();

  await openNewTask(page);
  await page.getByLabel("Title *").fill("Sweep");
  const leave = [
    () => page.getByRole("button", { name: "Cancel" }).click(),
    () => page.getByRole("button", { name: "Back" }).click(),
    () => page.getByLabel("Title *").press("Escape"),
    () => page.goBack(),
  ];
  for (const attempt of leave) {
    await attempt();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByLabel("Title *")).toHaveValue("Sweep");
  }
  await page.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(entry).toBeHidden();
  await expect(page.getByText("No tasks for today!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Task" })).toBeFocused();
});

test("closing the page with unsaved changes is questioned by the browser", async ({ page }) => {
  await openTab(page, "Today");
  await openNewTask(page);
  await page.getByLabel("Title *").fill("Sweep");
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await closing;
});
