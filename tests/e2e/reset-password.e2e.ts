import { expect, type Page } from "@playwright/test";
import { auth, createAccount, PASSWORD } from "../support/actors.ts";
import { mailedLink, verificationOf } from "../support/mailbox.ts";
import { signIn } from "../support/people.ts";
import { newAddress, REFUSED, test } from "./fixtures.ts";
import { answer, calls, expectToast, hold, installClock, openTab, toast } from "./steps.ts";

/** A forgotten password, from the link on the sign-in form to the new one. */

const SENT = "If there's an account with that email, a reset link has been sent.";

/** Opens the newest link mailed to an address, and presses its button. */
async function followLink(page: Page, email: string) {
  await page.goto(await mailedLink(email));
  await page.getByRole("button", { name: "Set a new password" }).click();
  await expect(page.getByText(`New password for ${email}`)).toBeVisible();
  await expect(page.getByLabel("New password")).toBeFocused();
}

async function openDialog(page: Page) {
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  const parts = dialogOf(page);
  await expect(parts.dialog).toBeVisible();
  return parts;
}

function dialogOf(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Reset your password" });
  return {
    dialog,
    address: dialog.getByLabel("Email address"),
    send: dialog.getByRole("button", { name: "Send reset email" }),
  };
}

async function setPassword(page: Page) {
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
}

/** A new person asks for a link; resolves to their address. */
async function forget(page: Page): Promise<string> {
  const email = newAddress("forgetful");
  await createAccount({ email });
  const { address, send } = await openDialog(page);
  await address.fill(email);
  await send.click();
  await expectToast(page, "success", SENT);
  return email;
}

test("the link in the mail leads to a new password", {
  tag: "@first",
}, async ({ page, expectErrors }) => {
  expectErrors(REFUSED(422));
  const email = await forget(page);

  await installClock(page);
  await followLink(page, email);
  await expect(page).toHaveURL(/\/reset-password$/);
  const password = page.getByLabel("New password");
  const set = page.getByRole("button", { name: "Set New Password" });
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await set.click();
  await expectToast(
    page,
    "error",
    "Password reset failed",
    "New password should be different from the old password.",
  );

  // From here on only the test advances time, however slow the machine is.
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

test("a password that is set though the sign-out fails is no failure", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(500));
  const email = newAddress("forgetful");
  await createAccount({ email });
  await auth(null, "POST", "recover", { email });
  await answer(page, calls.logout, 500, { msg: "Try later" });
  await followLink(page, email);
  await setPassword(page);
  await expectToast(page, "success", "Password updated");
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await signIn(page, email, "a better password");
});

test("a used link says so, and a new one can be asked for", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(403));
  const email = await forget(page);
  const link = await mailedLink(email);
  expect((await auth(null, "POST", "verify", verificationOf(link))).status).toBe(200);

  await page.goto(link);
  await page.getByRole("button", { name: "Set a new password" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "This link no longer works" });
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel("New password")).toHaveCount(0);
  await page.getByRole("button", { name: "Send a new link" }).click();
  const { address, send } = dialogOf(page);
  await address.fill(email);
  await send.click();
  await expectToast(page, "success", SENT);
  await mailedLink(email, link);
  await followLink(page, email);
  await expect(page.getByLabel("New password")).toBeFocused();
  await expect(notice).toHaveCount(0);
});

test("only the tab that followed the link asks", async ({
  page,
  context,
  watch,
  person,
  openBrowser,
}) => {
  await openTab(page, "Today");
  await auth(null, "POST", "recover", { email: person.email });
  const tab = await context.newPage();
  watch(tab);
  await followLink(tab, person.email);
  const elsewhere = await openBrowser();
  await elsewhere.goto("/");
  await expect(elsewhere.getByRole("form", { name: "Sign In" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Today is / })).toBeVisible();
  // The link's session only exists in that tab, and not even there after a reload.
  await tab.reload();
  await tab.getByLabel("New password").fill("a better password");
  await tab.getByRole("button", { name: "Set New Password" }).click();
  await expectToast(tab, "error", "Password reset failed", "Auth session missing!");
  await tab.getByRole("button", { name: "Send a new link" }).click();
  await expect(tab.getByRole("dialog", { name: "Reset your password" })).toBeVisible();
});

test("who has given the link up sets nobody's password with it", async ({ page }) => {
  const email = newAddress("forgetful");
  await createAccount({ email });
  await auth(null, "POST", "recover", { email });
  await page.goto("/reset-password");
  await followLink(page, email);
  await page.evaluate(() => history.pushState(null, "", "/"));
  await expect(page.getByRole("form", { name: "Sign In" })).toBeVisible();
  await page.evaluate(() => history.pushState(null, "", "/reset-password"));
  await page.getByLabel("New password").fill("a better password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expectToast(page, "error", "Password reset failed", "Auth session missing!");
});
