import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { test } from "./fixtures.ts";
import { newBusyPerson, type Screen, screens } from "./screens.ts";

/** What holds on every screen: axe finds nothing in either mode, and nothing overflows when it is narrow. */

/** The screens in portions that take about as long. */
const portions = [
  ...(["nobody", "a new person"] as const).map((needs) => ({
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
}

/** A fresh page for each screen: a dialog or a cut network must not reach into the next. */
async function visit(page: Page, screen: Screen) {
  await page.unrouteAll();
  await page.goto("about:blank");
  await screen.open(page);
}

for (const { whose, needs, theirs } of portions) {
  test(`axe finds nothing on the screens of ${whose}, light and dark`, async ({
    page,
    expectErrors,
  }) => {
    test.slow();
    expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
    await prepare(page, needs);
    for (const screen of theirs) {
      await visit(page, screen);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        // Legacy: without the extra page that frames would need; the app has none.
        const axe = new AxeBuilder({ page }).setLegacyMode();
        // Only colours change with the mode; the other rules have spoken.
        if (colorScheme === "dark") axe.withRules(["color-contrast"]);
        const { violations } = await axe.analyze();
        const found = violations.map(({ id, nodes }) => ({
          id,
          where: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
        }));
        expect.soft(found, `${screen.name}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test(`nothing overflows on the screens of ${whose}, on a phone and at 200% zoom`, async ({
    page,
    expectErrors,
  }) => {
    test.slow();
    expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
    await prepare(page, needs);
    for (const screen of theirs) {
      await page.setViewportSize({ width: 360, height: 740 });
      await visit(page, screen);
      // 640 x 480 at 200% are 320 x 240 CSS pixels.
      for (const size of [
        { width: 360, height: 740 },
        { width: 320, height: 240 },
      ]) {
        await page.setViewportSize(size);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const cutOff = [
            ...document.querySelectorAll("button, input, select, h1, h2, h3, p, label"),
          ]
            .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
            .filter((node) => {
              const { left, right } = node.getBoundingClientRect();
              return left < -1 || right > innerWidth + 1;
            })
            .map((node) => node.outerHTML.slice(0, 120));
          return { wider: scrollWidth - clientWidth, cutOff };
        });
        expect.soft(overflow, `${screen.name}, ${size.width}`).toEqual({ wider: 0, cutOff: [] });
      }
    }
  });
}

test("with reduced motion nothing moves for long", async ({ page, person }) => {
  expect(person.id).toBeTruthy();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await screens.find(({ name }) => name === "custom-recurrence")?.open(page);
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
  );
  expect(Math.max(0, ...running)).toBeLessThanOrEqual(1);
});
