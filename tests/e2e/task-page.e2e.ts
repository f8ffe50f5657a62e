import { expect, type Page } from "@playwright/test";
import { PASSWORD, rpc, succeeded } from "../support/actors.ts";
import { newHousehold } from "../support/households.ts";
import { newFriend, newSignedInPerson } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore, complete } from "./chores.ts";
import { REFUSED, test } from "./fixtures.ts";
import { expectToast, isolating, joinedLive, openTab, pressEscape, save } from "./steps.ts";

/** A task's page, the ways to and from it, and related parts of the Tasks tab and Today. */

/** The events, latest first. */
const eventsOf = (page: Page) =>
  page.getByRole("region", { name: "What happened" }).locator("h3 + ul > li");

const heading = (page: Page, title: string) => page.getByRole("heading", { level: 1, name: title });

test("a title leads to the task's page, and Back to where one was", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  await complete(robin, task);
  await openTab(page, "Tasks");
  await page.getByRole("link", { name: "Sweep" }).click();
  await expect(page).toHaveURL(new RegExp(`/task/${task.id}$`));
  await expect(page).toHaveTitle("Sweep · Rota");
  await expect(heading(page, "Sweep")).toBeFocused();
  const events = eventsOf(page);
  await expect(events.last()).toContainText("You created it");
  // What one person did, by their button.
  await page.getByRole("button", { name: "Robin Roommate: once" }).click();
  await expect(events).toHaveText([isolating("Robin Roommate did it")]);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sweep" })).toBeFocused();
});

test("follows what others do, and is edited and deleted from there", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  await page.goto(`/task/${task.id}`);
  await expect(heading(page, "Sweep")).toBeVisible();
  const events = eventsOf(page);
  await expect(events.last()).toContainText("You created it");
  await complete(robin, task);
  await expect(events.first()).toContainText(isolating("Robin Roommate did it"));
  await expect(page.getByText("Robin Roommate: once")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Title *").fill("Mop");
  await save(page);
  await expectToast(page, "success", "Task Updated");
  await expect(heading(page, "Mop")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/task/${task.id}(#.*)?$`));
  await expect(events.first()).toContainText(isolating("You renamed it from “Sweep” to “Mop”"));

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "success", "Task Deleted");
});

test("what goes while it is open says so and leads back", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  const robinsPage = await openBrowserOf(robin);
  const live = [joinedLive(page), joinedLive(robinsPage)];
  for (const each of [page, robinsPage]) {
    await each.goto(`/task/${task.id}`);
    await expect(heading(each, "Sweep")).toBeVisible();
  }
  await Promise.all(live);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Pause Sweep" })).toBeVisible();
  succeeded(await rpc(person, "delete_task", { task_id: task.id }));
  await expectToast(page, "success", "Task Deleted", "Sweep was deleted.");
  await expectToast(
    robinsPage,
    "success",
    "No Longer Shared",
    "Sweep is no longer shared with you.",
  );
  for (const each of [page, robinsPage]) {
    await expect(each.getByRole("heading", { name: "All Tasks" })).toBeVisible();
    await expect(each.getByRole("dialog")).toHaveCount(0);
    await expect(each.getByRole("tab", { name: "Tasks" })).toBeFocused();
    await each.goto(`/task/${task.id}`);
    await expect(each.getByText("Oops! Page not found")).toBeVisible();
  }
});

test("the latest fifty events are shown, and earlier ones on demand", async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep" });
  await sql(
    `insert into public.task_events (task_id, user_id, kind, details)
     select $1, $2, 'renamed', jsonb_build_object('before', 'Mop', 'after', 'Number ' || n)
     from generate_series(1, 70) as n order by n`,
    [task.id, person.id],
  );
  await page.goto(`/task/${task.id}`);
  const part = page.getByRole("region", { name: "What happened" });
  const events = eventsOf(page);
  await expect(events).toHaveCount(50);
  await expect(events.first()).toContainText("Number 70");
  await expect(events.last()).toContainText("Number 21");
  await part.getByRole("button", { name: "Show earlier" }).click();
  await expect(events).toHaveCount(71);
  await expect(events.nth(50)).toContainText("Number 20");
  await expect(events.last()).toContainText("You created it");
  await expect(part.getByRole("button", { name: "Show earlier" })).toBeHidden();
});

test("a stranger gets 404; signed out, one signs in", async ({
  person,
  openBrowser,
  openBrowserOf,
}) => {
  const task = await addChore(person, { title: "Sweep" });
  const stranger = await openBrowserOf(await newSignedInPerson("Sam Stranger"));
  const flat = await newHousehold(person, "The flat");
  for (const path of [`/task/${task.id}`, "/task/nonsense", `/household/${flat}`]) {
    await stranger.goto(path);
    await expect(stranger.getByText("Oops! Page not found")).toBeVisible();
  }

  const browser = await openBrowser();
  await browser.goto(`/task/${task.id}`);
  const form = browser.getByRole("form", { name: "Sign In" });
  await form.getByLabel("Email").fill(person.email);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(heading(browser, "Sweep")).toBeVisible();
});

test("the link is copied, and leads back to the tasks", async ({ page, person, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const task = await addChore(person, { title: "Sweep" });
  await page.goto(`/task/${task.id}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectToast(page, "success", "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.getByRole("link", { name: "All tasks" }).click();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Tasks" })).toBeFocused();
});

test("keys lead to the tabs, the search, a new task and their list", async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  const { keyboard } = page;
  await keyboard.press("3");
  await expect(page.getByRole("heading", { name: "About Rota" })).toBeVisible();
  await keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search tasks" });
  await expect(search).toBeFocused();
  await keyboard.type("1n");
  await expect(page.getByText("Nothing found for “1n”")).toBeVisible();
  await keyboard.press("Escape");
  await page.getByRole("button", { name: "Recently deleted" }).focus();
  await keyboard.press("n");
  await expect(page.getByLabel("Add in one line")).toBeFocused();
  await page.goBack();
  await keyboard.press("1");
  await expect(page.getByRole("heading", { name: /^Today is/ })).toBeVisible();
  await keyboard.press("?");
  await pressEscape(page.getByRole("dialog", { name: "Keyboard shortcuts" }));

  await page.goto(`/task/${task.id}`);
  await expect(heading(page, "Sweep")).toBeFocused();
  await keyboard.press("/");
  await expect(search).toBeFocused();
});

test("a deleted task comes back unless its title is taken", async ({
  page,
  person,
  expectErrors,
}) => {
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "Recently deleted" }).click();
  await expect(page.getByText("You have deleted no task in the last 30 days.")).toBeVisible();
  await page.getByRole("button", { name: "Delete Sweep" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  const back = page.getByRole("button", { name: "Bring back Sweep" });
  await expect(back).toBeVisible();
  await back.click();
  await expectToast(page, "success", "Task Brought Back");
  await expect(page.getByRole("button", { name: "Edit Sweep" })).toBeVisible();
  await expect(back).toBeHidden();

  await page.getByRole("button", { name: "Delete Sweep" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(back).toBeVisible();
  await addChore(person, { title: "Sweep" });
  expectErrors(REFUSED(409));
  await back.click();
  await expectToast(page, "error", "Duplicate Task");
  await expect(back).toBeVisible();
});
