import { expect } from "@playwright/test";
import { auth, createAccount, PASSWORD } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { findMailedLink, mailedLink, verificationOf } from "../support/mailbox.ts";
import { keptToken, signIn } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, newAddress, REFUSED, section, test } from "./fixtures.ts";
import { answer, calls, cut, expectToast, item, openTab } from "./steps.ts";

/** Links from mails, and imitations: who is signed in by them, and who is told what. */

const CONFIRM = "Confirm your e-mail address";

const HOSTILE = "Your%20account%20is%20locked%2C%20call%20%2B1%20555%200100";

test("an expired link says so in our own words, and the address forgets it", async ({ page }) => {
  await page.goto(`/#error=access_denied&error_code=otp_expired&error_description=${HOSTILE}&sb=`);
  const notice = page.getByRole("alert").filter({ hasText: "This link no longer works" });
  await expect(notice).toContainText("It has expired or was used before.");
  await expect(page.getByText("555")).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe("");
  await page.reload();
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a used confirmation link offers a new one, which confirms the address", async ({ page }) => {
  const email = newAddress("late");
  await createAccount({ email, confirmed: false });
  await page.goto("/#error=access_denied&error_code=otp_expired");
  await page.getByRole("button", { name: "Send a new link" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your address" });
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Send confirmation email" }).click();
  const sent = "If there's an account with that email to confirm, a link has been sent.";
  await expectToast(page, "success", sent);
  await expect(dialog).toBeHidden();
  await page.goto(await mailedLink(email));
  await page.getByRole("button", { name: CONFIRM }).click();
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
  await signIn(page, email, PASSWORD);
});

test("a used link does not sign out who is signed in, and tells them", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await page.goto("/#error=access_denied&error_code=otp_expired");
  await expectToast(
    page,
    "error",
    "This link no longer works",
    "It has expired or was used before. You are signed in all the same.",
  );
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

/** A person whose address isn't confirmed yet, and the link mailed to it. */
async function newUnconfirmed() {
  const email = newAddress("robert");
  await createAccount({ email, confirmed: false });
  await auth(null, "POST", "resend", { type: "signup", email });
  return { email, link: await mailedLink(email) };
}

test("a button alone confirms, in any browser", async ({ page, openBrowser, expectErrors }) => {
  expectErrors(REFUSED(400));
  const email = newAddress("robert");
  await page.goto("/");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const form = page.getByRole("form", { name: "Sign Up" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Sign Up" }).click();
  const link = await mailedLink(email);

  // A scanner fetches the link, and another one opens it in a browser.
  expect((await fetch(link)).status).toBe(200);
  const scanner = await openBrowser();
  await scanner.goto(link);
  await expect(scanner.getByRole("button", { name: CONFIRM })).toBeVisible();
  await page.goto("/");
  const signInForm = page.getByRole("form", { name: "Sign In" });
  await signInForm.getByLabel("Email").fill(email);
  await signInForm.getByLabel("Password").fill(PASSWORD);
  await signInForm.getByRole("button", { name: "Sign In" }).click();
  await expectToast(page, "error", "Sign In Failed", "Email not confirmed");

  const phone = await openBrowser({ viewport: { width: 390, height: 844 } });
  await phone.goto(link);
  await expect(phone.getByRole("button", { name: CONFIRM })).toBeVisible();
  await phone.keyboard.press("Tab");
  await expect(phone.getByRole("button", { name: CONFIRM })).toBeFocused();
  await phone.keyboard.press("Enter");
  const confirmed = phone.getByText(`${email} is confirmed. Sign in to see your board.`);
  await expect(confirmed).toBeFocused();
  expect(new URL(phone.url()).search).toBe("");
  expect(await phone.evaluate(() => localStorage.length)).toBe(0);
  await expect(phone.getByLabel("Email")).toHaveValue(email);
  await phone.getByLabel("Password").fill(PASSWORD);
  await phone.keyboard.press("Enter");
  await expect(phone.getByRole("heading", { name: /^Today is / })).toBeVisible();
  await expect(phone).toHaveURL(/:\d+\/$/);
});

test("somebody else who is signed in may stay so", async ({ page, person }) => {
  const { email, link } = await newUnconfirmed();
  await addChore(person, { title: "Sweep" });
  await page.goto(link);
  await page.getByRole("button", { name: CONFIRM }).click();
  const question = page.getByText(
    `This link is for ${email}. The address is confirmed. You are signed in as ${person.email}.`,
  );
  await expect(question).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Stay signed in" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  expect(await keptToken(page)).toBe(person.token);
});

test("or give way to whom it is for", async ({ page, context, watch, person, expectErrors }) => {
  // The other tab may be reading its list when the session ends.
  expectErrors(REFUSED(401));
  const { email, link } = await newUnconfirmed();
  const other = await context.newPage();
  watch(other);
  await openTab(other, "Today");
  await page.goto(link);
  await page.getByRole("button", { name: CONFIRM }).click();
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(other.getByRole("form", { name: "Sign In" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: /^Today is / })).toBeVisible();
  await openTab(page, "About");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test("a new password for another account is asked about first, too", async ({ page, person }) => {
  const email = newAddress("robert");
  await createAccount({ email });
  for (const choice of ["Stay signed in", "Sign out and continue"]) {
    const before = await findMailedLink(stackUnderTest().mailUrl, email);
    await auth(null, "POST", "recover", { email });
    await page.goto(await mailedLink(email, before));
    await page.getByRole("button", { name: "Set a new password" }).click();
    await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
    await expect(page.getByLabel("New password")).toHaveCount(0);
    await page.getByRole("button", { name: choice }).click();
    if (choice === "Stay signed in") {
      await expect(page.getByRole("heading", { name: /^Today is / })).toBeVisible();
      expect(await keptToken(page)).toBe(person.token);
    }
  }
  await expect(page.getByText(`New password for ${email}`)).toBeVisible();
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expectToast(page, "success", "Password updated");
  await signIn(page, email, "a better password");
});

test("used, broken and endless links each get one clear text", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(403));
  const { link } = await newUnconfirmed();
  expect((await auth(null, "POST", "verify", verificationOf(link))).status).toBe(200);
  const verifications: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/verify")) verifications.push(request.url());
  });
  const notice = (text: string) => page.getByRole("alert").filter({ hasText: text });
  await page.goto(link);
  await page.getByRole("button", { name: CONFIRM }).click();
  await expect(notice("This link no longer works")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a new link" })).toBeVisible();
  expect(verifications).toHaveLength(1);

  const garbage = [
    "/confirm",
    "/confirm?token_hash=%3Cscript%3E&type=signup",
    `/confirm?token_hash=${"a".repeat(6_000)}&type=signup`,
    `/confirm?token_hash=${"a".repeat(56)}&type=constructor`,
    `/reset-password?token_hash=${"a".repeat(6_000)}&type=recovery`,
  ];
  for (const path of garbage) {
    await page.goto(path);
    await expect(notice("This link did not work")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send a new link" })).toBeVisible();
  }
  expect(verifications).toHaveLength(1);
  await page.getByRole("button", { name: "Back to Rota" }).click();
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await expect(notice("This link did not work")).toHaveCount(0);
});

test("a link that can't be checked just now can be tried again", async ({ page, expectErrors }) => {
  expectErrors(CUT_NETWORK, REFUSED(429));
  const { email, link } = await newUnconfirmed();
  await page.goto(link);
  const confirm = page.getByRole("button", { name: CONFIRM });
  const network = await cut(page, calls.verify);
  await confirm.click();
  await expectToast(page, "error", "The link could not be checked");
  await network.end();
  const busy = await answer(page, calls.verify, 429, { msg: "Request rate limit reached" });
  await confirm.click();
  await expectToast(page, "error", "The link could not be checked", "Request rate limit reached");
  await busy.end();
  await confirm.click();
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
});
