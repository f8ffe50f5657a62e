import { expect, type Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/actors.ts";
import { addChore } from "./chores.ts";
import { newAddress, section, test } from "./fixtures.ts";
import { expectToast, hold, item, motionEnds } from "./steps.ts";

/** The sign-in screen that the build draws into the page: there before the app is, and then the app's. */

const SCRIPTS = "**/assets/*.js";
const form = (page: Page) => page.getByRole("form", { name: "Sign In" });
const email = (page: Page) => form(page).getByLabel("Email");
const password = (page: Page) => form(page).getByLabel("Password");

/** Resolves when React has taken the screen over. */
const takenOver = (page: Page) =>
  page.waitForFunction(() => globalThis.rotaKeptClick === undefined);

/** Opens the page without its scripts; they come with the returned function. */
async function openWithoutApp(page: Page, address = "/"): Promise<() => void> {
  const release = await hold(page, SCRIPTS);
  await page.goto(address, { waitUntil: "commit" });
  return release;
}

test("what is typed before the app is there stays, with the caret, in the same fields", {
  tag: "@first",
}, async ({ page }) => {
  const address = newAddress("early");
  await createAccount({ email: address });
  const release = await openWithoutApp(page);
  await page.getByText("Email", { exact: true }).click();
  await page.keyboard.type(address);
  await password(page).pressSequentially(PASSWORD.slice(1));
  await password(page).press("Home");
  const field = await password(page).elementHandle();
  release();
  await takenOver(page);
  expect(await field?.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.type(PASSWORD.slice(0, 1));
  await expect(email(page)).toHaveValue(address);
  await expect(password(page)).toHaveValue(PASSWORD);
  await page.keyboard.press("Enter");
  await expectToast(page, "success", "Welcome back!");
});

test("typing on while a slow phone begins with the app loses no letter", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const release = await openWithoutApp(page);
  await email(page).focus();
  release();
  let typed = "";
  const type = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const letter = "abcdefghij"[typed.length % 10] ?? "";
      await page.keyboard.press(letter);
      typed += letter;
    }
  };
  while (await page.evaluate(() => globalThis.rotaKeptClick !== undefined)) await type(1);
  await type(10);
  await expect(email(page)).toHaveValue(typed);
  // The form's own state has it, too: each render writes it into the field.
  await form(page).getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid email")).toBeVisible();
  await expect(email(page)).toHaveValue(typed);
});

const WAYS = {
  "a click": (page: Page) => form(page).getByRole("button", { name: "Sign In" }).click(),
  Enter: (page: Page) => password(page).press("Enter"),
  "a password manager": (page: Page) =>
    form(page).evaluate((sent: HTMLFormElement) => sent.requestSubmit()),
};

for (const [how, send] of Object.entries(WAYS)) {
  test(`a form sent by ${how} before the app is there signs in when it is`, async ({ page }) => {
    const address = newAddress("early");
    await createAccount({ email: address });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const release = await openWithoutApp(page);
    await email(page).fill(address);
    await password(page).fill(PASSWORD);
    await send(page);
    await expect(password(page)).toHaveValue(PASSWORD);
    await expect(page).toHaveURL(/\/$/);
    release();
    await expectToast(page, "success", "Welcome back!");
    expect(asked.filter((url) => url.includes(encodeURIComponent(PASSWORD)))).toEqual([]);
  });
}

test("an empty form sent before the app is there is told what it lacks", async ({ page }) => {
  const release = await openWithoutApp(page);
  await form(page).getByRole("button", { name: "Sign In" }).click();
  release();
  await expect(page.getByText("Required")).toHaveCount(2);
  await expect(email(page)).toBeFocused();
});

test("a tab that was chosen before the app is there opens when it is", async ({ page }) => {
  const release = await openWithoutApp(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  release();
  await expect(page.getByRole("form", { name: "Sign Up" })).toBeVisible();
  await page.getByRole("tab", { name: "Sign In" }).click();
  await expect(form(page)).toBeVisible();
});

test("it looks as the app's own screen does, pixel for pixel", async ({ page }) => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1280, 800],
  ] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const release = await openWithoutApp(page);
      await expect(form(page)).toBeVisible();
      const drawn = await page.screenshot();
      release();
      await takenOver(page);
      await motionEnds(page);
      const takenOverByApp = await page.screenshot();
      await page.unrouteAll();
      // The build's picture is for the plain address alone.
      await page.goto("/?plain=no");
      await expect(form(page)).toBeVisible();
      await motionEnds(page);
      const appsOwn = await page.screenshot();
      const what = `${width} pixels wide, ${colorScheme}`;
      expect(takenOverByApp.equals(drawn), `${what}: when the app takes over`).toBe(true);
      expect(appsOwn.equals(drawn), `${what}: where the app draws it`).toBe(true);
    }
  }
});

test("who is signed in never sees it", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector("form")) console.error("shows a form");
    }).observe(document, { childList: true, subtree: true });
  });
  const release = await openWithoutApp(page);
  await expect(page.getByText("Loading...")).toBeVisible();
  release();
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

for (const address of ["/?invited=jo%40example.com", "/#error_code=otp_expired&error=x", "/none"]) {
  test(`an address that leads to more waits for the app: ${address}`, async ({ page }) => {
    const release = await openWithoutApp(page, address);
    await expect(page.getByText("Loading...")).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    release();
    await expect(page.getByText("Loading...")).toHaveCount(0);
  });
}
