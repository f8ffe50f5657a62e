import { expect, type Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/actors.ts";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, newAddress, REFUSED, section, signedInTest, test } from "./fixtures.ts";
import {
  answer,
  calls,
  cut,
  expectToast,
  expireSession,
  hold,
  installClock,
  item,
  openTab,
  toast,
} from "./steps.ts";

/** Who is signed in: the auth screen, its two forms, and leaving. */

const form = (page: Page, name: "Sign In" | "Sign Up") => page.getByRole("form", { name });

async function fill(page: Page, name: "Sign In" | "Sign Up", email: string, password: string) {
  await form(page, name).getByLabel("Email").fill(email);
  await form(page, name).getByLabel("Password").fill(password);
  await form(page, name).getByRole("button", { name }).click();
}

test("Loading... until the app is there to know who is signed in", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByText("Loading...")).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  release();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

test("the form stands before the client has been loaded; a sign-in that can't load it says so", async ({
  page,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const email = newAddress("auth");
  await createAccount({ email });
  const client = await cut(page, "**/assets/supabase-*.js");
  await page.goto("/");
  await fill(page, "Sign In", email, PASSWORD);
  await expectToast(
    page,
    "error",
    "Sign In Failed",
    "Unable to connect to the server. Please check your internet connection and try again.",
  );
  await client.end();
  await fill(page, "Sign In", email, PASSWORD);
  await expectToast(page, "success", "Welcome back!");
});

test("who comes back after days sees the last list while the session is renewed", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expireSession(page);
  await page.goto("about:blank");
  await addChore(person, { title: "Dust" });
  const release = await hold(page, calls.token);
  await page.goto("/");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expect(page.getByText("Dust")).toHaveCount(0);
  release();
  await expect(item(section(page, "Active"), "Dust")).toBeVisible();
});

test("a session that cannot be renewed for want of a network has not ended", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expireSession(page);
  const renewals = await cut(page, calls.token);
  await page.reload();
  await expect.poll(renewals.count).toBeGreaterThan(1);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await renewals.end();
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "success", "Task Completed");
});

test("signs in, stays signed in after a reload, and signs out", async ({ page }) => {
  const email = newAddress("auth");
  await createAccount({ email });
  await page.goto("/");
  await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: "Forgot Password?" })).toBeVisible();
  await expect(page.getByText("sync your tasks across devices")).toBeVisible();
  await fill(page, "Sign In", email, PASSWORD);
  await expectToast(page, "success", "Welcome back!", "You have been signed in successfully.");

  await page.reload();
  await page.getByRole("tab", { name: "About" }).click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expectToast(page, "success", "Signed Out", "You have been signed out successfully.");
  await expect(form(page, "Sign In")).toBeVisible();
  await page.reload();
  await expect(form(page, "Sign In")).toBeVisible();
});

test("a wrong password is refused in the server's words", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(400));
  const email = newAddress("auth");
  await createAccount({ email });
  await page.goto("/");
  const release = await hold(page, calls.token);
  await fill(page, "Sign In", email, "not the password");
  await expect(form(page, "Sign In").getByLabel("Email")).toBeDisabled();
  await expect(form(page, "Sign In").getByLabel("Password")).toBeDisabled();
  release();
  await expectToast(page, "error", "Sign In Failed", "Invalid login credentials");
  await expect(form(page, "Sign In").getByLabel("Password")).toBeFocused();
});

test("a sign-in without a network says so", async ({ page, expectErrors }) => {
  expectErrors(CUT_NETWORK);
  await page.goto("/");
  await cut(page, calls.token);
  await fill(page, "Sign In", newAddress("auth"), PASSWORD);
  await expectToast(page, "error", "Sign In Failed", "Failed to fetch");
});

test("what was said of a failed attempt goes when it is tried again", async ({
  page,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  await installClock(page);
  const network = await cut(page, calls.token);
  await page.goto("/");
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill("petra@example.com");
  await panel.getByLabel("Password").fill("a password");
  await panel.getByRole("button", { name: "Sign In" }).click();
  const failure = toast(page, "Sign In Failed");
  await failure.hover();
  // From here on no toast goes by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(failure).toBeVisible();
  await network.end();
  const release = await hold(page, calls.token);
  await panel.getByLabel("Password").press("Enter");
  await expect(failure).toBeHidden();
  release();
  expectErrors(REFUSED(400));
  await expect(failure).toBeVisible();
});

test("an address that is not confirmed yet cannot sign in", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(400));
  const email = newAddress("auth");
  await createAccount({ email, confirmed: false });
  await page.goto("/");
  await fill(page, "Sign In", email, PASSWORD);
  await expectToast(page, "error", "Sign In Failed", "Email not confirmed");
});

test("signs up, and is sent a link", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const signUp = form(page, "Sign Up");
  const email = newAddress("auth");
  await fill(page, "Sign Up", email, PASSWORD);
  await expectToast(
    page,
    "success",
    "Account Created!",
    "Please check your email to verify your account.",
  );
  await expect(signUp.getByText(`We sent a link to ${email}`)).toBeVisible();
});

test("a password that is too weak says so under its field, or in the server's words", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  await page.goto("/");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const password = form(page, "Sign Up").getByLabel("Password");
  await fill(page, "Sign Up", newAddress("auth"), "123456");
  await expect(password).toHaveAccessibleErrorMessage("Use at least 8 characters");
  await expect(password).toBeFocused();
  await password.fill("12345678");
  await expect(password).toHaveAccessibleErrorMessage("Too many people use this password");

  const msg = "Password is known to be weak and easy to guess.";
  const strict = await answer(page, calls.signUp, 422, { error_code: "weak_password", msg });
  await fill(page, "Sign Up", newAddress("auth"), "correct horse");
  await expectToast(page, "error", "Sign Up Failed", msg);
  await expect(password).toBeFocused();
  await strict.end();
});

test("who signs in with an old password that is short now can", async ({ page, expectErrors }) => {
  expectErrors(REFUSED(400));
  await page.goto("/");
  await fill(page, "Sign In", newAddress("auth"), "123456");
  await expectToast(page, "error", "Sign In Failed", "Invalid login credentials");
});

signedInTest(
  "a sign-out that the server fails at says so; this device is signed out all the same",
  async ({ page, expectErrors }) => {
    expectErrors(REFUSED(500));
    await openTab(page, "About");
    await answer(page, calls.logout, 500, { msg: "Try later" });
    await page.getByRole("button", { name: "Logout" }).click();
    await expectToast(page, "error", "Sign Out Failed", "Try later");
    await expect(form(page, "Sign In")).toBeVisible();
  },
);

signedInTest(
  "signing out in one tab signs out the other",
  async ({ page, context, watch, expectErrors }) => {
    // The other tab's reading of the list may meet the end of the session.
    expectErrors(REFUSED(401));
    await openTab(page, "About");
    const other = await context.newPage();
    watch(other);
    await openTab(other, "Today");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(form(other, "Sign In")).toBeVisible();
  },
);
