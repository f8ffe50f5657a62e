import { expect, type Page } from "@playwright/test";
import { acceptEachOther, rpc, succeeded } from "../support/actors.ts";
import { findTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { householdsOf } from "../support/households.ts";
import { mailsTo, sendMailsNow } from "../support/mailbox.ts";
import { newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore, complete } from "./chores.ts";
import { newAddress, REFUSED, section, test } from "./fixtures.ts";
import { expectToast, item, openHousehold, openTab, pressEscape } from "./steps.ts";

/** The first steps of a household: from one's shares, and from nothing at all. */

const EVERYBODYS = "Which of your tasks are everybody’s?";

async function invitedTo(address: string): Promise<readonly string[]> {
  await sendMailsNow();
  const mails = await mailsTo(stackUnderTest().mailUrl, address);
  return mails.map(({ subject }) => subject);
}

const openInvitations = (person: SignedInPerson) =>
  sql<{ address: string }>(
    `select address from public.household_invitations open
     join public.household_people people using (household_id)
     where people.account_id = $1 order by address`,
    [person.id],
  );

test.describe("from one's shares", () => {
  /** Petra shares with Robin, who has done something, and with an address without an account. */
  async function withShares(person: SignedInPerson) {
    const robin = await newSignedInPerson("Robin Roommate");
    await acceptEachOther([person, robin]);
    const address = newAddress("neighbour");
    const bins = await addChore(person, { title: "Bins", share_with: [robin.email] });
    await complete(robin, bins);
    const plants = await addChore(person, {
      title: "Plants",
      share_with: [robin.email, address],
    });
    await addChore(person, { title: "Diary" });
    return { robin, address, bins, plants };
  }

  async function openProposal(page: Page) {
    await openHousehold(page, "Household");
    await page.getByRole("button", { name: "New household" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("group", { name: "Invited by mail" })).toBeVisible();
    return dialog;
  }

  test("those who are ticked are invited, and tasks move in", async ({
    page,
    person,
    openBrowserOf,
  }) => {
    const { robin, address, bins, plants } = await withShares(person);
    const dialog = await openProposal(page);
    const people = dialog.getByRole("group", { name: "Invited by mail" });
    await expect(people.getByRole("checkbox")).toHaveCount(2);
    await expect(people).toContainText("Robin Roommate");
    await people.getByRole("checkbox", { name: address }).uncheck();
    const tasks = dialog.getByRole("group", { name: EVERYBODYS });
    await expect(tasks.getByRole("checkbox")).toHaveCount(3);
    await expect(tasks.getByRole("checkbox", { name: "Diary" })).not.toBeChecked();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Required")).toBeVisible();
    await dialog.getByLabel("Name", { exact: true }).fill("The flat");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expectToast(page, "success", "Household created");
    await expect(page.getByRole("heading", { level: 1, name: "The flat" })).toBeVisible();
    const open = page.getByRole("list", { name: "Open invitations" });
    await expect(open).toContainText(robin.email);
    await expect(open).not.toContainText(address);
    expect(await invitedTo(robin.email)).toContain("Petra Person invites you to The flat on Rota");
    // The record came along, and people who haven't joined keep what was shared with them.
    const [household] = await householdsOf(person);
    for (const id of [bins.id, plants.id]) {
      expect((await findTask(person, id))?.householdId).toBe(household?.id);
    }
    const robins = await openBrowserOf(robin);
    await openTab(robins, "Today");
    await expect(item(section(robins, "Active"), "Plants")).toBeVisible();
  });

  test("what fails is named; tried again it comes once", async ({ page, person, expectErrors }) => {
    expectErrors(REFUSED(404), REFUSED(500));
    const { robin, address, plants } = await withShares(person);
    const dialog = await openProposal(page);
    // Deleted on another device in the meantime; and one of the invitations fails.
    succeeded(await rpc(person, "delete_task", { task_id: plants.id }));
    let isBroken = true;
    await page.route("**/rpc/invite_to_household_by_mail", (route) =>
      isBroken && route.request().postData()?.includes(robin.email)
        ? route.fulfill({ status: 500, json: { message: "down" } })
        : route.continue(),
    );
    await dialog.getByLabel("Name", { exact: true }).fill("The flat");
    await dialog.getByRole("button", { name: "Create" }).click();
    const failed = dialog.getByRole("list", { name: "What could not be done" });
    await expect(failed.getByRole("listitem")).toHaveCount(2);
    await expect(failed).toContainText("Plants: This task no longer exists.");
    await expect(failed).toContainText(robin.email);
    isBroken = false;
    succeeded(await rpc(person, "restore_task", { task_id: plants.id }));
    await dialog.getByRole("button", { name: "Try Again" }).click();
    await expectToast(page, "success", "Household created");
    expect(await householdsOf(person)).toHaveLength(1);
    expect((await openInvitations(person)).map((open) => open.address)).toEqual(
      [address, robin.email].sort(),
    );
  });
});

test.describe("with nothing", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const card = (page: Page) => page.getByRole("region", { name: "Set up your household" });

  test("people and typical chores are entered on a phone", async ({ page, person }) => {
    await page.goto("/");
    await expect(page.getByText("No tasks for today!")).toBeVisible();
    await card(page).getByRole("button", { name: "Begin" }).click();
    const dialog = page.getByRole("dialog", { name: "Who lives here?" });
    await dialog.getByLabel("Name 1").fill("Carol");
    await dialog.getByRole("button", { name: "Another person" }).click();
    await expect(dialog.getByLabel("Name 2")).toBeFocused();
    const address = newAddress("bob");
    await dialog.getByLabel("Email 2").fill(address);
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog.getByText("Required")).toBeVisible();
    await dialog.getByLabel("Name 2").fill("Bob");
    await dialog.getByLabel("What do you call this home?").fill("The flat");
    await dialog.getByRole("button", { name: "Next" }).click();

    const chores = page.getByRole("dialog", { name: "What needs doing regularly?" });
    await expect(chores.getByRole("checkbox")).toHaveCount(14);
    await chores.getByRole("checkbox", { name: "Do the dishes" }).check();
    await chores.getByRole("checkbox", { name: "Water the plants" }).check();
    await chores.getByRole("checkbox", { name: "Test the smoke alarms" }).check();
    await chores.getByRole("button", { name: "Add 3 tasks" }).click();
    await expectToast(page, "success", "All set");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const dishes = item(section(page, "Active"), "Do the dishes");
    await dishes.getByRole("button", { name: "More for Do the dishes" }).click();
    await expect(page.getByRole("menuitem", { name: "Done by…" })).toBeVisible();
    await pressEscape(page.getByRole("menu"));
    await expect(item(section(page, "Active"), "Water the plants")).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    const [household] = await householdsOf(person);
    expect(household?.people.map(({ name }) => name)).toEqual(["Petra Person", "Carol", "Bob"]);
    expect(await openInvitations(person)).toEqual([{ address }]);
    expect(await invitedTo(address)).toEqual(["Petra Person invites you to The flat on Rota"]);
  });

  test("who lives alone has the chores, and no household", async ({ page, person }) => {
    await page.goto("/");
    await card(page).getByRole("button", { name: "Begin" }).click();
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByRole("checkbox", { name: "Do the dishes" }).check();
    await page.getByRole("button", { name: "Add 1 task" }).click();
    await expect(item(section(page, "Active"), "Do the dishes")).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    expect(await householdsOf(person)).toEqual([]);
    await openTab(page, "Tasks");
    await expect(page.getByText("1 active task")).toBeVisible();
  });

  test("refused or begun otherwise, it is gone", async ({ page, person, openBrowserOf }) => {
    await page.goto("/");
    await card(page).getByRole("button", { name: "No, thanks" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByText("No tasks for today!")).toBeVisible();
    await expect(card(page)).toHaveCount(0);

    // A person who has deleted their last task is no beginner.
    const other = await openBrowserOf(person);
    const { id } = await addChore(person, { title: "Diary" });
    await other.goto("/");
    await expect(item(section(other, "Active"), "Diary")).toBeVisible();
    succeeded(await rpc(person, "delete_task", { task_id: id }));
    await expect(other.getByText("No tasks for today!")).toBeVisible();
    await expect(card(other)).toHaveCount(0);
  });
});
