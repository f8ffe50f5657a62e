import { expect, type Page } from "@playwright/test";
import { addChore, day } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast, openEditor, openNewTask, openTab, save } from "./steps.ts";

/** A start date more than five years back: it may be a mistyped year. */

const start = (page: Page) => page.getByLabel("Start date");
const question = (page: Page) => page.getByRole("button", { name: /^Did you mean/ });

/** The year of yesterday and its last digits, as one types them without the second digit. */
const yesterday = day(-1);
const year = Number(yesterday.slice(0, 4));
const mistyped = `0${String(year).replace("0", "")}${yesterday.slice(4)}`;

test("a mistyped year is asked about, and put right by a button", async ({ page }) => {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Home");
  await page.getByLabel("Title *").fill("Sweep");
  await start(page).fill(mistyped);
  // Not while it is being typed: every year begins with one that is long ago.
  await expect(question(page)).toBeHidden();
  await start(page).press("Tab");
  await start(page).blur();
  await expect(question(page)).toHaveText(`Did you mean ${year}?`);
  await expect(start(page)).toHaveAccessibleDescription(
    `More than five years ago. Did you mean ${year}?`,
  );
  await expect(page.getByTestId("announcer")).toHaveText(
    `More than five years ago. Did you mean ${year}?`,
  );
  expect((await question(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await question(page).press("Enter");
  await expect(start(page)).toHaveValue(yesterday);
  await expect(start(page)).toBeFocused();
  await expect(question(page)).toBeHidden();
  await save(page);
  await expectToast(page, "success", "Task Created");
  await openEditor(page, "Sweep");
  await expect(start(page)).toHaveValue(yesterday);
});

test("it may be ignored, and a start that was stored like this is not asked about again", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep", start_date: day(-1) });
  await openEditor(page, "Sweep");
  await start(page).fill("1900-01-01");
  await page.getByLabel("Title *").focus();
  await expect(question(page)).toBeVisible();
  await save(page);
  await page.getByRole("button", { name: "For the past too" }).click();
  await expectToast(page, "success", "Task Updated");

  await openEditor(page, "Sweep");
  await expect(start(page)).toHaveValue("1900-01-01");
  await start(page).focus();
  await page.getByLabel("Title *").focus();
  await expect(question(page)).toBeHidden();
  // A later year, but not later enough.
  await start(page).fill("1901-01-01");
  await page.getByLabel("Title *").focus();
  await expect(question(page)).toBeVisible();
  await start(page).fill(day(0));
  await expect(question(page)).toBeHidden();
});
