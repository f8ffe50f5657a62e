import { expect, type Page } from "@playwright/test";
import { newHousehold } from "../support/households.ts";
import { addChore, day } from "./chores.ts";
import { test } from "./fixtures.ts";
import { expectWithin, openTab } from "./steps.ts";

/** What the Task History dialog reads; the rest of it is in components/history.test.tsx. */

async function openHistory(page: Page, title: string) {
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog", { name: `Task History: ${title}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the month is one line, and the day's state and buttons need no scroll", async ({
    page,
    person,
  }) => {
    const flat = await newHousehold(person, "The flat", ["Carol", "Dan"]);
    const title = "Sort the letters, bills and leaflets of the week by topics";
    await addChore(person, {
      title,
      subtitle: "Notes ".repeat(800),
      start_date: day(-3),
      household_id: flat,
    });
    const dialog = await openHistory(page, title);
    const line = ["Previous year", "Previous month", "Today", "Next month", "Next year"];
    const boxes = line.map((name) => dialog.getByRole("button", { name, exact: true }));
    const month = dialog.getByRole("heading", { level: 3 });
    const middles = await Promise.all(
      [month, ...boxes].map(async (part) => {
        const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
        return Math.round(y + height / 2);
      }),
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);

    const entry = dialog.getByRole("region", { name: "Chosen day" });
    const actions = entry.getByRole("group", { name: /^Actions for/ }).getByRole("button");
    const names = ["Mark as done", "Done by…", "Skip"];
    await expect(actions).toHaveText(names);
    await expectWithin(entry.getByText("Due Today"), { top: 72, bottom: 844 });
    await expectWithin(actions, { top: 72, bottom: 844 });
  });
});
