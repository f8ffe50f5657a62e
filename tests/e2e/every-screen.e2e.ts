import { expect } from "@playwright/test";
import { REFUSED, signedInTest, test } from "./fixtures.ts";
import { portions } from "./portions.ts";
import {
  expectLargeLettersToFit,
  expectLowBars,
  expectNoFindings,
  expectToFit,
  signInAs,
  visit,
} from "./screen-checks.ts";
import { screens } from "./screens.ts";

/** Whatever people write, no screen or dialog becomes wider than the window, and axe finds nothing. */

/** Two phones; 640 x 480 at 200%, which is 320 x 240 CSS pixels; a desktop. */
const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 320, height: 240 },
  { width: 1280, height: 800 },
];

test.describe(() => {
  // A phone's browser lays out a page that is too wide at its full width, and shows a part of it.
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  test.use({ reducedMotion: "reduce" });

  for (const { needs, portion } of portions) {
    const names = portion.map(({ name }) => name).join(", ");
    test(`everything fits, and axe finds nothing, for ${needs}: ${names}`, async ({
      page,
      expectErrors,
    }) => {
      expectErrors(/net::ERR_FAILED/, /dynamically imported module/, REFUSED(404));
      await signInAs(page, needs);
      for (const screen of portion) {
        await visit(page, screen);
        for (const size of sizes) await expectToFit(page, screen.name, size);
        await expectLargeLettersToFit(page, screen.name);
        await expectLowBars(page, screen.name);
        await page.setViewportSize({ width: 1280, height: 800 });
        await expectNoFindings(page, screen.name, "light");
        // Only colours change with the mode; the other rules have run.
        await expectNoFindings(page, screen.name, "dark", "color-contrast");
        const more = page.getByRole("button", { name: /^Show all notes/ });
        const cut = await more.count();
        for (let left = cut; left > 0; left -= 1) await more.first().click();
        const shown = `${screen.name}, with all notes`;
        if (cut > 0) for (const size of sizes) await expectToFit(page, shown, size);
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
