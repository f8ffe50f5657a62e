import { expect, type Page } from "@playwright/test";
import type { SignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { section } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** Steps of the tests without a network. */

/** Waits until the page's files are on the device, and the worker answers for them. */
export async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
}

/** The header's text about the connection and waiting changes. */
export const expectStatus = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("banner").getByRole("status")).toHaveText(text);

/** The changes that were refused. */
export const untaken = (page: Page) => page.getByRole("region", { name: "While you were offline" });

/** Adds a task to sweep, and opens Today with it, stored on the device. */
export async function openKept(page: Page, person: SignedInPerson, chore: object = {}) {
  const task = await addChore(person, { title: "Sweep", ...chore });
  await openTab(page, "Today");
  await isKept(page);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  return task;
}

export async function tickOffline(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectStatus(page, "Offline: 1 unsynced change");
}
