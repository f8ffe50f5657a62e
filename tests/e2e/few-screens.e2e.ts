import { REFUSED, test } from "./fixtures.ts";
import {
  expectLargeLettersToFit,
  expectLowBars,
  expectNoFindings,
  expectToFit,
  signInAs,
  visit,
} from "./screen-checks.ts";
import { type Screen, screens } from "./screens.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** Representative screens, alternating between light and dark; every-screen.e2e.ts visits the rest. */
function testScreens(needs: Screen["needs"], names: readonly string[]): void {
  test(`it fits, and axe finds nothing, for ${needs}: ${names.join(", ")}`, {
    tag: "@first",
  }, async ({ page, expectErrors }) => {
    expectErrors(REFUSED(404));
    await signInAs(page, needs);
    for (const [index, name] of names.entries()) {
      const screen = screens.find((one) => one.name === name);
      if (screen?.needs !== needs) throw new Error(`${needs} has no screen ${name}`);
      await visit(page, screen);
      await expectToFit(page, name, phone);
      await expectLargeLettersToFit(page, name);
      await expectLowBars(page, name);
      await expectNoFindings(page, name, index % 2 === 0 ? "light" : "dark");
      await expectToFit(page, name, desk);
    }
  });
}

/** A phone's browser lays out a page that is too wide at its full width, and shows a part of it. */
test.use({ viewport: phone, isMobile: true, hasTouch: true });

testScreens("nobody", ["sign-up"]);
testScreens("a busy person", ["today", "editor-wrong", "task-page"]);
testScreens("a keeper", ["household", "display"]);
