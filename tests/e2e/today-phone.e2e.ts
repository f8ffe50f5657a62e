import { expect, type Page } from "@playwright/test";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newHousehold, personId } from "../support/households.ts";
import { newFriend } from "../support/people.ts";
import { addChore, type ChoreOptions, complete, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { expectWithin, holdMotion, item, joinedLive, openTab, pressEscape } from "./steps.ts";

/** Today on a phone: the contents of its first screen, and touch gestures on a row. */

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test("seven rows of three categories are on the first screen", async ({ page, person }) => {
  const flat = await newHousehold(person, "The flat", ["Carol"]);
  const [petra, carol] = await Promise.all(
    ["Petra Person", "Carol"].map((name) => personId(person, flat, name)),
  );
  let turn = 0;
  // The turn takes no extra space.
  const add = (category: string, title: string, options: Partial<ChoreOptions> = {}) =>
    addChore(person, {
      ...{ category, title, household_id: flat },
      roster: [(++turn % 2 === 0 ? petra : carol) ?? ""],
      ...options,
    });
  await add("Garden", "Water the ferns", { repeat_value: "weekly", subtitle: "Not too much." });
  await add("Household", "Sweep the hall");
  await add("Household", "Take out the bins", { repeat_value: "weekly" });
  await add("Household", "Wipe the table");
  await add("Kitchen", "Descale the kettle", { repeat_value: "monthly" });
  await add("Kitchen", "Do the dishes", { subtitle: "Pans by hand, the rest in the machine." });
  await add("Kitchen", "Feed the cat");
  await add("Late", "Repot the fig", { start_date: day(-1), end_date: day(-1) });
  await openTab(page, "Today");
  const rows = section(page, "Active").getByRole("listitem");
  await expect(rows).toHaveCount(7);
  await expect(page.getByRole("region", { name: "Next seven days" })).toBeVisible();
  const bar = await page.getByRole("tablist", { name: "Screens" }).boundingBox();
  await expect(rows.getByRole("img", { name: "Carol’s turn" })).toHaveCount(4);
  await expect(rows.getByRole("img", { name: "Your turn" })).toHaveCount(3);
  for (const row of await rows.all()) await expectWithin(row, { top: 72, bottom: bar?.y ?? 0 });
  const addTask = await page.getByRole("button", { name: "Add Task" }).boundingBox();
  expect(addTask?.y).toBeGreaterThan(bar?.y ?? 0);
});

/** A finger that moves from the middle of a row, in steps like a real one. */
async function drag(page: Page, title: string, across: number, down = 0): Promise<void> {
  const box = await item(section(page, "Active"), title).boundingBox();
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + across * part, y: y + down * part }],
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= 8; step++) await touch("touchMove", step / 8);
  await touch("touchEnd", 1);
  await finger.detach();
}

test("a swipe ticks a row, or shows what else can be done", async ({ page, person }) => {
  for (const title of ["Air", "Bake", "Cook"]) await addChore(person, { title });
  await openTab(page, "Today");
  // The code for swipes loads when the page is idle, like the days after today.
  await expect(page.getByRole("region", { name: "Next seven days" })).toBeVisible();
  await expect(async () => {
    // A row that has moved to Done a moment later can't be dragged again.
    if (await item(section(page, "Active"), "Air").isVisible()) await drag(page, "Air", 120);
    expect(await item(section(page, "Done"), "Air").count()).toBe(1);
  }).toPass();
  // Leaving rows are hidden first, and the rows below move up after that.
  await expect(page.locator("[inert]")).toHaveCount(0);

  await drag(page, "Bake", -120);
  await page.getByRole("menu", { name: /Bake/ }).getByRole("menuitem", { name: "Skip" }).click();
  await expect(item(section(page, "Done"), "Bake")).toContainText("Skipped");
  await expect(page.locator("[inert]")).toHaveCount(0);

  // Too short, and a scroll: nothing happens, and the row returns to its place.
  await drag(page, "Cook", 60);
  await drag(page, "Cook", 40, -200);
  await drag(page, "Cook", -60);
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(section(page, "Active").getByRole("listitem")).toHaveCount(1);
  await expect(item(section(page, "Active"), "Cook")).toHaveCSS("translate", "none");
});

/** A finger on the circle of a task; resolves to what lifts it. */
async function touch(page: Page, title: string): Promise<() => Promise<void>> {
  const finger = await page.context().newCDPSession(page);
  const box = await page.getByRole("button", { name: `Mark ${title} as done` }).boundingBox();
  if (!box) throw new Error(`${title} isn't on the screen`);
  const touchPoints = [{ x: box.x + 22, y: box.y + 22 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  return async () => {
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
}

test("a finger ticks what it pressed, whatever others tick meanwhile", async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const [first] = await Promise.all(
    ["Air", "Bake", "Cook"].map((title) => addChore(person, { title, share_with: [robin.email] })),
  );
  // Rows leave at once, as they would a moment later.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const joined = joinedLive(page);
  await openTab(page, "Today");
  await joined;
  const lift = await touch(page, "Bake");
  await complete(robin, first as TaskJson);
  await expect(page.getByTestId("announcer")).toHaveText("Robin Roommate completed Air");
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  await lift();
  await expect(section(page, "Done").getByRole("listitem")).toHaveText([/^Air/, /^Bake/]);
  await expect(section(page, "Active").getByRole("listitem")).toHaveText([/^Cook/]);
});

test("a hold by touch asks who did it, and ticks nothing by itself, though framer-motion comes", async ({
  page,
  person,
}) => {
  const id = await newHousehold(person, "The flat", ["Carol"]);
  await addChore(person, { title: "Mop", household_id: id });
  const motionComes = await holdMotion(page);
  await openTab(page, "Today");
  const lift = await touch(page, "Mop");
  await motionComes();
  await expect(page.getByRole("dialog")).toContainText("Who did Mop?");
  await lift();
  await pressEscape(page.getByRole("dialog"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(item(section(page, "Active"), "Mop")).toBeVisible();
});
