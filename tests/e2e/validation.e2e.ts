import { expect } from "@playwright/test";
import { addChore } from "./chores.ts";
import { REFUSED, signedInTest as test } from "./fixtures.ts";
import { expectToast, item, openNewTask, openTab, save } from "./steps.ts";

/** What only the server can know; the rest is in components/editor.test.tsx and editor-answers.test.tsx. */

test("a title that another device took meanwhile is refused by the server", async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors(REFUSED(409));
  // Without live messages this page does not know.
  await page.routeWebSocket(/realtime/, () => undefined);
  await openTab(page, "Tasks");
  await expect(page.getByText("No tasks yet!")).toBeVisible();
  await addChore(person, { title: "Sweep" });
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Kitchen");
  await page.getByLabel("Title *").fill("Sweep");
  await save(page);
  await expectToast(
    page,
    "error",
    "Duplicate Task",
    "You already have an active task with that title. Please choose a different title.",
  );
  // The failed write has the list read again.
  await page.getByLabel("Title *").fill("Sweep the hall");
  await save(page);
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Sweep").first()).toBeVisible();
});
