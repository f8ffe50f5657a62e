import { expect } from "@playwright/test";
import { addOverdueChore, complete, day } from "./chores.ts";
import { REFUSED, signedInTest as test } from "./fixtures.ts";
import { answer, calls, expectToast, openTab } from "./steps.ts";

/** Ticks that the backend refuses; components/today-answers.test.tsx tests the messages. */

const FAILED_COMPLETE = "Failed to mark task as complete. Please try again.";

test("after a late tick was refused, a tick made elsewhere leaves the focus where it is", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(403));
  const task = await addOverdueChore(person, { title: "Sweep" });
  await openTab(page, "Today");
  await answer(page, calls.complete, 403, { code: "PT403", message: "NOT_ALLOWED" });
  await page.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectToast(page, "error", "Error Completing Task", FAILED_COMPLETE);
  const tab = page.getByRole("tab", { name: "Today" });
  await tab.focus();
  await complete(person, task, day(-1));
  await expect(page.getByRole("button", { name: "Undo Sweep" }).first()).toBeVisible();
  await expect(tab).toBeFocused();
});
