import { expect } from "@playwright/test";
import { PASSWORD, rpc, succeeded } from "../support/actors.ts";
import { newFriend, newSignedInPerson, signIn } from "../support/people.ts";
import { sqlValue } from "../support/sql.ts";
import { addChore, complete, day } from "./chores.ts";
import { CUT_NETWORK, section, signedInTest as test } from "./fixtures.ts";
import { expectStatus, isKept, openKept, tickOffline, untaken } from "./offline-steps.ts";
import { expireSession, item, openTab } from "./steps.ts";

/** The app without a network: it opens, deeds wait, and arrive once. */

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ expectErrors }) => expectErrors(CUT_NETWORK));

test("opens offline, and keeps a tick over a reload", {
  tag: "@first",
}, async ({ page, context, person }) => {
  const task = await openKept(page, person);
  await context.setOffline(true);
  await page.reload();
  await expectStatus(page, "Offline");
  await tickOffline(page);
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Not synced yet");
  await page.reload();
  await expectStatus(page, "Offline: 1 unsynced change");
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Not synced yet");
  await context.setOffline(false);
  await expectStatus(page, "");
  await expect(item(section(page, "Done"), "Sweep")).not.toContainText("Not synced yet");
  const { recentCompletions } = succeeded<{ recentCompletions: { date: string }[] }>(
    await rpc(person, "read_task", { task_id: task.id }),
  );
  expect(recentCompletions).toMatchObject([{ date: day(0) }]);
});

test("a network that goes while the app loads is noticed", async ({ page, context, person }) => {
  await openKept(page, person);
  // Once the app has checked for a network, it is gone before the first screen's file has loaded.
  await page.addInitScript(() => {
    let isFirst = true;
    Object.defineProperty(navigator, "onLine", {
      get: () => {
        if (!isFirst) return false;
        isFirst = false;
        queueMicrotask(() => dispatchEvent(new Event("offline")));
        return true;
      },
    });
  });
  await context.setOffline(true);
  await page.reload();
  await tickOffline(page);
});

test("a waiting note is kept, and replaced by the next", async ({ page, context, person }) => {
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Tasks");
  await isKept(page);
  await expect(item(page, "Sweep")).toBeVisible();
  await context.setOffline(true);
  const note = page.getByRole("dialog").getByLabel("Note");
  const write = async (text: string) => {
    await note.fill(text);
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByTestId("announcer")).toHaveText("Note saved");
  };
  const open = () => item(page, "Sweep").getByRole("button", { name: "See History" }).click();
  await open();
  await write("No broom");
  await page.reload();
  await expectStatus(page, "Offline: 1 unsynced change");
  await open();
  await expect(note).toHaveValue("No broom");
  await write("The broom was in the cellar");
  await context.setOffline(false);
  const stored = () =>
    sqlValue("select note from public.task_day_notes where task_id = $1", [task.id]);
  await expect.poll(stored).toBe("The broom was in the cellar");
  await expect(note).toHaveValue("The broom was in the cellar");
  await page.getByRole("button", { name: "Close" }).click();
  await expectStatus(page, "");
  await expect(untaken(page)).toHaveCount(0);
});

test("who was first is told once, until it is dismissed", async ({ page, context, person }) => {
  const friend = await newFriend(person, "Fred Friend");
  const task = await openKept(page, person, { share_with: [friend.email] });
  await context.setOffline(true);
  await tickOffline(page);
  await complete(friend, task);
  await context.setOffline(false);
  await expect(untaken(page)).toContainText(
    /Sweep · Done for today, at .*Fred Friend was first: done for today, at /,
  );
  await page.reload();
  await expect(untaken(page).getByRole("listitem")).toHaveCount(1);
  await untaken(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(untaken(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Fred Friend");
  await expect(untaken(page)).toBeHidden();
});

test("two tabs show the same, and one of them sends", async ({ page, context, person, watch }) => {
  for (const title of ["Sweep", "Dust"]) await addChore(person, { title });
  await openTab(page, "Today");
  await isKept(page);
  const other = await context.newPage();
  watch(other);
  await openTab(other, "Today");
  await expect(item(section(other, "Active"), "Dust")).toBeVisible();
  const sent: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/rpc/complete_task")) sent.push(request.postData() ?? "");
  });
  await context.setOffline(true);
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(other, "Done"), "Sweep")).toContainText("Not synced yet");
  await other.getByRole("button", { name: "Mark Dust as done" }).click();
  await expectStatus(page, "Offline: 2 unsynced changes");
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expectStatus(tab, "");
    await expect(section(tab, "Done").getByRole("listitem")).toHaveCount(2);
    await expect(tab.getByText("Not synced yet", { exact: true })).toBeHidden();
  }
  expect(sent).toHaveLength(2);
});

test("a session that ran out neither signs out nor hangs", async ({ page, context, person }) => {
  await openKept(page, person);
  await expireSession(page);
  await context.setOffline(true);
  await page.reload();
  await tickOffline(page);
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Not synced yet");
  await context.setOffline(false);
  await expectStatus(page, "");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
});

test("signing out asks; nobody else sees what waits", {
  tag: "@first",
}, async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep" });
  const other = await newSignedInPerson("Oona Other");
  const stored = () =>
    sqlValue<number>("select count(*)::int from public.task_completions where task_id = $1", [
      task.id,
    ]);
  await openTab(page, "Today");
  await isKept(page);
  // Only the API's network fails, as signing out needs one.
  const rest = "**/rest/v1/rpc/complete_task";
  await page.route(rest, (route) => route.abort());
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectStatus(page, "1 unsynced change");
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out?" });
  await expect(question).toContainText("1 unsynced change for the network.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeFocused();
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Sign out" }).click();
  await page.unroute(rest);
  await signIn(page, other.email, PASSWORD);
  await openTab(page, "Today");
  await page.waitForLoadState("networkidle");
  await expectStatus(page, "");
  expect(await stored()).toBe(0);
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await signIn(page, person.email, PASSWORD);
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expect.poll(stored).toBe(1);
});

test("what another app shares begins a new task in one line", async ({ page }) => {
  await page.goto(`/share?title=&text=${encodeURIComponent("Bins every Thursday")}`);
  await expect(page.getByLabel("Add in one line")).toHaveValue("Bins every Thursday");
  await expect(page.getByRole("list", { name: "Understood" })).toContainText("Weekly · Thu");
  await page.getByRole("button", { name: "All fields" }).click();
  await expect(page.getByLabel("Title *")).toHaveValue("Bins");
});
