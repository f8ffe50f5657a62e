import { test } from "./fixtures.ts";

/** Without it, the other tests on the development server would see nothing that a build does not. */
test("the development server serves React's development build", async ({ page }) => {
  await Promise.all([
    page.waitForEvent("console", (message) => /React DevTools/.test(message.text())),
    page.goto("/"),
  ]);
});
