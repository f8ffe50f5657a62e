import { expect } from "@playwright/test";
import { newHousehold } from "../support/households.ts";
import { newFriend } from "../support/people.ts";
import { addChore, type ChoreOptions, day } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast, expectWithin, item, openTab } from "./steps.ts";

/** The cards in a browser: the first screen of a phone, deleting for everyone. */

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("five cards of three categories are on the first screen", async ({ page, person }) => {
    const flat = await newHousehold(person, "The flat", ["Carol"]);
    const add = (category: string, title: string, options: Partial<ChoreOptions> = {}) =>
      addChore(person, { category, title, household_id: flat, ...options });
    // Of what is not due yet, the next day may be done early.
    const later = { start_date: day(20) };
    await add("Garden", "Water the ferns", {
      ...later,
      repeat_value: "weekly",
      subtitle: "Not too much.",
    });
    await add("Household", "Sweep the hall", { start_date: day(-3) });
    await add("Household", "Take out the bins", { repeat_value: "weekly" });
    await add("Kitchen", "Descale the kettle", { ...later, repeat_value: "monthly" });
    await add("Kitchen", "Do the dishes", { checklist: ["Pots", "Glasses"] });
    await add("Plants", "Repot the fig", { repeat_value: "yearly" });
    await openTab(page, "Tasks");
    const cards = page.locator(".card");
    await expect(cards).toHaveCount(6);
    await expect(page.getByRole("button", { name: / done for / })).toHaveCount(2);
    const tabs = await page.getByRole("tablist", { name: "Screens" }).boundingBox();
    for (const index of [0, 1, 2, 3, 4]) {
      await expectWithin(cards.nth(index), { top: 72, bottom: tabs?.y ?? 0 });
    }
  });
});

test("deleting a shared task warns, and removes it for everyone without a reload", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  await addChore(person, { title: "Sweep", share_with: [robin.email] });
  const robinsPage = await openBrowserOf(robin);
  await openTab(robinsPage, "Tasks");
  await expect(item(robinsPage, "Sweep")).toContainText("Shared by Petra Person");

  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "Delete Sweep" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  await expect(dialog).toContainText("removes the task for everyone");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "success", "Task Deleted");
  await expect(robinsPage.getByText("No tasks yet!")).toBeVisible();
});
