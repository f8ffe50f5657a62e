import { expect } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { addChore, addOverdueChore, complete, day } from "./chores.ts";
import { CUT_NETWORK, REFUSED, section, signedInTest as test } from "./fixtures.ts";
import { answer, calls, expectToast, hold, item, openTab } from "./steps.ts";

/** Ticks that the backend does not agree with; what failures are told as is in components/today-answers.test.tsx. */

const FAILED_COMPLETE = "Failed to mark task as complete. Please try again.";

test("after a late tick was refused, a tick made elsewhere leaves the focus where it is", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(403));
  const task = await addOverdueChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await answer(page, calls.complete, 403, { code: "PT403", message: "NOT_ALLOWED" });
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "error", "Error Completing Task", FAILED_COMPLETE);
  const tab = page.getByRole("tab", { name: "Today" });
  await tab.focus();
  await complete(person, task, day(-1));
  await expect(page.getByRole("button", { name: "Undo Sweep" }).first()).toBeVisible();
  await expect(tab).toBeFocused();
});

test("a tick on a task that was deleted meanwhile is refused by the server, once", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(404));
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // The tick reaches the server after the deletion, whose live message this page must not have yet.
  const release = await hold(page, calls.complete);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  succeeded(await rpc(person, "delete_task", { task_id: task.id }));
  release();
  await expectToast(page, "error", "Error Completing Task", FAILED_COMPLETE);
  await expect(page.getByText("No tasks for today!")).toBeVisible();
});

test("offline, a tick waits, and the page catches up when the network is back", async ({
  page,
  context,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const task = await addChore(person, { title: "Sweep" });
  const queue = page.waitForResponse(/queue-/);
  await openTab(page, "Today");
  await queue;
  await context.setOffline(true);
  await expect(page.getByText("Offline")).toBeVisible();
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(page.getByText("Offline: 1 change waits")).toBeVisible();
  await complete(person, task, day(0));
  await context.setOffline(false);
  await expect(page.getByText("Offline")).toBeHidden();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
});
