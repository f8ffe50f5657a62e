import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { newFriend } from "../support/people.ts";
import { addChore, complete, day } from "./chores.ts";
import { CUT_NETWORK, section, signedInTest as test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** The app without a network: it opens, and what is done waits, and arrives once. */

test.use({ serviceWorkers: "allow" });

/** The page's files are on the device, and the worker answers for them. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
}

const status = (page: Page, text: string) =>
  expect(page.getByRole("banner").getByRole("status")).toHaveText(text);

const untaken = (page: Page) => page.getByRole("region", { name: "While you were offline" });

test("opens without a network, and keeps a tick over a reload until there is one", async ({
  page,
  context,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await isKept(page);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await status(page, "Offline");
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await status(page, "Offline: 1 change waits");
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Waits");
  await page.reload();
  await status(page, "Offline: 1 change waits");
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Waits");
  await context.setOffline(false);
  await status(page, "");
  await expect(item(section(page, "Done"), "Sweep")).not.toContainText("Waits");
  const { recentCompletions } = succeeded<{ recentCompletions: { date: string }[] }>(
    await rpc(person, "read_task", { task_id: task.id }),
  );
  expect(recentCompletions).toMatchObject([{ date: day(0) }]);
});

test("who was first is told once, until it is dismissed", async ({
  page,
  context,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const friend = await newFriend(person, "Fred Friend");
  const task = await addChore(person, { title: "Sweep", share_with: [friend.email] });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await status(page, "Offline: 1 change waits");
  await complete(friend, task);
  await context.setOffline(false);
  await expect(untaken(page)).toContainText(/Sweep · Done at .*Fred Friend was first, at /);
  await page.reload();
  await expect(untaken(page).getByRole("listitem")).toHaveCount(1);
  await untaken(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(untaken(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Fred Friend");
  await expect(untaken(page)).toBeHidden();
});
