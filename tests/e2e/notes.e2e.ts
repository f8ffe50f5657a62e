import { expect } from "@playwright/test";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, section, test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** Links in notes; components/notes.test.tsx tests how much of them is shown. */

const NOTES = "Flour\nWater\nSalt\nThe rest: https://example.com/bread_(rye).";

test("an address in notes opens in a new tab", async ({ page, person, context }) => {
  await context.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Bread</title>" }),
  );
  await addChore(person, { title: "Bake", subtitle: "The rest: https://example.com/bread_(rye)." });
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

test("without the code for links, notes are read", async ({ page, person, expectErrors }) => {
  expectErrors(CUT_NETWORK, /dynamically imported module/);
  await page.route("**/assets/linked-text-*.js", (route) => route.abort());
  await addChore(person, { title: "Bake", subtitle: NOTES });
  const failed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("linked-text"),
  );
  await openTab(page, "Today");
  await failed;
  await page.getByRole("button", { name: "Show all notes of Bake" }).click();
  await expect(item(section(page, "Active"), "Bake")).toContainText("bread_(rye)");
});
