import { expect, type Page } from "@playwright/test";

/** What the tests of the app without a network do and look for. */

/** The page's files are on the device, and the worker answers for them. */
export async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
}

/** What the header says of the connection and of what waits. */
export const expectStatus = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("banner").getByRole("status")).toHaveText(text);

/** What could not be taken. */
export const untaken = (page: Page) => page.getByRole("region", { name: "While you were offline" });
