import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { REFUSED, signedInTest, test } from "./fixtures.ts";
import { addHostileText } from "./hostile-text.ts";
import { newBusyPerson, newInvitedPerson, newKeeper } from "./screen-people.ts";
import { type Screen, screens } from "./screens.ts";
import { motionEnds } from "./steps.ts";

/**
 * What holds on every screen and in every dialog: whatever people write, none becomes wider than the
 * window, and axe finds nothing in either mode.
 */

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const people = [
  "nobody",
  "a new person",
  "a busy person",
  "an invited person",
  "a keeper",
] as const;
const SCREENS_AT_ONCE = 4;

/** So many screens of one person, for tests that take about as long. */
const portions = people.flatMap((needs) => {
  const theirs = screens.filter((screen) => screen.needs === needs);
  const count = Math.ceil(theirs.length / SCREENS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => ({
    needs,
    portion: theirs.slice(index * SCREENS_AT_ONCE, (index + 1) * SCREENS_AT_ONCE),
  }));
});

async function prepare(page: Page, needs: Screen["needs"]) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (needs === "a new person") await keepSession(page, (await newSignedInPerson("Nele")).session);
  if (needs === "a busy person")
    await keepSession(page, (await newBusyPerson(addHostileText)).session);
  if (needs === "an invited person")
    await keepSession(page, (await newInvitedPerson(addHostileText)).session);
  if (needs === "a keeper") await keepSession(page, (await newKeeper(addHostileText)).session);
}

/** A fresh page for each screen: a dialog or a cut network must not reach into the next. */
async function visit(page: Page, screen: Screen) {
  await page.unrouteAll();
  await page.goto("about:blank");
  await screen.open(page);
}

/** How wide the page is, and what sticks out of the window or of its own clipped or scrolling box. */
function tooWide(width: number) {
  const isShown = (node: Element) => {
    const box = node.getBoundingClientRect();
    // What only screen readers get is one pixel large.
    return node.checkVisibility() && box.width > 1 && box.height > 1;
  };
  const sticksOut = (node: Element) => {
    const { left, right } = node.getBoundingClientRect();
    return left < -1 || right > width + 1;
  };
  const overflows = (node: Element) =>
    !node.matches("input, textarea, select") &&
    getComputedStyle(node).overflowX !== "visible" &&
    node.scrollWidth > node.clientWidth + 1;
  const nodes = [...document.body.querySelectorAll("*:not(svg *)")];
  return {
    page: document.documentElement.scrollWidth,
    parts: nodes
      .filter((node) => isShown(node) && (sticksOut(node) || overflows(node)))
      .map((node) => node.outerHTML.slice(0, 120)),
  };
}

const softly = expect.configure({ soft: true, timeout: 2_000 });

/** Two phones; 640 x 480 at 200%, which are 320 x 240 CSS pixels; a desk. */
const zoomed = { width: 320, height: 240 };
const desk = { width: 1280, height: 800 };
const sizes = [{ width: 390, height: 844 }, { width: 320, height: 568 }, zoomed, desk];

async function expectToFit(page: Page, name: string) {
  for (const size of sizes) {
    const { width, height } = size;
    await page.setViewportSize(size);
    // Polled: what is placed by script, such as a toast, follows the new size a frame later.
    await softly
      .poll(() => page.evaluate(tooWide, width), { message: `${name}, ${width} x ${height}` })
      .toEqual({ page: width, parts: [] });
    if (size === zoomed) continue;
    const message = `${name}, ${width}: within reach`;
    await softly.poll(() => page.evaluate(outOfReach), { message }).toEqual([]);
  }
}

/** Of a dialog's buttons, or else of the tabs: those that can't be scrolled into the window. */
async function outOfReach() {
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const dialogs = shown("[role=dialog], [role=alertdialog]");
  const nodes =
    dialogs.length > 0
      ? dialogs.flatMap((dialog) => [...dialog.querySelectorAll("button:not(td button)")])
      : shown("[role=tablist][aria-label=Screens]");
  const seen = (node: Element) =>
    new Promise<number>((resolve) => {
      new IntersectionObserver(([entry], observer) => {
        observer.disconnect();
        resolve(entry?.intersectionRatio ?? 0);
      }).observe(node);
    });
  const out = [];
  for (const node of nodes) {
    if ((await seen(node)) < 0.9) node.scrollIntoView({ block: "nearest", behavior: "instant" });
    if ((await seen(node)) < 0.9) out.push(node.outerHTML.slice(0, 120));
  }
  return out;
}

/** Changes the mode and waits until every colour has arrived: even the shortest transition takes a frame. */
async function setColours(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme });
  await motionEnds(page);
}

/** What axe finds in the page, into which it was put before, by all its rules or by this one. */
async function axeFindings(page: Page, rule?: string) {
  const { violations } = await page.evaluate(
    (runOnly) => window.axe.run({ resultTypes: ["violations"], ...(runOnly && { runOnly }) }),
    rule,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
  }));
}

async function expectNoFindings(page: Page, name: string) {
  await page.evaluate(axe.source);
  await setColours(page, "light");
  expect.soft(await axeFindings(page), `${name}, light`).toEqual([]);
  // Only colours change with the mode; the other rules have spoken.
  await setColours(page, "dark");
  const dark = await axeFindings(page, "color-contrast");
  expect.soft(dark, `${name}, dark`).toEqual([]);
}

test.describe(() => {
  // A phone's browser lays out a page that is too wide as wide as that, and shows a part of it.
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  for (const { needs, portion } of portions) {
    const names = portion.map(({ name }) => name).join(", ");
    test(`everything fits, and axe finds nothing, for ${needs}: ${names}`, async ({
      page,
      expectErrors,
    }) => {
      test.slow();
      expectErrors(/net::ERR_FAILED/, /dynamically imported module/, REFUSED(404));
      await prepare(page, needs);
      for (const screen of portion) {
        await visit(page, screen);
        await expectToFit(page, screen.name);
        await expectNoFindings(page, screen.name);
        const more = page.getByRole("button", { name: /^Show all notes/ });
        const cut = await more.count();
        for (let left = cut; left > 0; left -= 1) await more.first().click();
        if (cut > 0) await expectToFit(page, `${screen.name}, with all notes`);
      }
    });
  }
});

signedInTest("with reduced motion nothing moves for long", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await screens.find(({ name }) => name === "custom-recurrence")?.open(page);
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
  );
  expect(Math.max(0, ...running)).toBeLessThanOrEqual(1);
});
