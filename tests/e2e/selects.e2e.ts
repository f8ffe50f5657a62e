import { expect, type Locator, type Page } from "@playwright/test";
import { signedInTest as test } from "./fixtures.ts";
import { openNewTask, openTab } from "./steps.ts";

/** The arrow of a select lies in its field, at its end. */

async function arrowLiesIn(select: Locator): Promise<void> {
  const boxes = await select.evaluate((field) => {
    const arrow = field.parentElement?.querySelector("svg");
    return [field, arrow].map((node) => node?.getBoundingClientRect().toJSON());
  });
  const [field, arrow] = boxes;
  expect(arrow.width).toBeGreaterThan(0);
  expect(arrow.top).toBeGreaterThan(field.top);
  expect(arrow.bottom).toBeLessThan(field.bottom);
  expect(arrow.left).toBeGreaterThan(field.left + field.width / 2);
  expect(arrow.right).toBeLessThan(field.right);
}

async function openEditor(page: Page) {
  await openTab(page, "Tasks");
  await openNewTask(page);
}

async function openCustomRecurrence(page: Page) {
  await openEditor(page);
  await page.getByLabel("Repeat").selectOption("custom");
}

const selects: readonly [string, (page: Page) => Promise<unknown>][] = [
  ["Time zone", (page) => openTab(page, "About")],
  ["Repeat", openEditor],
  ["Frequency", openCustomRecurrence],
  [
    "Set position",
    async (page) => {
      await openCustomRecurrence(page);
      await page.getByLabel("Frequency").selectOption("monthly");
    },
  ],
];

for (const [label, open] of selects) {
  test(`the arrow of ${label} lies in its field`, async ({ page }) => {
    await open(page);
    await arrowLiesIn(page.getByLabel(label));
  });
}
