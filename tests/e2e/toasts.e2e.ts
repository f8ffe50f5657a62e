import { expect, type Page } from "@playwright/test";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, REFUSED, section, test } from "./fixtures.ts";
import { calls, cut, hold, installClock, openTab, toast } from "./steps.ts";

/** Toasts come, stay while they are wanted, and go. */

/** Ticks a chore; resolves when the toast is there that says so. */
async function tick(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Mark ${title} as done` }).click();
  await expect(toast(page, "Task Completed")).toBeVisible();
}

/** A browser looks for what is below a resting pointer when it lays out the page; so it has to. */
function isUnderPointer(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { style } = document.body;
    style.paddingBottom = style.paddingBottom ? "" : "1px";
    return document.querySelector("[data-toast]:hover") !== null;
  });
}

test("a toast goes by itself, but not while it is pointed at or has the focus", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  await installClock(page);
  await openTab(page, "Today");
  await tick(page, "Sweep");
  const notice = toast(page, "Task Completed");
  await notice.hover();
  await page.clock.runFor(10_000);
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Dismiss" }).focus();
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_000);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Undo Sweep" }).focus();
  await page.clock.runFor(2_000);
  await expect(notice).toBeHidden();
});

test("a toast that appears under a resting pointer goes by itself", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await installClock(page);
  await openTab(page, "Today");
  const button = page.getByRole("button", { name: "Mark Sweep as done" });
  await button.focus();
  // Where the toast will be.
  await page.mouse.move(640, 30);
  await page.keyboard.press("Enter");
  const notice = toast(page, "Task Completed");
  await expect(notice).toBeVisible();
  await expect.poll(() => isUnderPointer(page)).toBe(true);
  await page.clock.runFor(6_000);
  await expect(notice).toBeHidden();
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

test("the page rests while a toast stands there", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await installClock(page);
  await page.addInitScript(() => {
    const request = window.requestAnimationFrame;
    window.rotaFrames = 0;
    window.requestAnimationFrame = (callback) => {
      window.rotaFrames += 1;
      return request(callback);
    };
  });
  await openTab(page, "Today");
  await tick(page, "Sweep");
  await expect(section(page, "Active")).toBeHidden();
  const frames = () => page.evaluate(() => window.rotaFrames);
  // Until it has moved into its place.
  await page.clock.runFor(500);
  const before = await frames();
  await page.clock.runFor(1_000);
  expect((await frames()) - before).toBeLessThan(5);
  await expect(toast(page, "Task Completed")).toBeVisible();
});

declare global {
  interface Window {
    /** How many frames the page has asked for. */
    rotaFrames: number;
  }
}
