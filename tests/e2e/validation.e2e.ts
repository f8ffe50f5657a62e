import { expect } from "@playwright/test";
import { addChore, day } from "./chores.ts";
import { REFUSED, signedInTest as test } from "./fixtures.ts";
import {
  answer,
  calls,
  expectToast,
  item,
  openEditor,
  openNewTask,
  openTab,
  save,
} from "./steps.ts";

/** What may not be saved, and how the editor says so. */

test("all that is missing is said at once, under the fields, with the focus on the first", async ({
  page,
}) => {
  await openTab(page, "Today");
  await openNewTask(page);
  await page.getByLabel("Start date").fill("");
  await save(page);
  const category = page.getByLabel("Category *");
  const title = page.getByLabel("Title *");
  await expect(category).toHaveAccessibleErrorMessage("Category is required");
  await expect(title).toHaveAccessibleErrorMessage("Title is required");
  // For the many screen readers that know nothing of error messages, too.
  await expect(category).toHaveAccessibleDescription("Category is required");
  await expect(title).toHaveAccessibleDescription("Title is required");
  await expect(page.getByLabel("Start date")).toHaveAccessibleErrorMessage(
    "Start date is required",
  );
  await expect(category).toBeFocused();
  await expectToast(
    page,
    "error",
    "Validation Error",
    "Title is required, Category is required, Start date is required",
  );

  // Each goes as it is typed away; the next save looks at what is left.
  await category.fill("Kitchen");
  await expect(page.getByText("Category is required", { exact: true })).toBeHidden();
  await expect(page.getByText("Title is required", { exact: true })).toBeVisible();
  await save(page);
  await expect(title).toBeFocused();
});

const wrong = [
  { field: "Title *", value: " a ", message: "Title must be at least 2 characters" },
  { field: "Title *", value: "a".repeat(101), message: "Title must be less than 100 characters" },
  {
    field: "Category *",
    value: "a".repeat(51),
    message: "Category must be less than 50 characters",
  },
  { field: "End date", value: day(-1), message: "End date must be after start date" },
] as const;

test("what is too short, too long or too early is said when the field is left", async ({
  page,
}) => {
  await openTab(page, "Today");
  await openNewTask(page);
  for (const { field, value, message } of wrong) {
    const input = page.getByLabel(field, { exact: true });
    await input.fill(value);
    await input.blur();
    await expect(input).toHaveAccessibleErrorMessage(message);
  }
  await page.getByLabel("Title *").fill("a".repeat(100));
  await page.getByLabel("Category *").fill("a".repeat(50));
  await page.getByLabel("End date", { exact: true }).fill(day(0));
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await save(page);
  await expectToast(page, "success", "Task Created");
});

test("a title that another task has is refused, whatever the space around it", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep" });
  await addChore(person, { title: "Mop" });
  await openEditor(page, "Mop");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByLabel("Title *").fill(" Sweep ");
  await save(page);
  await expectToast(
    page,
    "error",
    "Duplicate Task",
    "You already have an active task with that title. Please choose a different title.",
  );
  await expect(page.getByLabel("Title *")).toBeFocused();
  expect(requests.filter((url) => url.includes("update-task"))).toEqual([]);

  // Its own title is no duplicate.
  await page.getByLabel("Title *").fill("Mop");
  await page.getByLabel("Notes").fill("With hot water");
  await save(page);
  await expectToast(page, "success", "Task Updated");
});

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
