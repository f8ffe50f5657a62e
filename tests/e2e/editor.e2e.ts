import { expect } from "@playwright/test";
import { signedInTest as test } from "./fixtures.ts";
import { openNewTask, openTab } from "./steps.ts";

/** Saving a task, and leaving the form; components/editor.test.tsx and editor-answers.test.tsx test the rest. */

test("a half-filled editor asks before it is thrown away", async ({ page }) => {
  await openTab(page, "Today");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  const entry = page.getByRole("heading", { name: "Task Entry" });

  // Unchanged, it closes without a question.
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
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await closed;
});
