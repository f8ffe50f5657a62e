import { expect, type Page } from "@playwright/test";
import { stackUnderTest } from "../support/environment.ts";
import { mailsTo, sendMailsNow } from "../support/mailbox.ts";
import { isolating } from "./steps.ts";

/** Chooses a line of a person's menu on the open household page. */
export async function chooseForPerson(page: Page, person: string, line: string): Promise<void> {
  // A name in letters from right to left is isolated.
  await page.getByRole("button", { name: isolating(`More for ${person}`) }).click();
  await page.getByRole("menuitem", { name: line }).click();
}

/** The link that a keeper makes on the open household page, for a person or for somebody new. */
export async function invitationLink(page: Page, person?: string): Promise<string> {
  if (person) await chooseForPerson(page, person, "Invite");
  else await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  const dialogs = page.getByRole("dialog");
  for (let left = await dialogs.count(); left > 0; left -= 1) {
    await page.keyboard.press("Escape");
    await expect(dialogs).toHaveCount(left - 1);
  }
  return link;
}

/** The link in the newest of so many mails that invite an address to a household. */
export async function mailedInvitation(address: string, count: number): Promise<string> {
  const invitations = async () =>
    (await mailsTo(stackUnderTest().mailUrl, address)).filter(({ subject }) =>
      subject.includes("invites you"),
    );
  // One run has its budget.
  await expect
    .poll(async () => {
      await sendMailsNow();
      return (await invitations()).length;
    })
    .toBe(count);
  return (await invitations())[0]?.text.match(/https?:\/\/\S+\/join\?\S+#\S+/)?.[0] ?? "no link";
}
