import { expect, type Page } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** Two people: one sees at once what the other does early, or reports as done yesterday. */

const named = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(date));
const weekday = named(day(3), { weekday: "long" });
const longDay = named(day(3), { weekday: "long", month: "short", day: "numeric" });
const week = (page: Page) => page.getByRole("complementary", { name: "Next seven days" });

test("what is done early and what was done earlier is the same for everyone", {
  tag: "@first",
}, async ({ page, person, openBrowserOf }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const shared = { share_with: [robin.email] };
  await addChore(person, {
    ...{ ...shared, title: "Bins", start_date: day(3), repeat_value: "weekly" },
  });
  await addChore(person, { ...shared, title: "Sweep", start_date: day(-1), end_date: day(-1) });
  const robinsPage = await openBrowserOf(robin);
  await openTab(robinsPage, "Today");
  await openTab(page, "Today");

  const bins = week(page).getByRole("row", { name: /Bins/ });
  await bins.getByRole("button", { name: `Done now: Bins for ${longDay}` }).click();
  await expect(bins).toContainText(`Done today for ${weekday}`);
  await expect(bins.getByRole("button", { name: `Undo Bins for ${longDay}` })).toBeFocused();
  const robinsBins = item(section(robinsPage, "Done"), "Bins");
  await expect(robinsBins).toContainText(`for ${weekday}`);
  await expect(robinsBins).toContainText("Petra Person");

  await robinsPage.getByRole("button", { name: /^More for Sweep/ }).click();
  await robinsPage.getByRole("menuitem", { name: "Done yesterday" }).click();
  await expect(item(section(robinsPage, "Done"), "Sweep")).not.toContainText("Overdue");
  await openTab(page, "Today");
  const sweep = item(section(page, "Done"), "Sweep");
  await expect(sweep).toContainText("Robin Roommate on");
  await expect(sweep).not.toContainText("Overdue");

  // Undone where it is listed among the next days.
  await expect(week(page)).toContainText(`Done today for ${weekday}`);
  await bins.getByRole("button", { name: `Undo Bins for ${longDay}` }).click();
  await expect(bins.getByRole("button", { name: /^Done now/ })).toBeFocused();
  await expect(robinsBins).toBeHidden();
});
