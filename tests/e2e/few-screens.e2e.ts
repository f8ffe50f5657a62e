import { REFUSED, test } from "./fixtures.ts";
import { expectNoFindings, expectToFit, signInAs, visit } from "./screen-checks.ts";
import { type Screen, screens } from "./screens.ts";

/** The screens that stand for all, on a phone in light and at a desk in dark; every-screen.e2e.ts visits the rest. */

const chosen: readonly (readonly [Screen["needs"], ...string[]])[] = [
  ["nobody", "sign-in", "sign-up", "forgot-password", "mail-done"],
  ["a busy person", "today", "tasks", "editor-wrong", "custom-recurrence"],
  ["a busy person", "task-page", "history-day", "record-figure", "settings-mail"],
  ["a keeper", "household", "turns-week", "display", "label"],
];

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

// A phone's browser lays out a page that is too wide as wide as that, and shows a part of it.
test.use({ viewport: phone, isMobile: true, hasTouch: true });

for (const [needs, ...names] of chosen) {
  test(`it fits, and axe finds nothing, for ${needs}: ${names.join(", ")}`, {
    tag: "@first",
  }, async ({ page, expectErrors }) => {
    expectErrors(REFUSED(404));
    await signInAs(page, needs);
    for (const name of names) {
      const screen = screens.find((one) => one.name === name);
      if (screen?.needs !== needs) throw new Error(`${needs} has no screen ${name}`);
      await visit(page, screen);
      await expectToFit(page, name, phone);
      await expectNoFindings(page, name, "light");
      await expectToFit(page, name, desk);
      await expectNoFindings(page, name, "dark", "color-contrast");
    }
  });
}
