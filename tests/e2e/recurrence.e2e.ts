import { expect, type Page } from "@playwright/test";
import { signedInTest as test } from "./fixtures.ts";
import { hold, openNewTask, openTab } from "./steps.ts";

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
