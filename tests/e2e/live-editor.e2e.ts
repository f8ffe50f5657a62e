import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { listTasks } from "../support/actors-tasks.ts";
import { newFriend } from "../support/people.ts";
import { importEntries } from "../support/portability.ts";
import { addChore, complete } from "./chores.ts";
import { newAddress, test } from "./fixtures.ts";
import { expectToast, item, joinedLive, openEditor, openTab, save } from "./steps.ts";

/** The editor stays open on a task that another device or person changes, shares, ticks or deletes. */

const notice = (page: Page) => page.getByRole("status").filter({ hasText: "meanwhile" });

test("another device's changes leave what was typed", {
  tag: "@first",
}, async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep", subtitle: "Dry" });
  await openEditor(page, "Sweep");
  await page.getByLabel("Title *").fill("Sweep the hall");
  const changes = { title: "Mop", subtitle: "Wet", category: "Kitchen" };
  succeeded(await rpc(person, "update_task", { task_id: task.id, fields: changes }));

  await expect(notice(page)).toHaveText(
    "Changed meanwhile: Category, Notes. Also changed by someone else; yours is kept: Title.",
  );
  await expect(page.getByLabel("Title *")).toHaveValue("Sweep the hall");
  await expect(page.getByLabel("Notes")).toHaveValue("Wet");
  await save(page);
  await expectToast(page, "success", "Task Updated");
  const card = item(page, "Sweep the hall");
  await expect(card).toContainText("Wet");
  await expect(page.getByRole("heading", { name: "Kitchen" })).toBeVisible();
});

test("neither another's tick nor one's own save is told as a change", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  const joined = joinedLive(page);
  await openEditor(page, "Sweep");
  await joined;
  await page.getByLabel("Title *").fill("Sweep the hall");
  await complete(robin, task);
  await expect(page.getByTestId("announcer")).toHaveText("Robin Roommate completed Sweep");
  await expect(notice(page)).toBeHidden();
  await save(page);
  await expectToast(page, "success", "Task Updated");
  await expect(item(page, "Sweep the hall")).toBeVisible();
});

test("a tick by somebody else is read out over an open dialog, too", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  const joined = joinedLive(page);
  await openTab(page, "Tasks");
  await joined;
  await page.getByRole("button", { name: "See History" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // The dialog hides the rest of the page from screen readers.
  await expect(page.getByRole("heading", { name: "All Tasks" })).toHaveCount(0);
  await complete(robin, task);
  await expect(
    page.getByRole("status").filter({ hasText: "Robin Roommate completed Sweep" }),
  ).toHaveCount(1);
});

test("a task deleted meanwhile can be saved as new", async ({ page, person, openBrowserOf }) => {
  const robin = await newFriend(person, "Robin Roommate");
  // Its schedule changed long ago, unlike any new task's.
  const fields = { title: "Sweep", category: "Home", startDate: "2020-01-01", isShared: true };
  const entry = { source: "1", fields: { ...fields, scheduleFrom: "2020-06-01" } };
  await importEntries(person, [{ ...entry, shareWith: [robin.email] }], { withShares: true });
  const [task] = await listTasks(person);
  await openEditor(page, "Sweep");
  await expect(page.getByRole("list", { name: "Shared with" })).toContainText(robin.email);
  await page.getByLabel("Notes").fill("Under the table");
  succeeded(await rpc(person, "delete_task", { task_id: task?.id }));

  await expect(notice(page)).toHaveText(
    "This task has been deleted meanwhile. What you entered is kept: save it as a new task.",
  );
  await expect(page.getByLabel("Notes")).toHaveValue("Under the table");
  await save(page);
  await page.getByRole("button", { name: "From today" }).click();
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Sweep")).toContainText("Under the table");
  const robinsPage = await openBrowserOf(robin);
  await robinsPage.goto("/#tasks");
  await expect(item(robinsPage, "Sweep")).toBeVisible();
});

test("addresses that another device added are kept by a save", async ({ page, person }) => {
  const [first, second, third] = [newAddress("first"), newAddress("second"), newAddress("third")];
  const task = await addChore(person, { title: "Sweep", share_with: [first] });
  await openEditor(page, "Sweep");
  const list = page.getByRole("list", { name: "Shared with" });
  await expect(list.getByRole("listitem")).toHaveText([`${first} · invitedSend again`]);
  const share = { task_id: task.id, fields: {}, share_with: [first, second] };
  succeeded(await rpc(person, "update_task", share));
  await page.getByLabel("Share with email").fill(third);
  await save(page);
  await expectToast(page, "success", "Task Updated");
  await page.getByRole("button", { name: "Edit Sweep" }).click();
  await expect(list.getByRole("listitem")).toHaveText(
    [first, second, third].map((address) => `${address} · invitedSend again`),
  );
});
