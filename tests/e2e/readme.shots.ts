import { expect, type Locator, type Page } from "@playwright/test";
import { fullName } from "../support/day.ts";
import { join, newHousehold, personId } from "../support/households.ts";
import { keepSession, newSignedInPerson, seededPassword, signIn } from "../support/people.ts";
import { addChore, complete, day } from "./chores.ts";
import { test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** README's pictures and those of the offer to install, made from the examples and written to their places. */

test.use({ timezoneId: "UTC", reducedMotion: "reduce" });

const take = (of: Page | Locator, path: string) => of.screenshot({ path, animations: "disabled" });

test("Today of a household", async ({ page }) => {
  const mia = await newSignedInPerson("Mia Moore");
  const tom = await newSignedInPerson("Tom Moore");
  const household_id = await newHousehold(mia, "Home", ["Lea", "Ben"]);
  await join(mia, household_id, tom);
  const turns = async (...names: string[]) => ({
    household_id,
    roster: await Promise.all(names.map((name) => personId(mia, household_id, name))),
  });
  const add = (title: string, category: string, more: object = { household_id }) =>
    addChore(mia, { title, category, ...more });
  await add("Make the beds", "Bedroom", await turns(mia.name, tom.name, "Lea"));
  await add("Feed the cat", "Pets", await turns("Lea", mia.name, tom.name));
  const dishes = await turns(mia.name, tom.name, "Lea");
  await add("Do the dishes", "Kitchen", { ...dishes, start_date: day(-3) });
  await add("Water the plants", "Home");
  await add("Stretch", "Me", {});
  await complete(mia, await add("Set the table", "Kitchen"));
  await keepSession(page, mia.session);
  await page.setViewportSize({ width: 1200, height: 900 });
  await openTab(page, "Today");
  await expect(page.getByLabel("Next seven days", { exact: true })).toContainText("Feed the cat");
  await take(page, "public/screenshot-desk.png");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await take(page, "public/screenshot-phone.png");
});

test("a month of a task", async ({ page }) => {
  await page.setViewportSize({ width: 512, height: 912 });
  await signIn(page, "alice@example.com", seededPassword);
  // Without the toast that welcomes her.
  await page.reload();
  await openTab(page, "Tasks");
  await item(page, "Do the dishes").getByRole("button", { name: "See History" }).click();
  // Bob's days are those that divide by three (supabase/seed.sql).
  const bobs = [3, 4, 5, 6].map((ago) => day(-ago)).find((date) => Number(date.slice(8)) % 3 === 0);
  const dialog = page.getByRole("dialog");
  const cell = dialog.getByRole("button", { name: fullName(bobs ?? "") });
  await expect(dialog.getByText("Due Today").first()).toBeVisible();
  if (!(await cell.isVisible()))
    await dialog.getByRole("button", { name: "Previous month" }).click();
  await cell.click();
  await dialog.getByLabel("Note", { exact: true }).fill("The big pan soaks until tomorrow.");
  await dialog.getByRole("heading", { name: /^Task History/ }).click();
  await take(dialog, "docs/history.png");
});
