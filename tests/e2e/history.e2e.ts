import { expect, type Page } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore, completeInThePast, day } from "./chores.ts";
import { REFUSED, test } from "./fixtures.ts";
import { answer, calls, expectToast, openTab } from "./steps.ts";

/** The Task History dialog. */

/** '2026-11-21' as a cell's name begins: 'Saturday, November 21, 2026'. */
function fullName(date: string): string {
  const options = {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  } as const;
  return new Intl.DateTimeFormat("en-US", options).format(new Date(date));
}

/** 'November 2026', so many months from this one. */
function monthName(offset: number): string {
  const today = new Date(day(0));
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset));
  const options = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", options).format(first);
}

const cell = (page: Page, date: string) =>
  page.getByRole("dialog").getByRole("button", { name: fullName(date) });

async function openHistory(page: Page, title: string) {
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog", { name: `Task History: ${title}` });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    days: dialog.locator("tbody button"),
    month: dialog.getByRole("heading", { level: 3 }),
  };
}

test("a month of 42 days from Sunday on, each with its status", async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep", start_date: day(-3) });
  await completeInThePast(person, task, [day(-2)]);
  const { dialog, days, month } = await openHistory(page, "Sweep");

  await expect(month).toHaveText(monthName(0));
  await expect(dialog.getByRole("columnheader")).toHaveText([
    "Sun",
    "Mon",
    "Tue",
    "Wed",
    "Thu",
    "Fri",
    "Sat",
  ]);
  await expect(days).toHaveCount(42);
  await expect(days.first()).toHaveAccessibleName(/^Sunday/);
  await expect(dialog.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveText([
    "Completed",
    "Missed",
    "Due Future",
    "Due Today",
  ]);
  const statuses = [
    { date: day(-4), status: "", name: "" },
    { date: day(-3), status: "missed", name: ", Missed" },
    { date: day(-2), status: "completed", name: ", Completed" },
    { date: day(0), status: "due-today", name: ", Due Today" },
    { date: day(1), status: "due-future", name: ", Due Future" },
  ];
  const legend = dialog.getByRole("list", { name: "Legend" });
  for (const { date, status, name } of statuses) {
    await expect(cell(page, date)).toHaveAccessibleName(fullName(date) + name);
    if (status === "") continue;
    // The outline has the colour that the legend gives it.
    const colour = await legend
      .locator(`[data-status=${status}]`)
      .evaluate((sample) => getComputedStyle(sample).borderColor);
    await expect(cell(page, date)).toHaveCSS("border-color", colour);
  }
  await expect(cell(page, day(0))).toHaveAttribute("aria-current", "date");
});

test("the four outlines are green, red, blue and orange, and other months' days are dimmed", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  const { dialog, days } = await openHistory(page, "Sweep");
  const hues = await dialog.getByRole("list", { name: "Legend" }).evaluate((list) =>
    [...list.querySelectorAll("[data-status]")].map((sample) => {
      const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
      canvas.fillStyle = getComputedStyle(sample).borderColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      if (green > red && green > blue) return "green";
      if (blue > red) return "blue";
      return green > red * 0.4 ? "orange" : "red";
    }),
  );
  expect(hues).toEqual(["green", "red", "blue", "orange"]);
  // Six weeks always reach into the next month.
  await expect(days.last()).toHaveAttribute("data-outside", "true");
  const dimness = (index: number) =>
    days
      .nth(index)
      .evaluate((node) => `${getComputedStyle(node).color} ${getComputedStyle(node).opacity}`);
  expect(await dimness(41)).not.toBe(await dimness(15));
});

test("moves by months and years, and back to today", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const { dialog, month } = await openHistory(page, "Sweep");
  const moves = [
    ["Next month", 1],
    ["Next year", 13],
    ["Previous month", 12],
    ["Previous year", 0],
    ["Previous month", -1],
    ["Today", 0],
  ] as const;
  for (const [name, offset] of moves) {
    await dialog.getByRole("button", { name, exact: true }).click();
    await expect(month).toHaveText(monthName(offset));
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "See History" })).toBeFocused();
});

test("says when a day was done, and on a shared task by whom", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, {
    title: "Sweep",
    start_date: day(-5),
    share_with: [robin.email],
  });
  await completeInThePast(person, task, [day(-2)]);
  await completeInThePast(robin, task, [day(-3)]);
  const { dialog } = await openHistory(page, "Sweep");
  await cell(page, day(-2)).click();
  await expect(dialog.getByText("Completed at 6:10 PM · You")).toBeVisible();
  await cell(page, day(-3)).click();
  await expect(dialog.getByText("Completed at 6:10 PM · Robin Roommate")).toBeVisible();
  await cell(page, day(-4)).click();
  await expect(dialog.locator("p", { hasText: "Missed" })).toBeVisible();
});

test("by keyboard alone: one tab stop, arrows, Home, End, Page Up and Down", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  const { dialog } = await openHistory(page, "Sweep");
  await expect(dialog.locator("tbody [tabindex='0']")).toHaveCount(1);
  await cell(page, day(0)).focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-date"));
  const press = async (key: string, date: string) => {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(date);
  };
  await press("ArrowRight", day(1));
  await press("ArrowLeft", day(0));
  await press("ArrowUp", day(-7));
  await press("ArrowDown", day(0));
  const weekday = new Date(day(0)).getUTCDay();
  await press("Home", day(-weekday));
  await press("End", day(6 - weekday));
  // Across the edge of the month the grid follows.
  for (let week = 1; week <= 6; week += 1) await press("ArrowDown", day(6 - weekday + 7 * week));
  const before = await focused();
  await page.keyboard.press("PageDown");
  await expect.poll(focused).not.toBe(before);
  await page.keyboard.press("Shift+PageUp");
  await expect
    .poll(async () => (await focused())?.slice(0, 4))
    .toBe(String(Number(before?.slice(0, 4)) - (before?.slice(5, 7) === "12" ? 0 : 1)));
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "See History" })).toBeFocused();
});

test("a history that cannot be loaded says so", async ({ page, person, expectErrors }) => {
  expectErrors(REFUSED(400));
  await addChore(person, { title: "Sweep" });
  await answer(page, calls.history, 400, { message: "no" });
  await openHistory(page, "Sweep");
  await expectToast(
    page,
    "error",
    "Error Loading History",
    "Failed to load the history. Please try again.",
  );
});
