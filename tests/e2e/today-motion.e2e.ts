import { expect, type Page } from "@playwright/test";
import { addChore } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { holdMotion, item, openTab, rowsMove } from "./steps.ts";

/** Motion, its absence, and the focus when rows leave. */

declare global {
  interface Window {
    /** the text of leaving rows, when they began to leave */
    rotaLeaving: string[];
    /** the texts that have faded in */
    rotaFaded: string[];
  }
}

/** Watches for rows that stay on the page while they leave, which is only for a moment. */
async function recordLeaving(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    window.rotaLeaving = [];
    new MutationObserver((records) => {
      for (const { target } of records) {
        const node = target as HTMLElement;
        if (node.inert && node.ariaHidden) window.rotaLeaving.push(node.textContent);
      }
    }).observe(document.body, { subtree: true, attributeFilter: ["inert"] });
  });
  return () => page.evaluate(() => window.rotaLeaving);
}

const tick = (page: Page, title: string) =>
  page.getByRole("button", { name: `Mark ${title} as done`, exact: true });

test("a row, a group and a section leave and come back whole", async ({ page, person }) => {
  await addChore(person, { title: "Dust", category: "Home" });
  await addChore(person, { title: "Sweep", category: "Home" });
  await addChore(person, { title: "Feed the cat", category: "Animals" });
  await openTab(page, "Today");
  await rowsMove(page);
  const active = section(page, "Active");
  const whole = (await item(active, "Sweep").boundingBox())?.height;

  // Undone before it has left, most likely.
  await tick(page, "Sweep").click();
  await page.getByRole("button", { name: "Undo Sweep" }).click();
  await expect(tick(page, "Sweep")).toBeVisible();
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expect.poll(async () => (await item(active, "Sweep").boundingBox())?.height).toBe(whole);

  const leaving = await recordLeaving(page);
  for (const title of ["Sweep", "Feed the cat", "Dust"]) {
    await tick(page, title).click();
    await expect(item(section(page, "Done"), title)).toBeVisible();
    await expect(tick(page, title)).toHaveCount(0);
  }
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expect(page.locator("[data-section=Active]")).toHaveCount(0);
  expect(await leaving()).toEqual([
    expect.stringMatching(/^Sweep/),
    expect.stringMatching(/^Animals1Feed the cat/),
    expect.stringMatching(/^ActiveHome1Dust/),
  ]);
});

test("notes that are shown whole stay so when framer-motion comes", async ({ page, person }) => {
  await addChore(person, { title: "Bake", subtitle: "Flour\nWater\nSalt\nThe rest" });
  const motionComes = await holdMotion(page);
  await openTab(page, "Today");
  await page.getByRole("button", { name: "Show all notes of Bake" }).click();
  const less = page.getByRole("button", { name: "Show less of the notes of Bake" });
  await less.blur();
  await motionComes();
  await expect(less).toBeVisible();
  expect(await page.getByRole("button", { name: "Show all notes of Bake" }).count()).toBe(0);
});

test("with reduced motion rows leave at once", async ({ page, person }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await addChore(person, { title: "Dust" });
  await addChore(person, { title: "Sweep" });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await openTab(page, "Today");
  const leaving = await recordLeaving(page);
  // Also loaded when the page is idle.
  await expect.poll(() => scripts.some((url) => url.includes("editor-view"))).toBe(true);
  await tick(page, "Sweep").click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  expect(await leaving()).toEqual([]);
  expect(scripts.filter((url) => url.includes("moving-parts"))).toEqual([]);
});

test("a long list does not move", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const rooms = Array.from({ length: 41 }, (_, n) => `Dust room ${n}`);
  await Promise.all(rooms.map((title) => addChore(person, { title })));
  const motion = page.waitForResponse(/moving-parts/);
  await openTab(page, "Today");
  await (await motion).finished();
  // Mounted when all of framer-motion is loaded.
  await page.getByRole("tab", { name: "Tasks" }).click();
  await page.getByRole("tab", { name: "Today" }).click();
  const leaving = await recordLeaving(page);
  await tick(page, "Sweep").click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  expect(await leaving()).toEqual([]);
});

test("a page starts without motion; what comes later fades in", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  await page.addInitScript(() => {
    window.rotaFaded = [];
    document.addEventListener("animationstart", ({ animationName, target }) => {
      const { textContent } = target as HTMLElement;
      if (animationName === "fade-in") window.rotaFaded.push(textContent.slice(0, 9));
    });
  });
  const faded = () =>
    page.evaluate(() => window.rotaFaded.filter((text) => !text.startsWith("Task Comp")));
  await openTab(page, "Today");
  await rowsMove(page);
  expect(await faded()).toEqual([]);

  await tick(page, "Sweep").click();
  await expect(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  await expect.poll(faded).toEqual(["You're Al"]);
  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect.poll(faded).toEqual(["You're Al", "All Tasks"]);
  await page.getByRole("button", { name: "Edit Sweep" }).click();
  await expect.poll(faded).toEqual(["You're Al", "All Tasks", "Edit Task"]);
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(faded).toEqual(["You're Al", "All Tasks", "Edit Task", "All Tasks"]);
});
