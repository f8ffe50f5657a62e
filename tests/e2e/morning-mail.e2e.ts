import { expect, type Page } from "@playwright/test";
import { type Person, rpc, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { mailsTo, type ReceivedMail, sendMailsNow } from "../support/mailbox.ts";
import { newFriend } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore, complete, day } from "./chores.ts";
import { CUT_NETWORK, REFUSED, section, test } from "./fixtures.ts";
import { cut, expectToast, item, openSettings, openTab } from "./steps.ts";

/** The morning mail: offered, set up, read in the mailbox, and ticked from while signed out. */

/** It is noon in the tests' time zone: a mail at 12 is due now. */
async function morningMailTo(person: Person): Promise<ReceivedMail> {
  succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 12 }));
  await sql("update public.morning_mails set sent_until = $2 where user_id = $1", [
    person.id,
    day(-1),
  ]);
  const { mailUrl } = stackUnderTest();
  // One run has its budget.
  await expect
    .poll(async () => {
      await sendMailsNow();
      return (await mailsTo(mailUrl, person.email)).length;
    })
    .toBe(1);
  return (await mailsTo(mailUrl, person.email))[0] as ReceivedMail;
}

const linkIn = (mail: ReceivedMail, page: string) =>
  mail.text.match(new RegExp(`https?://\\S+/mail/${page}\\?token=\\S+`))?.[0] ?? "";

/** Checks that the page doesn't leak its token. */
async function expectDiscreet(page: Page, link: string, referrers: readonly string[]) {
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(referrers.filter((referrer) => referrer.includes(token))).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(token);
}

test("a tick from the mail is seen, and taken back", {
  tag: "@first",
}, async ({ page, person, openBrowser }) => {
  const bob = await newFriend(person, "Bob");
  const chore = await addChore(person, { title: "Sweep", share_with: [bob.email] });
  await openTab(page, "Today");
  const mail = await morningMailTo(bob);
  expect(mail.text).toContain("Sweep");
  const link = linkIn(mail, "done");

  const signedOut = await openBrowser();
  const referrers: string[] = [];
  signedOut.on("request", (request) => referrers.push(request.headers().referer ?? ""));
  await signedOut.goto(link);
  await expect(signedOut.getByRole("heading", { name: "Sweep" })).toBeVisible();
  await expect(signedOut.getByText("Mark it as done by Bob?")).toBeVisible();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();

  await signedOut.getByRole("button", { name: "Mark as done" }).click();
  const outcome = signedOut.getByText(/^Done by you, at /);
  await expect(outcome).toBeFocused();
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Bob");
  await expectDiscreet(signedOut, link, referrers);

  await signedOut.getByRole("button", { name: "Undo Sweep" }).click();
  await expect(signedOut.getByText("Taken back. It is open again.")).toBeFocused();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();

  await complete(person, chore);
  await signedOut.getByRole("button", { name: "Mark as done" }).click();
  await expect(signedOut.getByText(/^Petra Person was first, at /)).toBeFocused();
  await expect(signedOut.getByRole("button", { name: /Undo/ })).toHaveCount(0);
  await signedOut.getByRole("button", { name: "Open Rota" }).click();
  await expect(signedOut.getByRole("form", { name: "Sign In" })).toBeVisible();
});

test("a link waits for the network", async ({ page, person, openBrowser, expectErrors }) => {
  expectErrors(CUT_NETWORK);
  await addChore(person, { title: "Dust" });
  await openTab(page, "Today");
  const link = linkIn(await morningMailTo(person), "done");
  const other = await openBrowser();
  await other.goto(link);
  const button = other.getByRole("button", { name: "Mark as done" });
  await expect(button).toBeVisible();
  const outage = await cut(other, "**/functions/v1/mail-link");
  await button.click();
  await expectToast(other, "error", "Connection Error");
  await outage.end();
  await button.click();
  await expect(other.getByText(/^Done by you, at /)).toBeVisible();
  await expect(item(section(page, "Done"), "Dust")).toBeVisible();
});

test("a link that is no good says so, and leads to Rota", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(404));
  for (const path of ["done?token=nonsense", "done", "unsubscribe?token=a.b.c"]) {
    await page.goto(`/mail/${path}`);
    const notice = page.getByRole("alert").filter({ hasText: "This link no longer works" });
    await expect(notice).toBeVisible();
  }
  await page.getByRole("button", { name: "Open Rota" }).click();
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
});

test("the mail's own link ends it, and begins it again", async ({ page, person, openBrowser }) => {
  await addChore(person, { title: "Dust" });
  const link = linkIn(await morningMailTo(person), "unsubscribe");
  const other = await openBrowser();
  await other.goto(link);
  await expect(other.getByText(person.email)).toBeVisible();
  await openSettings(page, "mail");
  const setting = page.getByRole("switch", { name: "Send me a mail each morning" });
  await expect(setting).toBeChecked();
  await other.getByRole("button", { name: "Stop the morning mail" }).click();
  await expect(other.getByText("Rota sends no morning mail to this address.")).toBeVisible();
  await page.reload();
  await expect(setting).not.toBeChecked();
  await other.getByRole("button", { name: "Send it again" }).click();
  await expect(other.getByRole("button", { name: "Stop the morning mail" })).toBeVisible();
});

const CARD = { name: "Your day by mail?" };

test("offered after the first week, and set in the settings", async ({ page, person }) => {
  await addChore(person, { title: "Plants" });
  await openTab(page, "Today");
  await expect(page.getByRole("region", CARD)).toHaveCount(0);
  await sql("update auth.users set created_at = now() - interval '8 days' where id = $1", [
    person.id,
  ]);
  await page.reload();
  await page.getByRole("region", CARD).getByRole("button", { name: "Send it" }).click();
  await expectToast(page, "success", "Morning mail at 7:00 AM");
  await expect(page.getByRole("region", CARD)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await openSettings(page, "mail");
  await expect(page.getByLabel("Send it at")).toHaveValue("7");
  await page.getByLabel("Send it at").selectOption("6:00 AM");
  await expectToast(page, "success", "Morning mail at 6:00 AM");
  await page.reload();
  await expect(page.getByLabel("Send it at")).toHaveValue("6");
  await page.getByRole("switch", { name: "Send me a mail each morning" }).click();
  await expectToast(page, "success", "Morning mail is off");
  await expect(page.getByLabel("Send it at")).toHaveCount(0);
  await openTab(page, "Today");
  await expect(page.getByRole("region", CARD)).toHaveCount(0);
});
