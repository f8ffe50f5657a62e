import { expect } from "@playwright/test";
import { displayed } from "../support/day.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { expectToast, item, joinedLive, openTab, toast } from "./steps.ts";

/** A backlog is dealt with at once: done or skipped in one write, and taken back in one. */

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
  await expect(item(section(page, "Overdue"), "Dishes")).toContainText(
    "3,650 missed, latest yesterday",
  );

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

test("skipped: all days at once, or one of them alone, each to be undone in Done", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep", start_date: day(-3) });
  await openTab(page, "Today");
  await page.getByRole("button", { name: /missed.*: days of Sweep/ }).click();
  await page.getByRole("button", { name: `More for Sweep for ${displayed(day(-2))}` }).click();
  await page.getByRole("menuitem", { name: "Skip" }).click();
  await expectToast(page, "success", "Task Skipped");
  await expect(item(section(page, "Done"), "Sweep")).toContainText("Skipped");
  await expect(page.getByText("You have 3 tasks for today")).toBeVisible();

  await page.getByRole("button", { name: "More for the missed days of Sweep" }).click();
  await page.getByRole("menuitem", { name: "Skip all" }).click();
  await expectToast(page, "success", "Days Skipped", "2 days of Sweep marked as skipped.");
  const row = item(section(page, "Done"), "Sweep: 2 days skipped");
  await expect(row).toBeVisible();
  // What was done stays so when the app is opened again.
  await openTab(page, "Today");
  await page.reload();
  await expect(section(page, "Overdue")).toBeHidden();
  await row.getByRole("button", { name: /^Undo/ }).click();
  await expect(item(section(page, "Overdue"), "Sweep")).toContainText("2 missed, latest yesterday");
  await expect(page.getByText("You have 3 tasks for today")).toBeVisible();
});

test("a changed schedule counts from today on: the days before keep what was due", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep", start_date: day(-14), repeat_value: "weekly" });
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "Edit Sweep" }).click();
  await page.getByLabel("Repeat").selectOption("daily");
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.getByRole("button", { name: "From today on" }).click();
  await expectToast(page, "success", "Task Updated");
  await page.getByRole("tab", { name: "Today" }).click();
  await expect(item(section(page, "Overdue"), "Sweep")).toContainText(
    "2 missed, latest 7 days ago",
  );
});
