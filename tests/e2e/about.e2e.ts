import { expect } from "@playwright/test";
import { signedInTest as test } from "./fixtures.ts";
import { openTab } from "./steps.ts";

/** The About tab: the product, the version, and Logout. */

test("tells of the product and its version, without Add Task", async ({ page, person }) => {
  await openTab(page, "Today");
  await expect(page.getByRole("button", { name: "Add Task" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Rota", { exact: true })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText(["Today", "Tasks", "Record", "About"]);
  await page.getByRole("tab", { name: "About" }).click();
  await expect(page.getByRole("heading", { name: "About Rota" })).toBeVisible();
  await expect(page.getByText(/^Version \d+\.\d+\.\d+$/)).toBeVisible();
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Households"]);
  await expect(page.getByRole("button", { name: "Add Task" })).toBeHidden();
});
