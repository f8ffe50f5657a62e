import { expect, type Page } from "@playwright/test";
import { auth, createAccount } from "../support/actors.ts";
import { newSignedInPerson, signIn } from "../support/people.ts";
import { mailedLink, newAddress, REFUSED, test } from "./fixtures.ts";
import {
  answer,
  calls,
  expectToast,
  expireSession,
  hold,
  installClock,
  openTab,
  toast,
} from "./steps.ts";

/** A forgotten password, from the link on the sign-in form to the new one. */

const SENT = "If there's an account with that email, a reset link has been sent.";

async function openDialog(page: Page) {
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset your password" });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    address: dialog.getByLabel("Email address"),
    send: dialog.getByRole("button", { name: "Send reset email" }),
  };
}

test("asks for an address, waits for one, and can be closed", async ({ page }) => {
  const { dialog, address, send } = await openDialog(page);
  await expect(send).toBeDisabled();
  await address.fill("petra");
  await send.click();
  await expect(dialog.getByText("Invalid email")).toBeVisible();
  await expect(address).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Forgot Password?" })).toBeFocused();
});

test("says the same whether or not there is an account", async ({ page }) => {
  const { dialog, address, send } = await openDialog(page);
  const release = await hold(page, calls.recover);
  await address.fill(newAddress("nobody"));
  await send.click();
  await expect(send).toBeDisabled();
  await expect(address).toBeDisabled();
  release();
  await expectToast(page, "success", SENT);
  await expect(dialog).toBeHidden();
});

test("a mail that cannot be sent says why", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(429));
  const { dialog, address, send } = await openDialog(page);
  await answer(page, calls.recover, 429, { msg: "Too many requests" });
  await address.fill(newAddress("nobody"));
  await send.click();
  await expectToast(page, "error", "Error sending reset email", "Too many requests");
  await expect(dialog).toBeVisible();
});

test("the link in the mail leads to a new password, and that back to the app", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  const email = newAddress("forgetful");
  await createAccount({ email });
  const { address, send } = await openDialog(page);
  await address.fill(email);
  await send.click();
  await expectToast(page, "success", SENT);

  await installClock(page);
  const link = await mailedLink(email);
  expect(link).toContain(encodeURIComponent("/reset-password"));
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password#?$/);
  const password = page.getByLabel("New password");
  const set = page.getByRole("button", { name: "Set New Password" });
  await set.click();
  await expect(page.getByText("Required")).toBeVisible();
  await expect(password).toBeFocused();

  await password.fill("short");
  await set.click();
  await expectToast(
    page,
    "error",
    "Password reset failed",
    "Password should be at least 8 characters.",
  );

  // From here on only the test moves the time, however slow the machine is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  const release = await hold(page, calls.user);
  await password.fill("a better password");
  await set.click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await expect(password).toBeDisabled();
  release();
  await expect(page.getByText("Password updated! Redirecting to sign in...")).toBeVisible();
  await page.clock.runFor(500);
  await expectToast(
    page,
    "success",
    "Password updated",
    "You can now log in with your new password.",
  );
  await expect(password).toBeDisabled();
  await page.clock.runFor(1_400);
  await expect(page).toHaveURL(/\/reset-password/);
  await page.clock.runFor(100);
  await expect(page).not.toHaveURL(/\/reset-password/);
  await page.clock.resume();

  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await expect(toast(page, "Signed Out")).toHaveCount(0);
  await signIn(page, email, "a better password");
});

test("a new password signs out every other device, too", async ({
  page,
  openBrowserOf,
  expectErrors,
}) => {
  const person = await newSignedInPerson("Frida Forgetful");
  const other = await openBrowserOf(person);
  await openTab(other, "Today");

  await auth(null, "POST", "recover", { email: person.email });
  await page.goto(await mailedLink(person.email));
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();

  const { refresh_token } = person.session;
  const renewal = await auth(null, "POST", "token?grant_type=refresh_token", { refresh_token });
  expect(renewal.status).toBe(400);
  expectErrors(REFUSED(400));
  // Its token has run out when it is next looked at.
  await expireSession(other);
  await other.reload();
  await expect(other.getByRole("form", { name: "Sign In" })).toBeVisible();
});

test("a password that is set although the sign-out fails is not called a failure", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(500));
  const email = newAddress("forgetful");
  await createAccount({ email });
  await auth(null, "POST", "recover", { email });
  await answer(page, calls.logout, 500, { msg: "Try later" });
  await page.goto(await mailedLink(email));
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expectToast(page, "success", "Password updated");
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await signIn(page, email, "a better password");
});

test("a used link says so, and a new one can be asked for at once", async ({ page }) => {
  const email = newAddress("forgetful");
  await createAccount({ email });
  const { address, send } = await openDialog(page);
  await address.fill(email);
  await send.click();
  await expectToast(page, "success", SENT);
  const link = await mailedLink(email);
  await fetch(link, { redirect: "manual" });

  await page.goto(link);
  const notice = page.getByRole("alert").filter({ hasText: "This link no longer works" });
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel("New password")).toHaveCount(0);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await address.fill(email);
  await send.click();
  await expectToast(page, "success", SENT);
  await expect.poll(() => mailedLink(email)).not.toBe(link);
  await page.goto(await mailedLink(email));
  await expect(page.getByLabel("New password")).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a link that did not work leads back to the sign-in form, too", async ({ page }) => {
  await page.goto("/reset-password#error=server_error&error_code=unexpected_failure");
  const notice = page.getByRole("alert").filter({ hasText: "This link did not work" });
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Back to Rota" }).click();
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("without the link there is no password to set", async ({ page }) => {
  await page.goto("/reset-password");
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expectToast(page, "error", "Password reset failed", "Auth session missing!");
});
