import { expect } from "@playwright/test";
import { addChore } from "./chores.ts";
import { REFUSED, signedInTest as test } from "./fixtures.ts";
import { answer, calls, expectToast, item, openNewTask, openTab, save } from "./steps.ts";

/** What only the server can refuse, and a real mouse; the rest is in components/editor.test.tsx. */

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

test("what only the server refuses is shown under its field, after one try", async ({
  page,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  await openTab(page, "Today");
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Kitchen");
  await page.getByLabel("Title *").fill("Sweep");
  const refusing = await answer(page, calls.create, 422, {
    error: {
      code: "VALIDATION_FAILED",
      message: "no",
      issues: [{ path: "title", message: "Invalid input" }],
    },
  });
  await save(page);
  await expectToast(page, "error", "Validation Error", "Invalid input");
  await expect(page.getByLabel("Title *")).toHaveAccessibleErrorMessage("Invalid input");
  await expect(page.getByLabel("Title *")).toBeFocused();
  expect(refusing.count()).toBe(1);
});

test("an error that comes when a field is left does not take the click that left it", async ({
  page,
}) => {
  await openTab(page, "Today");
  await openNewTask(page);
  await page.getByLabel("Title *").fill("A title that is too long. ".repeat(5).trim());
  await page.getByLabel("Shared").click();
  await expect(page.getByText("Title must be less than 100 characters")).toBeVisible();
  await expect(page.getByLabel("Shared")).toBeChecked();
});
