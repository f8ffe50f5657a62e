import { expect, type Page } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, section, test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** Everyone who has the task can read its whole notes and follow their links. */

const RECIPE = [
  "Flour",
  "Water",
  "Salt",
  "The rest: https://example.com/bread_(rye).",
  "Last line",
];
const NOTES = RECIPE.join("\n");

const more = (page: Page, title: string) =>
  page.getByRole("button", { name: `Show all notes of ${title}`, exact: true });
const less = (page: Page, title: string) =>
  page.getByRole("button", { name: `Show less of the notes of ${title}`, exact: true });

/** Whether a note's last line is visible: its box clips the rest. */
function isLastLineShown(page: Page): Promise<boolean> {
  return (
    page
      .locator("p")
      .filter({ hasText: "Last line" })
      // A dialog's notes come after those of the screen below it.
      .last()
      .evaluate((box) => box.scrollHeight <= box.clientHeight + 1)
  );
}

async function expectShownOnDemand(page: Page, title: string) {
  await expect(more(page, title)).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => isLastLineShown(page)).toBe(false);
  await more(page, title).click();
  await expect(less(page, title)).toHaveAttribute("aria-expanded", "true");
  await expect.poll(() => isLastLineShown(page)).toBe(true);
  await less(page, title).click();
  await expect(more(page, title)).toBeVisible();
}

test("long notes are shown whole on demand on every screen, to a recipient, too", async ({
  page,
  person,
}) => {
  const robin = await newFriend(person, "Robin Roommate");
  await addChore(robin, { title: "Bake", subtitle: NOTES, share_with: [person.email] });
  await addChore(person, { title: "Sweep", subtitle: "Under the table\nand the sofa" });
  await openTab(page, "Today");
  await expectShownOnDemand(page, "Bake");
  await openTab(page, "Tasks");
  await expectShownOnDemand(page, "Bake");
  // Three lines or less need no button.
  await expect(more(page, "Sweep")).toHaveCount(0);
  await item(page, "Bake").getByRole("button", { name: "See History" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectShownOnDemand(page, "Bake");
});

test("an address in notes opens in a new tab and leaves the row as it is", async ({
  page,
  person,
  context,
}) => {
  await context.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Bread</title>" }),
  );
  await addChore(person, { title: "Bake", subtitle: RECIPE[3] ?? "" });
  await openTab(page, "Today");
  const row = item(section(page, "Active"), "Bake");
  const link = row.getByRole("link", { name: "https:" });
  await expect(link).toHaveText("https://example.com/bread_(rye)");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await expect(opened).toHaveURL("https://example.com/bread_(rye)");
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  await opened.close();
  await expect(row.getByRole("button", { name: "Mark Bake as done" })).toBeVisible();
});

test("without the part that finds links, notes are still read", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK, /dynamically imported module/);
  await page.route("**/assets/linked-text-*.js", (route) => route.abort());
  await addChore(person, { title: "Bake", subtitle: NOTES });
  const failed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("linked-text"),
  );
  await openTab(page, "Today");
  await failed;
  await more(page, "Bake").click();
  await expect(item(section(page, "Active"), "Bake")).toContainText("bread_(rye)");
});
