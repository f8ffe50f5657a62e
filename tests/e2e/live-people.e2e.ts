import { expect, type Page, type Route } from "@playwright/test";
import { PASSWORD, rpc, succeeded } from "../support/actors.ts";
import { newFriend } from "../support/people.ts";
import { sql, sqlValue } from "../support/sql.ts";
import { addChore, complete, day } from "./chores.ts";
import { CUT_NETWORK, REFUSED, section, test } from "./fixtures.ts";
import {
  calls,
  expectToast,
  hold,
  installClock,
  item,
  joinedLive,
  openNewTask,
  openTab,
  save,
  toast,
} from "./steps.ts";

/** Two people on one task, one browser for two people, and writes whose answers are lost. */

const tick = (page: Page) => page.getByRole("button", { name: "Mark Sweep as done" }).click();

test("two people tick one occurrence at the same moment: one did it, nobody sees an error", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  const robinsPage = await openBrowserOf(robin);
  const pages = [page, robinsPage];
  await robinsPage.routeWebSocket(/\/realtime\/v1\//, () => {});
  for (const each of pages) {
    await openTab(each, "Today");
    await expect(item(section(each, "Active"), "Sweep")).toBeVisible();
  }
  // Robin's page doesn't know yet what Petra did when Robin does it, too.
  const release = await hold(robinsPage, calls.list);
  const said = (each: Page, title: string) => toast(each, title).locator("strong + span");
  await tick(page);
  await expect(said(page, "Task Completed")).toHaveText("Great job! Task marked as complete.");
  await tick(robinsPage);
  release();
  await expect(said(robinsPage, "Already Done")).toHaveText(
    /^Petra Person was first: done for today, at \d{1,2}:\d\d [AP]M\.$/,
  );
  await expect(item(section(page, "Done"), "Sweep")).toContainText("You at");
  await expect(item(section(robinsPage, "Done"), "Sweep")).toContainText("Petra Person at");
  for (const each of pages) await expect(each.locator("[data-toast=error]")).toHaveCount(0);
  const did = "select user_id from public.task_completions where task_id = $1";
  expect(await sql(did, [task.id])).toEqual([{ user_id: person.id }]);
});

test("what somebody else does is on the card, with who and when, and is said politely", async ({
  page,
  person,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  await installClock(page);
  const joined = joinedLive(page);
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await joined;
  const said = page.getByRole("status").filter({ hasText: "Robin" });
  await complete(robin, task);
  await expect(item(section(page, "Done"), "Sweep")).toContainText(
    /Robin Roommate at \d{1,2}:\d\d [AP]M · just now/,
  );
  await expect(said).toHaveText("Robin Roommate completed Sweep");
  await page.clock.fastForward(60_000);
  await expect(item(section(page, "Done"), "Sweep")).toContainText(
    /Robin Roommate at [\d:]+ [AP]M/,
  );
  await expect(page.getByText("just now")).toHaveCount(0);

  // The same words are announced again: a new text, not the old one left alone.
  const spoken = await said.locator("span").elementHandle();
  succeeded(await rpc(robin, "undo_completion", { task_id: task.id, completed_date: day(0) }));
  await complete(robin, task);
  await expect.poll(() => spoken?.evaluate((text) => text.isConnected)).toBe(false);
  await expect(said).toHaveText("Robin Roommate completed Sweep");
});

/** The first of these requests reaches the server; its answer is lost. */
async function loseFirstAnswer(page: Page, url: string): Promise<() => number> {
  let count = 0;
  await page.route(url, async (route: Route) => {
    count += 1;
    if (count > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return () => count;
}

test("a write whose answer is lost is sent again, and done once", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await openTab(page, "Today");
  const creates = await loseFirstAnswer(page, calls.create);
  const ticks = await loseFirstAnswer(page, calls.complete);
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Home");
  await page.getByLabel("Title *").fill("Sweep");
  await save(page);
  // Its answer is not known yet.
  await expectToast(page, "success", "Saved on this device");
  await expect.poll(creates).toBe(2);
  await expect(item(section(page, "Active"), "Sweep")).toHaveCount(1);
  await tick(page);
  await expectToast(page, "success", "Task Completed");
  await expect.poll(ticks).toBe(2);
  await expect(item(section(page, "Done"), "Sweep")).not.toContainText("Not synced yet");
  await page.reload();
  await expect(item(section(page, "Done"), "Sweep")).toHaveCount(1);
  await expect(section(page, "Active")).toBeHidden();
  const stored = "select count(*)::int from public.tasks where user_id = $1";
  expect(await sqlValue<number>(stored, [person.id])).toBe(1);
});

test("offline, what can wait does, and what others would have to know at once says that it can't", async ({
  page,
  context,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK, REFUSED(404));
  await addChore(person, { title: "Sweep" });
  const dust = await addChore(person, { title: "Dust" });
  await complete(person, dust);
  const late = [/editor-view/, /queue-/].map((file) => page.waitForResponse(file));
  await openTab(page, "Today");
  await Promise.all(late);
  await context.setOffline(true);
  await tick(page);
  await page.getByRole("button", { name: "Undo Dust" }).click();
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Not synced yet");
  await expect(item(section(page, "Active"), "Dust")).toContainText("Not synced yet");
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Home");
  await page.getByLabel("Title *").fill("Polish");
  await page.getByLabel("Shared").check();
  await save(page);
  const text = "Problem creating your task. What you have typed stays.";
  await expectToast(page, "error", "Error Creating Task", text);
  await page.getByLabel("Shared").uncheck();
  await save(page);
  await expectToast(page, "success", "Saved on this device", "It is sent when there is a network.");
  await expect(item(section(page, "Active"), "Polish")).toContainText("Not synced yet");
  await expect(page.getByText("Offline: 3 unsynced changes")).toBeVisible();
  // In the meantime, another device has deleted what this one has changed.
  succeeded(await rpc(person, "delete_task", { task_id: dust.id }));
  await context.setOffline(false);
  await expect(page.getByText("3 unsynced changes")).toBeHidden();
  const untaken = page.getByRole("region", { name: "While you were offline" });
  await expect(untaken.getByRole("listitem")).toHaveText([/^Dust.*It was deleted meanwhile\.$/]);
  await expect(item(section(page, "Done"), "Sweep")).not.toContainText("Not synced yet");
  await expect(section(page, "Active").getByRole("listitem")).toHaveText([/Polish/]);
});

test("after signing out, the next account in this browser sees and hears nothing of the first", {
  tag: "@first",
}, async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  await addChore(robin, { title: "Dust" });
  await openTab(page, "About");
  await page.getByRole("button", { name: "Logout" }).click();
  await expectToast(page, "success", "Signed Out");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(person.id);

  const stranger = await newFriend(robin, "Stella Stranger");
  const frames: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
    socket.on("framesent", ({ payload }) => frames.push(String(payload)));
  });
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill(stranger.email);
  await panel.getByLabel("Password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("No tasks for today!")).toBeVisible();
  await expect.poll(() => frames.join()).toContain(`user:${stranger.id}`);

  await complete(robin, task);
  // A later change that reaches the stranger proves that the first one didn't.
  await addChore(robin, { title: "Polish", share_with: [stranger.email] });
  await expect(item(section(page, "Active"), "Polish")).toBeVisible();
  await expect(page.getByText("Sweep")).toHaveCount(0);
  expect(frames.join()).not.toContain(person.id);
  expect(frames.join()).not.toContain(task.id);
});
