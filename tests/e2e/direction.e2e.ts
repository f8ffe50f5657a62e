import { expect, type Locator, type Page } from "@playwright/test";
import { addChore } from "./chores.ts";
import { test } from "./fixtures.ts";
import { openEditor, openTab } from "./steps.ts";

test("each text has the direction of its own script, shown or typed", async ({ page, person }) => {
  const hebrew = "לטאטא את המסדרון";
  await addChore(person, { title: hebrew, category: hebrew, subtitle: hebrew });
  // Polled, as a row may render again between finding and reading it.
  const directions = (scope: Page | Locator) =>
    scope
      .getByText(hebrew, { exact: true })
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).direction));
  await openTab(page, "Today");
  const today = page.locator("[data-section]");
  // The category stands in the row, and is a heading for screen readers.
  await expect(today.getByText(hebrew, { exact: true })).toHaveCount(4);
  await expect.poll(() => directions(today)).toEqual(["rtl", "rtl", "rtl", "rtl"]);
  const week = page.getByRole("complementary");
  await expect(week.getByText(hebrew, { exact: true })).toHaveCount(1);
  await expect.poll(() => directions(week)).toEqual(["rtl"]);
  await openTab(page, "Tasks");
  await expect(page.getByText(hebrew, { exact: true })).toHaveCount(3);
  await expect.poll(() => directions(page)).toEqual(["rtl", "rtl", "rtl"]);
  await page.getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(hebrew, { exact: true })).toHaveCount(1);
  await expect.poll(() => directions(dialog)).toEqual(["rtl"]);
  await page.goto("about:blank");
  // In the names of buttons, the title is isolated.
  await openEditor(page, `\u2068${hebrew}\u2069`);
  for (const label of ["Category *", "Title *", "Notes"]) {
    await expect(page.getByLabel(label)).toHaveCSS("direction", "rtl");
  }
});
