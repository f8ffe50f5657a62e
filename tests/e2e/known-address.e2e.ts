import { expect, type Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { findMailedLink } from "../support/mailbox.ts";
import { sql } from "../support/sql.ts";
import { newAddress, REFUSED, test } from "./fixtures.ts";
import { answer, calls, expectToast } from "./steps.ts";

/** Nothing that the app says tells whether an address has an account. */

async function signUp(page: Page, email: string) {
  await page.goto("/");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const form = page.getByRole("form", { name: "Sign Up" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Sign Up" }).click();
  return form;
}

async function requestReset(page: Page, email: string) {
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await page.getByRole("dialog").getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send reset email" }).click();
}

/** As if the account's last mail had just been sent, however long this takes. */
const mailJustSent = (email: string) =>
  sql(
    `update auth.users set recovery_sent_at = now() + interval '1 minute',
       confirmation_sent_at = now() + interval '1 minute' where email = $1`,
    [email],
  );

async function expectSignedUp(page: Page, email: string) {
  const form = await signUp(page, email);
  const text = "Please check your email to verify your account.";
  await expectToast(page, "success", "Account Created!", text);
  await expect(form.getByText(`We sent a link to ${email}`)).toBeVisible();
}

const SENT = "If there's an account with that email, a reset link has been sent.";

test("a sign-up with the address of an account reads as any other, and no mail comes", async ({
  page,
}) => {
  const email = newAddress("known");
  await createAccount({ email });
  await expectSignedUp(page, email);
  expect(await findMailedLink(stackUnderTest().mailUrl, email)).toBeUndefined();
});

test("so does one with an address that waits for its confirmation", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(429));
  const email = newAddress("waiting");
  await createAccount({ email, confirmed: false });
  await mailJustSent(email);
  await expectSignedUp(page, email);
});

test("a sign-up that the whole project has sent too many mails for says so", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(429));
  const msg = "email rate limit exceeded";
  await answer(page, calls.signUp, 429, { error_code: "over_email_send_rate_limit", msg });
  await signUp(page, newAddress("unlucky"));
  await expectToast(page, "error", "Sign Up Failed", msg);
});

test("a second reset mail is promised in the same words as the first", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(429));
  const email = newAddress("forgetful");
  await createAccount({ email });
  await requestReset(page, email);
  await expectToast(page, "success", SENT);
  await mailJustSent(email);
  const refusal = page.waitForResponse(calls.recover);
  await requestReset(page, email);
  expect((await refusal).status()).toBe(429);
  await expectToast(page, "success", SENT);
});

test("too many requests of one device, whatever the address, are told as such", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(429));
  const msg = "Request rate limit reached";
  await answer(page, calls.recover, 429, { error_code: "over_request_rate_limit", msg });
  await requestReset(page, newAddress("hasty"));
  await expectToast(page, "error", "Error sending reset email", msg);
});
