import { expect } from "@playwright/test";
import { CUT_NETWORK, test } from "./fixtures.ts";
import { cut } from "./steps.ts";

/** Ensures that the other tests on the development server test more than a build. */
test("the development server serves React's development build", async ({ page }) => {
  await Promise.all([
    page.waitForEvent("console", (message) => /React DevTools/.test(message.text())),
    page.goto("/"),
  ]);
});

test("Try Again gets a file that was lost there, too", async ({ page, expectErrors }) => {
  expectErrors(CUT_NETWORK, /Failed to fetch dynamically imported module/);
  const network = await cut(page, "**/src/app/not-found.tsx*");
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await network.end();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
});
