import { expect } from "@playwright/test";
import { addChore } from "./chores.ts";
import { CUT_NETWORK, signedInTest, test } from "./fixtures.ts";
import { cut, hold, item, openTab } from "./steps.ts";

/** The 404 page, the error fallback, and a page whose parts cannot be loaded. */

test("an unknown address shows the 404 page, which leads home", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page).toHaveTitle(/404/);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
});

test("an error shows the fallback, and Try Again clears it", async ({ page, expectErrors }) => {
  expectErrors(CUT_NETWORK, /Failed to fetch dynamically imported module/);
  const network = await cut(page, "**/assets/not-found-*.js");
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(
    page.getByText("We encountered an unexpected error. Please try refreshing the page."),
  ).toBeVisible();
  await network.end();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
});

signedInTest("a tab whose file is still coming says that it loads", async ({ page, person }) => {
  await addChore(person, { title: "Sweep" });
  const release = await hold(page, "**/assets/tasks-tab-*.js");
  await openTab(page, "Today");
  await expect(item(page, "Sweep")).toBeVisible();
  await page.getByRole("tab", { name: "Tasks" }).click();
  const panel = page.getByRole("tabpanel", { name: "Tasks" });
  await expect(panel.getByText("Loading...")).toBeVisible();
  release();
  await expect(panel.getByText("Sweep")).toBeVisible();
});

test("the address says what is open, and Back leaves the editor", async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep" });
  await page.goto(`/#tasks/edit/${task.id}`);
  await expect(page.getByRole("heading", { name: "Edit Task" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  await page.getByRole("button", { name: "Add Task" }).click();
  await expect(page).toHaveURL(/#tasks\/new$/);
  await expect(page).toHaveTitle("Task Entry · Rota");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
});

test("Back and Forward of the editor keep the place in the list", async ({ page, person }) => {
  const titles = Array.from({ length: 9 }, (_, n) => `Chore ${n}`);
  await Promise.all(titles.map((title) => addChore(person, { title })));
  await page.setViewportSize({ width: 400, height: 500 });
  await openTab(page, "Tasks");
  const edit = page.getByRole("button", { name: "Edit Chore 7" });
  const editor = page.getByRole("heading", { name: "Edit Task" });
  const scrolled = () => page.evaluate(() => scrollY);
  await edit.click();
  await expect(editor).toBeVisible();
  await page.goBack();
  await expect(edit).toBeFocused();
  await expect.poll(scrolled).toBeGreaterThan(200);

  await page.evaluate(() => scrollTo({ top: 40, behavior: "instant" }));
  await page.goForward();
  await expect(editor).toBeVisible();
  await page.goBack();
  await expect(edit).toBeFocused();
  await expect.poll(scrolled).toBe(40);
  // As somebody changes it in the address bar.
  await page.evaluate(() => location.assign("#about"));
  await expect(page.getByRole("heading", { name: "About Rota" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
});

test("Back asks before it leaves a changed editor of a task's page", async ({ page, person }) => {
  const task = await addChore(person, { title: "Sweep" });
  await page.goto(`/task/${task.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Title *").fill("Mop");
  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Title *")).toHaveValue("Mop");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: "Sweep", level: 1 })).toBeVisible();
});

signedInTest("a link to a task that is gone says so", async ({ page }) => {
  await page.goto(`/#tasks/edit/${crypto.randomUUID()}`);
  await expect(page.getByText("This task is not yours to edit, or it is gone.")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await openTab(page, "Tasks");
});
