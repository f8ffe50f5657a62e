import { expect } from "@playwright/test";
import { createAccount } from "../support/actors.ts";
import { addChore } from "./chores.ts";
import { mailedLink, newAddress, REFUSED, section, test } from "./fixtures.ts";
import { answer, calls, expectToast, item } from "./steps.ts";

/** Links from mails that the auth service refused: what the sign-in screen says and offers. */

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

test("a reason that we do not know gets a general text", async ({ page }) => {
  await page.goto(`/#error=${HOSTILE}&error_code=${HOSTILE}&error_description=${HOSTILE}`);
  await expect(page.getByRole("alert").filter({ hasText: "This link did not work" })).toBeVisible();
  await expect(page.getByText("555")).toHaveCount(0);
});

test("a used confirmation link offers to send a new one, which confirms the address", async ({
  page,
}) => {
  const email = newAddress("late");
  await createAccount({ email, confirmed: false });
  await page.goto("/#error=access_denied&error_code=otp_expired");
  await page.getByRole("button", { name: "Send a new link" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your address" });
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Send confirmation email" }).click();
  const sent = "If there's an account with that email to confirm, a new link has been sent.";
  await expectToast(page, "success", sent);
  await expect(dialog).toBeHidden();
  await page.goto(await mailedLink(email));
  await expect(page.getByRole("heading", { name: /^Today is / })).toBeVisible();
});

test("asking for a confirmation mail tells nobody whether an account waits for one", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(429), REFUSED(500));
  const limit = { code: 429, error_code: "over_email_send_rate_limit", msg: "Wait a minute." };
  const limited = await answer(page, calls.resend, 429, limit);
  await page.goto("/#error=access_denied&error_code=otp_expired");
  await page.getByRole("button", { name: "Send a new link" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your address" });
  await dialog.getByLabel("Email address").fill(newAddress("late"));
  await dialog.getByRole("button", { name: "Send confirmation email" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("a new link has been sent")).toBeVisible();
  expect(limited.count()).toBe(1);
  await limited.end();

  await answer(page, calls.resend, 500, { msg: "Try later" });
  await page.getByRole("button", { name: "Send a new link" }).click();
  await dialog.getByLabel("Email address").fill(newAddress("late"));
  await dialog.getByRole("button", { name: "Send confirmation email" }).click();
  await expectToast(page, "error", "Error sending confirmation email", "Try later");
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
