import { expect } from "@playwright/test";
import { PASSWORD, rpc, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { mailsTo, type ReceivedMail, sendMailsNow } from "../support/mailbox.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { newAddress, REFUSED, section, test } from "./fixtures.ts";
import { expectToast, item, openEditor } from "./steps.ts";

/** From a typed address to a task that two people share, by mail. */

const invitationsTo = async (address: string) =>
  (await mailsTo(stackUnderTest().mailUrl, address)).filter(({ subject }) =>
    subject.includes("invites you"),
  );

/** Sends them, and waits for this number. */
async function invitations(address: string, count: number): Promise<ReceivedMail[]> {
  await sendMailsNow();
  await expect.poll(async () => (await invitationsTo(address)).length).toBe(count);
  return invitationsTo(address);
}

const linkIn = (mail: ReceivedMail | undefined) =>
  mail?.text.match(/https?:\/\/\S+\/\?invited=\S+/)?.[0] ?? "no link";

test("an unknown address signs up from its mail", async ({ page, person, openBrowser }) => {
  const address = newAddress("bob");
  await addChore(person, { title: "Sweep", share_with: [address] });
  const [mail] = await invitations(address, 1);

  const bobs = await openBrowser();
  await bobs.goto(linkIn(mail));
  await expect(bobs.getByText(`Somebody wants to share tasks with ${address}.`)).toBeVisible();
  const form = bobs.getByRole("form", { name: "Sign Up" });
  await expect(form.getByLabel("Email")).toHaveValue(address);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Sign Up" }).click();
  await bobs.getByRole("button", { name: `Accept ${person.name}` }).click();
  await bobs.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(bobs, "Done"), "Sweep")).toBeVisible();

  await page.goto("/#today");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
});

test("an invitation's link brings who has an account to the same form", async ({ page }) => {
  const robin = await newSignedInPerson("Robin Roommate");
  await page.goto(`/?invited=${encodeURIComponent(robin.email)}`);
  await page.getByRole("tab", { name: "Sign In" }).click();
  const form = page.getByRole("form", { name: "Sign In" });
  await expect(form.getByLabel("Email")).toHaveValue(robin.email);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("No tasks for today!")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});

test("an invitation is sent again from the editor, once a day", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  const robin = await newSignedInPerson("Robin Roommate");
  const address = newAddress("nobody");
  await addChore(person, { title: "Sweep", share_with: [address, robin.email] });
  await invitations(address, 1);
  await invitations(robin.email, 1);
  succeeded(await rpc(robin, "block_sender", { sender: person.id }));

  await openEditor(page, "Sweep");
  for (const email of [address, robin.email]) {
    const again = page.getByRole("button", { name: `Send again to ${email}` });
    await again.press("Enter");
    const entry = page.getByRole("listitem").filter({ hasText: email });
    await expect(entry.getByRole("status")).toHaveText("Sent again");
    await expect(entry.getByRole("status")).toBeFocused();
  }
  await invitations(address, 2);
  await invitations(robin.email, 1);

  await page.goto("about:blank");
  await openEditor(page, "Sweep");
  await page.getByRole("button", { name: `Send again to ${address}` }).click();
  const once = "You have sent this invitation again within the last 24 hours.";
  await expectToast(page, "error", "Limit Reached", once);
});
