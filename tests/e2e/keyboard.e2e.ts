import { expect, type Locator, type Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/actors.ts";
import { newHousehold } from "../support/households.ts";
import { addChore, day } from "./chores.ts";
import { newAddress, section, test } from "./fixtures.ts";
import { expectFocusIn, expectToast, item, openTab, pressEscape } from "./steps.ts";

/** The product's main job without a mouse: only Tab, arrows, Space, Enter, Escape and letters. */

/** Presses Tab until this has the focus, at most so many times. */
async function tabTo(page: Page, target: Locator, most = 15) {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    // The focus is visible everywhere.
    const outline = await focused.evaluate((node) => {
      const shown = [node, node.closest("label")].filter((one) => one !== null);
      return shown.some((one) => getComputedStyle(one).outlineStyle !== "none");
    });
    expect.soft(outline, `an outline on ${await focused.getAttribute("aria-label")}`).toBe(true);
    if ((await focused.and(target).count()) === 1) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test("signs in, adds, ticks, takes back, deletes, leaves", { tag: "@first" }, async ({ page }) => {
  const email = newAddress("keys");
  await createAccount({ email });
  const { keyboard } = page;
  await page.goto("/");
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await keyboard.type(email);
  await tabTo(page, page.getByLabel("Password"), 1);
  await keyboard.type(PASSWORD);
  await keyboard.press("Enter");
  await expect(page.getByText("No tasks for today!")).toBeVisible();

  await tabTo(page, page.getByRole("button", { name: "Add Task" }));
  await keyboard.press("Enter");
  await expect(page.getByLabel("Add in one line")).toBeFocused();
  await tabTo(page, page.getByLabel("Category *"), 1);
  await keyboard.type("Kitchen");
  await tabTo(page, page.getByLabel("Title *"), 1);
  await keyboard.type("Sweep");
  await keyboard.press("Enter");
  await expectToast(page, "success", "Task Created");

  await expect(page.getByRole("button", { name: "Add Task" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Mark Sweep as done" }));
  await keyboard.press("Space");
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // The list has changed under the focus; it is still on the page and one step from Undo.
  await tabTo(page, page.getByRole("button", { name: "Undo Sweep" }));
  await keyboard.press("Enter");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await page.getByRole("tab", { name: "Today" }).focus();
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Tasks" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Delete Sweep" }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  await pressEscape(dialog);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete Sweep" })).toBeFocused();
  await keyboard.press("Enter");
  await expectFocusIn(dialog);
  await tabTo(page, dialog.getByRole("button", { name: "Delete", exact: true }), 3);
  await keyboard.press("Enter");
  await expect(page.getByText("No tasks yet!")).toBeVisible();
  // The button that had it is gone.
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeFocused();

  await page.getByRole("tab", { name: "Tasks" }).focus();
  await keyboard.press("End");
  await expect(page.getByRole("heading", { name: "About Rota" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Logout" }));
  await keyboard.press("Enter");
  await expectToast(page, "success", "Signed Out");
});

/** It has the focus, and is on the screen. */
async function expectFocus(target: Locator) {
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}

test("a day: adds, ticks, skips, edits, shares, looks around, sets", async ({ page, person }) => {
  await newHousehold(person, "The flat", ["Carol"]);
  await addChore(person, { title: "Bins", repeat_value: "weekly" });
  await addChore(person, { title: "Vacuum", repeat_value: "weekly" });
  await addChore(person, { title: "Dishes", start_date: day(-4) });
  const { keyboard } = page;
  const mark = (title: string) => page.getByRole("button", { name: `Mark ${title} as done` });
  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
  const catchUp = page.getByRole("button", { name: /^Catch up Dishes/ });
  async function choose(letters: string) {
    await keyboard.press("p");
    await expectFocus(page.getByRole("menu"));
    await keyboard.type(letters);
    await keyboard.press("Enter");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }

  await openTab(page, "Today");
  await expect(mark("Bins")).toBeVisible();
  await keyboard.press("n");
  await expectFocus(page.getByLabel("Add in one line"));
  await keyboard.type("Water plants every day @Garden");
  await keyboard.press("Enter");
  await expectToast(page, "success", "Task Created");
  await expectFocus(heading(/^Today is /));

  for (const row of [catchUp, mark("Water plants"), mark("Bins"), mark("Dishes"), mark("Vacuum")]) {
    await keyboard.press("j");
    await expectFocus(row);
  }
  await choose("Sk");
  await expect(item(section(page, "Done"), "Vacuum")).toContainText("Skipped");
  await expectFocus(mark("Dishes"));
  await keyboard.press("k");
  await expectFocus(mark("Bins"));
  await choose("Put");
  await expect(mark("Bins")).toBeHidden();
  await expectFocus(mark("Dishes"));
  await keyboard.press("k");
  await keyboard.press("k");
  await expectFocus(catchUp);
  await keyboard.press("Space");
  await expect(catchUp).toBeHidden();
  await expectFocus(heading(/^Today is /));

  await keyboard.press("j");
  await keyboard.press("j");
  await choose("Ed");
  await expectFocus(heading("Edit Task"));
  await tabTo(page, page.getByRole("switch", { name: "Shared" }), 25);
  await keyboard.press("Space");
  await tabTo(page, page.getByLabel("Share with email"), 2);
  await keyboard.type(newAddress("bob"));
  await keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Save Task" }));
  await keyboard.press("Enter");
  await expectToast(page, "success", "Task Updated");
  await expectFocus(page.getByRole("button", { name: "More for Dishes" }));

  await keyboard.press("1");
  await expectFocus(page.getByRole("tab", { name: "Today" }));
  await tabTo(page, page.getByRole("link", { name: /The flat/ }), 3);
  await keyboard.press("Enter");
  await expectFocus(heading("The flat"));
  await tabTo(page, page.getByRole("link", { name: "Record" }), 4);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "This week" })).toBeVisible();
  await expectFocus(heading("The flat"));
  await keyboard.press("Shift+Tab");
  await expectFocus(page.getByRole("navigation", { name: "Rota" }).getByRole("link"));
  await keyboard.press("Enter");

  await tabTo(page, page.getByRole("link", { name: "Settings" }), 3);
  await keyboard.press("Enter");
  await expectFocus(heading("Settings"));
  await tabTo(page, page.getByRole("link", { name: /^Mail/ }), 4);
  await keyboard.press("Enter");
  await expectFocus(heading("Mail"));
  const morning = page.getByRole("switch", { name: "Send me a mail each morning" });
  await expect(morning).toBeVisible();
  await tabTo(page, morning, 2);
  await keyboard.press("Space");
  await expectToast(page, "success", "Morning mail at 7:00 AM");
});
