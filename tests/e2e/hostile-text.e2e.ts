import { expect, type Locator, type Page } from "@playwright/test";
import { keepSession } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { test } from "./fixtures.ts";
import { addHostileText } from "./hostile-text.ts";
import { newBusyPerson, newInvitedPerson, screens } from "./screens.ts";
import { openEditor, openTab } from "./steps.ts";

/** Whatever people write, no screen and no dialog becomes wider than the window. */

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

async function expectToFit(page: Page, name: string, width: number) {
  await softly
    .poll(() => page.evaluate(tooWide, width), { message: name })
    .toEqual({ page: width, parts: [] });
  const tabs = page.getByRole("tablist", { name: "Screens" });
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  if (await dialog.isVisible()) {
    for (const button of await dialog.locator("button:not(td button)").all()) {
      await button.scrollIntoViewIfNeeded();
      await softly(button, name).toBeInViewport({ ratio: 0.9 });
    }
  } else if (await tabs.isVisible()) {
    await softly(tabs, name).toBeInViewport({ ratio: 0.9 });
  }
}

const sizes = [
  { width: 320, height: 568, isMobile: true },
  { width: 390, height: 844, isMobile: true },
  { width: 1280, height: 800, isMobile: false },
];

for (const { width, height, isMobile } of sizes) {
  test.describe(`${width} px`, () => {
    // A phone's browser lays out a page that is too wide as wide as that, and shows a part of it.
    test.use({ viewport: { width, height }, isMobile, hasTouch: isMobile });

    const parts = [
      ...["tabs", "editor", "dialogs"].map((part) => ({
        part,
        newPerson: newBusyPerson,
        theirs: screens.filter((screen) => screen.part === part),
      })),
      {
        part: "invitations",
        newPerson: newInvitedPerson,
        theirs: screens.filter(({ needs }) => needs === "an invited person"),
      },
    ];
    for (const { part, newPerson, theirs } of parts) {
      test(`long words, links, emoji and other scripts fit the ${part}`, async ({ page }) => {
        test.slow();
        await page.emulateMedia({ reducedMotion: "reduce" });
        await keepSession(page, (await newPerson(addHostileText)).session);
        for (const screen of theirs) {
          await page.goto("about:blank");
          await screen.open(page);
          await expectToFit(page, screen.name, width);
          const more = page.getByRole("button", { name: /^Show all notes/ });
          for (let cut = await more.count(); cut > 0; cut -= 1) await more.first().click();
          await expectToFit(page, `${screen.name}, with all notes`, width);
        }
      });
    }
  });
}

test("each text has the direction of its own script, shown or typed", async ({ page, person }) => {
  const hebrew = "לטאטא את המסדרון";
  await addChore(person, { title: hebrew, category: hebrew, subtitle: hebrew });
  const directions = (scope: Page | Locator) =>
    scope
      .getByText(hebrew, { exact: true })
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).direction));
  await openTab(page, "Today");
  await expect(page.getByText(hebrew, { exact: true })).toHaveCount(3);
  expect(await directions(page)).toEqual(["rtl", "rtl", "rtl"]);
  await openTab(page, "Tasks");
  await expect(page.getByText(hebrew, { exact: true })).toHaveCount(3);
  expect(await directions(page)).toEqual(["rtl", "rtl", "rtl"]);
  await page.getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(hebrew, { exact: true })).toHaveCount(2);
  expect(await directions(dialog)).toEqual(["rtl", "rtl"]);
  await page.goto("about:blank");
  await openEditor(page, hebrew);
  for (const label of ["Category *", "Title *", "Notes"]) {
    await expect(page.getByLabel(label)).toHaveCSS("direction", "rtl");
  }
});
