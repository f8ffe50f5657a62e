import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { signedInTest, test } from "./fixtures.ts";
import { newBusyPerson, newInvitedPerson, type Screen, screens } from "./screens.ts";

/** What holds on every screen: axe finds nothing in either mode, and nothing overflows when it is narrow. */

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The screens in portions that take about as long. */
const portions = [
  ...(["nobody", "a new person", "an invited person"] as const).map((needs) => ({
    whose: needs,
    needs,
    theirs: screens.filter((screen) => screen.needs === needs),
  })),
  ...["tabs", "editor", "dialogs"].map((part) => ({
    whose: `a busy person (${part})`,
    needs: "a busy person" as const,
    theirs: screens.filter((screen) => screen.part === part),
  })),
];

async function prepare(page: Page, needs: Screen["needs"]) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (needs === "a new person") await keepSession(page, (await newSignedInPerson("Nele")).session);
  if (needs === "a busy person") await keepSession(page, (await newBusyPerson()).session);
  if (needs === "an invited person") {
    await keepSession(page, (await newInvitedPerson()).session);
  }
}

/** A fresh page for each screen: a dialog or a cut network must not reach into the next. */
async function visit(page: Page, screen: Screen) {
  await page.unrouteAll();
  await page.goto("about:blank");
  await screen.open(page);
}

/** The parts of the page that its sides cut off, and how much wider it is than the window. */
function overflow() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const parts = document.querySelectorAll("button, input, select, h1, h2, h3, p, label");
  const cutOff = [...parts]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
    .filter((node) => {
      const { left, right } = node.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    })
    .map((node) => node.outerHTML.slice(0, 120));
  return { wider: scrollWidth - clientWidth, cutOff };
}

/** Changes the mode and waits until every colour has arrived: even the shortest transition takes a frame. */
async function setColours(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
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

const softly = expect.configure({ soft: true, timeout: 2_000 });

/** A phone; 640 x 480 at 200%, which are 320 x 240 CSS pixels; a desk. */
const phone = { width: 360, height: 740 };
const zoomed = { width: 320, height: 240 };
const desk = { width: 1280, height: 800 };

for (const { whose, needs, theirs } of portions) {
  test(`nothing overflows and axe finds nothing on the screens of ${whose}`, async ({
    page,
    expectErrors,
  }) => {
    test.slow();
    expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
    await prepare(page, needs);
    for (const screen of theirs) {
      await page.setViewportSize(phone);
      await visit(page, screen);
      for (const size of [phone, zoomed]) {
        await page.setViewportSize(size);
        // Polled: what is placed by script, such as a toast, follows the new size a frame later.
        await softly
          .poll(() => page.evaluate(overflow), { message: `${screen.name}, ${size.width}` })
          .toEqual({ wider: 0, cutOff: [] });
      }
      await page.setViewportSize(desk);
      await page.evaluate(axe.source);
      await setColours(page, "light");
      expect.soft(await axeFindings(page), `${screen.name}, light`).toEqual([]);
      // Only colours change with the mode; the other rules have spoken.
      await setColours(page, "dark");
      const dark = await axeFindings(page, "color-contrast");
      expect.soft(dark, `${screen.name}, dark`).toEqual([]);
    }
  });
}

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
