import { expect, type Page } from "@playwright/test";
import { createAccount } from "../support/actors.ts";
import { signIn } from "../support/people.ts";
import { mailedLink, newAddress, REFUSED, test } from "./fixtures.ts";
import { answer, calls, expectToast, hold } from "./steps.ts";

/** A forgotten password, from the link on the sign-in form to the new one (spec §4, §8). */

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

  await page.clock.install();
  await page.goto(await mailedLink(email));
  await expect(page).toHaveURL(/\/reset-password/);
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
    "Password should be at least 6 characters.",
  );

  const release = await hold(page, calls.user);
  await password.fill("a better password");
  await set.click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await expect(password).toBeDisabled();
  release();
  await expect(page.getByText("Password updated! Redirecting to sign in...")).toBeVisible();
  // From here on only the test moves the time; a busy machine may have used up some of it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 200));
  await expectToast(
    page,
    "success",
    "Password updated",
    "You can now log in with your new password.",
  );
  await expect(password).toBeDisabled();
  await page.clock.fastForward(500);
  await expect(page).toHaveURL(/\/reset-password/);
  await page.clock.fastForward(1_500);
  await expect(page).not.toHaveURL(/\/reset-password/);
  await page.clock.resume();

  await page.evaluate(() => localStorage.clear());
  await signIn(page, email, "a better password");
});

test("without the link there is no password to set", async ({ page }) => {
  await page.goto("/reset-password");
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expectToast(page, "error", "Password reset failed", "Auth session missing!");
});
