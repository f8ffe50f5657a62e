import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { newFriend, newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { addChore, complete } from "./chores.ts";
import { test } from "./fixtures.ts";
import { expectToast, item, joinedLive, openEditor, openSettings, openTab } from "./steps.ts";

/** Invitations to share, in two browsers: nothing of a stranger's is on the board before they are accepted. */

const card = (page: Page, name: string, chores: string) =>
  page.getByRole("region", { name: `${name} wants to share ${chores} with you` });

/** Robin, whom Petra does not know; Petra's Today is open and live. */
async function openTodayLive(page: Page): Promise<void> {
  const joined = joinedLive(page);
  await openTab(page, "Today");
  await joined;
}
const invite = (robin: SignedInPerson, person: SignedInPerson, title: string) =>
  addChore(robin, { title, share_with: [person.email] });

test("declined by keyboard, the focus goes on; it can be undone", async ({ page, person }) => {
  const [robin, sam] = await Promise.all([
    newSignedInPerson("Robin Roommate"),
    newSignedInPerson("Sam Sharer"),
  ]);
  await invite(robin, person, "Sweep");
  await invite(sam, person, "Mop");
  await openTab(page, "Today");
  await page.getByRole("button", { name: "Decline Robin Roommate" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^Sam Sharer wants/ })).toBeFocused();
  await expectToast(page, "success", "Invitation declined");
  await expect(card(page, "Robin Roommate", "1 task")).toBeHidden();

  await openSettings(page, "people");
  const left = page.getByRole("list", { name: "Tasks you left" });
  await expect(left.getByRole("listitem")).toHaveText([/^1 task from Robin Roommate, declined/]);
  // Another address ends the page, and a pending request.
  const asked = page.waitForResponse(/ask_for_tasks/);
  await left.getByRole("button", { name: "Ask me again about Robin Roommate" }).click();
  await expect(left).toBeHidden();
  await asked;
  await openTab(page, "Today");
  await expect(card(page, "Robin Roommate", "1 task")).toBeVisible();
});

test("blocking asks first, and lets nothing in until it is undone", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const sam = await newSignedInPerson("Sam Sharer");
  await invite(robin, person, "Sweep");
  await invite(sam, person, "Mop");
  await openTodayLive(page);
  const question = page.getByRole("alertdialog", { name: "Block this person?" });
  const block = page.getByRole("button", { name: "Block Sam Sharer" });
  await block.click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(block).toBeFocused();
  await block.click();
  await question.getByRole("button", { name: "Block" }).click();
  await expectToast(page, "success", "Person blocked");
  await expect(card(page, "Sam Sharer", "1 task")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await openSettings(page, "people");
  await page.getByRole("button", { name: "Block Robin Roommate" }).click();
  await question.getByRole("button", { name: "Block" }).click();
  const blocked = page.getByRole("list", { name: "People you blocked" });
  await expect(blocked.getByRole("listitem")).toHaveText([/^Robin Roommate/, /^Sam Sharer/]);
  await invite(sam, person, "Polish");
  await invite(robin, person, "Dust");
  await openTab(page, "Today");
  await expect(page.getByText("No tasks for today!")).toBeVisible();
  await expect(page.getByRole("region", { name: /wants to share/ })).toHaveCount(0);

  await openSettings(page, "people");
  await blocked.getByRole("button", { name: "Unblock Sam Sharer" }).click();
  await expectToast(page, "success", "Person unblocked");
  await expect(blocked.getByRole("listitem")).toHaveText([/^Robin Roommate/]);
  await openTab(page, "Today");
  await expect(card(page, "Sam Sharer", "2 tasks")).toBeVisible();
});

test("who left a task asks for it back; its owner follows", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  const sweep = await invite(robin, person, "Sweep");
  const robinsPage = await openBrowserOf(robin);
  const expectStatus = async (text: string) => {
    await robinsPage.goto("about:blank");
    await openEditor(robinsPage, "Sweep");
    const shares = robinsPage.getByRole("list", { name: "Shared with" });
    await expect(shares.getByRole("listitem")).toHaveText([`${person.email} · ${text}`]);
  };
  await expectStatus("invitedSend again");
  await complete(person, sweep);
  await expectStatus("takes part");

  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "Leave Sweep" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expectToast(page, "success", "Task Left");
  await expectStatus("no longer takes part");
  const share_with = [person.email];
  for (const list of [[], share_with]) {
    const parameters = { task_id: sweep.id, fields: {}, share_with: list };
    succeeded(await rpc(robin, "update_task", parameters));
  }
  await expectStatus("invitedSend again");

  await openSettings(page, "people");
  const left = page.getByRole("list", { name: "Tasks you left" });
  await expect(left.getByRole("listitem")).toHaveText([/^Sweep, from Robin Roommate/]);
  await left.getByRole("button", { name: "Ask for it back: Sweep" }).click();
  await expectToast(page, "success", "It is back", "Sweep is on your list.");
  await expect(left).toBeHidden();
  await openTab(page, "Tasks");
  await expect(item(page, "Sweep")).toBeVisible();
});
