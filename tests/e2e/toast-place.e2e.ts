import { expect, type Page } from "@playwright/test";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, newAddress, REFUSED, signedInTest, test } from "./fixtures.ts";
import { answer, calls, cut, installClock, openNewTask, openTab, save, toast } from "./steps.ts";

/** A toast covers no control and no field except the header's, on any screen, at any width and scroll position. */

const WIDTHS = [320, 390, 768, 1024, 1280, 1440];

/** The controls, fields and labels on the screen that are under a toast, but not under a bar. */
function covered(): string[] {
  const toasts = [...document.querySelectorAll<HTMLElement>("[data-toast]")];
  if (toasts.length !== 1) return [`${toasts.length} toasts`];
  const own = new Set(toasts.flatMap((toast) => [...toast.querySelectorAll("*")]));
  const boxes = toasts.map((toast) => toast.getBoundingClientRect());
  // Hidden, so that the elements below can be found.
  for (const toast of toasts) toast.style.visibility = "hidden";
  const controls = "button, input, select, textarea, a, label, [role=tab], [role=option]";
  const found = boxes.flatMap(({ left, right, top, bottom }) => {
    const below: string[] = [];
    for (const node of document.querySelectorAll(controls)) {
      const box = node.getBoundingClientRect();
      if (
        own.has(node) ||
        node.closest("header") ||
        !node.checkVisibility({ visibilityProperty: true })
      )
        continue;
      const [x, y] = [Math.max(left, box.left), Math.max(top, box.top)];
      const [width, height] = [Math.min(right, box.right) - x, Math.min(bottom, box.bottom) - y];
      if (width <= 0 || height <= 0) continue;
      for (const part of [0.05, 0.35, 0.65, 0.95]) {
        const seen = document.elementFromPoint(x + width * part, y + height * part);
        if (!seen || !node.contains(seen)) continue;
        below.push(node.getAttribute("aria-label") ?? node.outerHTML.slice(0, 80));
        break;
      }
    }
    return below;
  });
  for (const toast of toasts) toast.style.visibility = "";
  return found;
}

/** Checks every width, at the top of the page and at two places further down. */
async function coversNothing(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const top of [0, 137, 260]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
      expect.soft(await page.evaluate(covered), `${width} wide, ${top} down`).toEqual([]);
    }
    expect.soft(await page.evaluate(isWhole), `all of it at ${width}`).toBe(true);
  }
}

/** Whether all of the toast's text can be read without scrolling in it. */
function isWhole(): boolean {
  const text = document.querySelector("[data-toast] > div");
  return text !== null && text.scrollHeight <= text.clientHeight;
}

/** From here on time only advances in `shows`: no toast closes while all widths are checked. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Advances time in steps of 100 ms, until the condition holds. */
async function passUntil(page: Page, isSo: () => Promise<boolean> | boolean): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await isSo()).toBe(true);
  }).toPass({ intervals: [50] });
}

const shows = (page: Page, title: string) => passUntil(page, () => toast(page, title).isVisible());

test.beforeEach(({ page }) => installClock(page));

test("the toasts of Today cover nothing", async ({ page, person, expectErrors }) => {
  expectErrors(CUT_NETWORK, REFUSED(500));
  for (const title of ["Air", "Bake", "Cook", "Dust", "Sweep", "Wash"]) {
    await addChore(person, { title, category: title });
  }
  await openTab(page, "Today");
  const tick = (title: string) =>
    page.getByRole("button", { name: `Mark ${title} as done` }).click();
  await expect(page.getByRole("button", { name: "Mark Air as done" })).toBeVisible();
  await stopClock(page);
  await tick("Air");
  await shows(page, "Task Completed");
  await coversNothing(page);
  await answer(page, calls.complete, 500, { message: "no" });
  const list = await cut(page, calls.list);
  await tick("Bake");
  await shows(page, "Error Completing Task");
  await coversNothing(page);
  // The list fails for good after three requests.
  await passUntil(page, () => list.count() === 3);
  await expect(toast(page, "Error Completing Task")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await shows(page, "Error Loading Tasks");
  await coversNothing(page);
});

signedInTest("the editor's toasts cover nothing", async ({ page }) => {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Shared").check();
  await stopClock(page);
  await page.getByLabel("Share with email").fill(newAddress());
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await save(page);
  await shows(page, "Validation Error");
  await coversNothing(page);
});

test("toasts of the auth screen and of a dialog cover nothing", async ({ page, expectErrors }) => {
  expectErrors(CUT_NETWORK);
  await cut(page, calls.token);
  await cut(page, calls.recover);
  await page.goto("/");
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill("petra@example.com");
  await panel.getByLabel("Password").fill("a password");
  await stopClock(page);
  await panel.getByRole("button", { name: "Sign In" }).click();
  await shows(page, "Sign In Failed");
  await coversNothing(page);
  await page.clock.resume();
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await stopClock(page);
  await dialog.getByRole("button", { name: "Send reset email" }).click();
  await shows(page, "Error sending reset email");
  await coversNothing(page);
  await page.clock.resume();
  await toast(page, "Error sending reset email").getByRole("button").click({ delay: 100 });
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  // A press outside the dialog closes it a frame later.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(dialog).toHaveAttribute("data-state", "open");
});
