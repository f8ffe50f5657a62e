import { expect, type Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/actors.ts";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, newAddress, section, signedInTest, test } from "./fixtures.ts";
import { calls, cut, expectToast, expireSession, hold, item, openTab } from "./steps.ts";

/** Signing in, and out; components/auth.test.tsx tests the forms. */

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

test("a sign-in that can't load the client says so", async ({ page, expectErrors }) => {
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

test("the last list is shown while an old session is renewed", async ({ page, person }) => {
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

signedInTest(
  "signing out in one tab signs out the other",
  { tag: "@first" },
  async ({ page, context, watch }) => {
    await openTab(page, "About");
    const other = await context.newPage();
    watch(other);
    await openTab(other, "Today");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(form(other, "Sign In")).toBeVisible();
  },
);
