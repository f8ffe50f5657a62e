import { gzipSync } from "node:zlib";
import { expect, type Page, type Response } from "@playwright/test";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, section, test } from "./fixtures.ts";
import { calls, hold, item } from "./steps.ts";

/** Bytes of gzipped JavaScript (docs/performance.md). */
const FIRST_LOAD_BUDGET = 150_000;
const SIGN_IN_BUDGET = 170_000;

/** All scripts that were loaded, by address, gzipped as a server would. */
async function gzippedBytes(responses: readonly Response[]): Promise<Record<string, number>> {
  const sizes = responses.map(async (response) => [
    new URL(response.url()).pathname,
    gzipSync(await response.body()).length,
  ]);
  return Object.fromEntries(await Promise.all(sizes));
}

function scriptsOf(page: Page): Response[] {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  return scripts;
}

async function expectAtMost(budget: number, scripts: readonly Response[]): Promise<void> {
  const sizes = await gzippedBytes(scripts);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: "first load", description: JSON.stringify(sizes) });
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(budget);
}

test("Today needs its first load alone", {
  tag: "@first",
}, async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const scripts = scriptsOf(page);
  // What is loaded when the browser has nothing else to do isn't needed.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // The client loads when a list takes long.
  await page.route("**/assets/supabase-*.js", () => {});
  const release = await hold(page, calls.list);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // No further script loads: the list must do without.
  await page.route("**/*.js", () => {});
  release();
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await expectAtMost(FIRST_LOAD_BUDGET, scripts);
});

test("the sign-in screen is one file more, which the page asks for itself", async ({
  page,
  expectErrors,
}) => {
  expectErrors(CUT_NETWORK);
  const scripts = scriptsOf(page);
  const signIn = page.waitForResponse(/\/assets\/sign-in-.*\.js$/);
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await (await signIn).finished();
    await page.route("**/*.js", (other) => other.abort());
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expectAtMost(SIGN_IN_BUDGET, scripts);
});

/** Opens the app whose files never come. */
async function openWithoutFiles(page: Page): Promise<void> {
  await page.route("**/*.js", () => {});
  await page.goto("/", { waitUntil: "commit" });
}

const LEAD = "What is due, whose turn it is and who did it";

test("a newcomer reads what Rota is for while its files come, and nothing moves then", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openWithoutFiles(page);
  await expect(page.getByText(LEAD)).toBeVisible();
  await expect(page.getByText("Loading...").filter({ visible: true })).toHaveCount(1);
  const heading = page.getByRole("heading", { name: "Rota" });
  const placed = await heading.boundingBox();
  await page.unroute("**/*.js");
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  const moved = ((await heading.boundingBox())?.y ?? Number.NaN) - (placed?.y ?? Number.NaN);
  expect(Math.abs(moved)).toBeLessThan(8);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("no English sentence comes first", async ({ page }) => {
    await openWithoutFiles(page);
    await expect(page.locator(".shell .loading")).toBeVisible();
    await expect(page.getByText(LEAD)).toBeHidden();
  });
});

test("a list that has come before the app has is in its first render", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const list = page.waitForResponse((response) => response.url().endsWith("/list_tasks"));
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await (await list).finished();
    await route.continue();
  });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector("main [role=status]")) console.error("shows that it is loading");
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
});

test("tabs that were loaded ahead open without a loading sign", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const ahead = ["tasks-tab", "about-tab"].map((name) =>
    page.waitForResponse(new RegExp(`/assets/${name}-.*\\.js$`)),
  );
  await page.goto("/");
  await Promise.all(ahead);
  await page.waitForLoadState("networkidle");
  // Their code has run.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.evaluate(() => {
    new MutationObserver(() => {
      const text = document.querySelector("[role=tabpanel]")?.textContent;
      if (text?.includes("Loading...")) console.error("shows that it is loading");
    }).observe(document, { childList: true, subtree: true });
  });
  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  await page.getByRole("tab", { name: "About" }).click();
  await expect(page.getByRole("heading", { name: "About Rota" })).toBeVisible();
});
