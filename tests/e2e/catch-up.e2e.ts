import { expect } from "@playwright/test";
import { newSignedInPerson } from "../support/people.ts";
import { addChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { expectToast, item, joinedLive, openTab, toast } from "./steps.ts";

/** A backlog is dealt with at once: done or skipped in one write, and undone in one. */

const AGO = 3_650;
const DAYS = "3,650 days";

test("many missed days are caught up in one write, seen by the other, and taken back", {
  tag: "@first",
}, async ({ page, person, openBrowserOf }) => {
  const robin = await newSignedInPerson("Robin Roommate");
  await addChore(robin, {
    title: "Dishes",
    start_date: day(-AGO),
    share_with: [person.email],
  });
  const robinsPage = await openBrowserOf(robin);
  const joined = joinedLive(robinsPage);
  await openTab(robinsPage, "Today");
  await joined;
  await openTab(page, "Today");
  await page.getByRole("button", { name: /^Accept/ }).click();
  for (const one of [page, robinsPage])
    await one.getByRole("button", { name: /^Earlier:/ }).click();
  await expect(item(section(page, "Overdue"), "Dishes")).toContainText("3,650 missed");

  const writes: string[] = [];
  page.on("request", (request) => {
    const isWrite = request.method() === "POST" && /catch_up|complete_task/.test(request.url());
    if (isWrite) writes.push(request.url().replace(/.*\//, ""));
  });
  await page.getByRole("button", { name: /^Catch up Dishes/ }).click();
  await expectToast(page, "success", "Caught Up", `${DAYS} of Dishes marked as done.`);
  expect(writes).toEqual(["catch_up"]);
  await expect(section(page, "Overdue")).toBeHidden();
  await expect(page.getByText("You have 1 task for today")).toBeVisible();
  const mine = item(section(page, "Done"), `Dishes: ${DAYS} caught up`);
  const robins = item(section(robinsPage, "Done"), `Dishes: ${DAYS} caught up`);
  await expect(mine).toContainText("You at");
  await expect(robins).toContainText("Petra Person at");

  await toast(page, "Caught Up").getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "success", "Undone");
  expect(writes).toEqual(["catch_up", "undo_catch_up"]);
  for (const one of [page, robinsPage]) {
    await expect(item(section(one, "Overdue"), "Dishes")).toContainText("3,650 missed");
    await expect(section(one, "Done")).toBeHidden();
  }
});
