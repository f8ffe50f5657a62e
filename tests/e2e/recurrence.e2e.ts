import { expect, type Page } from "@playwright/test";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast, hold, item, openNewTask, openTab, save } from "./steps.ts";

/** The Custom Recurrence dialog's way in and out; the rest is in components/recurrence.test.tsx. */

async function openDialog(page: Page) {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Repeat").selectOption("custom");
  return page.getByRole("dialog", { name: "Custom Recurrence" });
}

test("shows Loading... until the dialog is there", async ({ page }) => {
  const release = await hold(page, "**/assets/custom-recurrence-dialog-*.js");
  const dialog = await openDialog(page);
  await expect(page.getByText("Loading...")).toBeVisible();
  release();
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Loading...")).toBeHidden();
});

test("Apply gives the rule to the task that is saved", async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Frequency").selectOption("daily");
  await dialog.getByLabel("Interval").fill("3");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Repeat")).toHaveValue("custom");
  await expect(page.getByText("Every 3 days")).toBeVisible();
  await page.getByLabel("Category *").fill("Kitchen");
  await page.getByLabel("Title *").fill("Sweep");
  await save(page);
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Sweep")).toContainText("Every 3 days");
});
