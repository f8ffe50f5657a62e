import { expect } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { sql } from "../support/sql.ts";
import { addChore, addOverdueChore, complete, day } from "./chores.ts";
import { CUT_NETWORK, REFUSED, section, signedInTest as test } from "./fixtures.ts";
import { answer, calls, cut, expectToast, hold, item, openTab, toast } from "./steps.ts";

/** Optimistic ticks, and what becomes of them when the backend does not agree. */

const OFFLINE_COMPLETE =
  "Unable to mark task as complete. Please check your connection and try again.";
const OFFLINE_UNDO = "Unable to undo task completion. Please check your connection and try again.";
const FAILED_COMPLETE = "Failed to mark task as complete. Please try again.";
const FAILED_UNDO = "Failed to undo task completion. Please try again.";

test("a tick shows before the network answers", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  const release = await hold(page, calls.complete);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expect(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  await expect(toast(page, "Task Completed")).toBeHidden();
  release();
  await expectToast(page, "success", "Task Completed");
});

test("a tick goes out with the tap, also when the page is hidden before its next frame", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "success", "Task Completed");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
});

test("a tick without a network is tried twice, then taken back with the reason", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  const network = await cut(page, calls.complete);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expectToast(page, "error", "Connection Error", OFFLINE_COMPLETE);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  expect(network.count()).toBe(2);

  await network.end();
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "success", "Task Completed");
});

test("a tick beyond the day's quota is taken back and told in plain words", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  const { id } = await addChore(person, { title: "Sweep" });
  await sql(
    `insert into private.daily_changes (task_id, user_id, day, changes)
     values ($1, $2, (now() at time zone 'UTC')::date, 2000)`,
    [id, person.id],
  );
  await openTab(page, "Today");
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(
    page,
    "error",
    "Limit Reached",
    "You have changed this task 2,000 times today. Try again tomorrow.",
  );
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

test("an Undo without a network is tried twice, then taken back with the reason", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await complete(person, await addChore(person, { title: "Sweep" }));
  await openTab(page, "Today");
  const network = await cut(page, calls.undo);
  await page.getByRole("button", { name: "Undo Sweep" }).click();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expectToast(page, "error", "Connection Error", OFFLINE_UNDO);
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  expect(network.count()).toBe(2);
});

test("a tick that the server fails at is tried twice, and the list is read again", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(500));
  await addOverdueChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  const failing = await answer(page, calls.complete, 500, { message: "no" });
  const reread = page.waitForRequest(calls.list);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "error", "Error Completing Task", FAILED_COMPLETE);
  await reread;
  await expect(page.getByRole("button", { name: "Mark Sweep as done" })).toBeVisible();
  await expect(section(page, "Done")).toBeHidden();
  expect(failing.count()).toBe(2);
});

test("an Undo that the server refuses for good is tried once", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(403));
  const task = await addChore(person, { title: "Sweep" });
  await complete(person, task);
  await openTab(page, "Today");
  const failing = await answer(page, calls.undo, 403, {
    code: "PT403",
    message: "COMPLETION_NOT_YOURS",
  });
  await page.getByRole("button", { name: "Undo Sweep" }).click();
  await expectToast(page, "error", "Error Undoing Task", FAILED_UNDO);
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  expect(failing.count()).toBe(1);
});

test("what is refused at once looks as before, and can be tried again", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(403));
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  const button = (name: string) => page.getByRole("button", { name });
  const tried = async (url: string, name: string, pressed: string) => {
    const failing = await answer(page, url, 403, { code: "PT403", message: "NOT_ALLOWED" });
    await button(name).click();
    await expect.poll(failing.count).toBe(1);
    await expect(button(name)).not.toHaveAttribute(pressed);
    await failing.end();
    await button(name).click();
  };
  await tried(calls.complete, "Mark Sweep as done", "data-fresh");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await tried(calls.undo, "Undo Sweep", "data-pressed");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

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

test("offline, it says so, and catches up when the network is back", async ({
  page,
  context,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await context.setOffline(true);
  await expect(page.getByText("Offline")).toBeVisible();
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "error", "Connection Error", OFFLINE_COMPLETE);
  await complete(person, task, day(0));
  await context.setOffline(false);
  await expect(page.getByText("Offline")).toBeHidden();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
});

test("a list that cannot be loaded is tried three times, then says why", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK, REFUSED(500));
  await addChore(person, { title: "Sweep" });
  const network = await cut(page, calls.list);
  // A join would read the list once more, whenever it comes: here it never does.
  await page.routeWebSocket(/realtime/, () => {});
  await page.goto("/");
  await expect(page.getByText("Loading...").first()).toBeAttached();
  await expectToast(
    page,
    "error",
    "Error Loading Tasks",
    "Unable to connect to the server. Please check your internet connection and try again.",
  );
  expect(network.count()).toBe(3);
  await network.end();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

test("a list that the server fails to give says so in other words", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(500));
  await answer(page, calls.list, 500, { message: "no" });
  await page.routeWebSocket(/realtime/, () => {});
  await page.goto("/");
  await expectToast(
    page,
    "error",
    "Error Loading Tasks",
    "Failed to load your tasks. Please try again.",
  );
});
