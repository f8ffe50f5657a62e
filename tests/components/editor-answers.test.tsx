import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { day } from "../support/day.ts";
import { answer, calls, expectSent, sent } from "./network.ts";
import { chore, expectCreated, expectToast, field, listOf, save, showEditor } from "./show.tsx";

/** The editor's requests, and its messages about the answers. */

async function fillNew() {
  await showEditor();
  await field("Category *").fill("Kitchen");
  await field("Title *").fill("Sweep");
}

test("what only the server refuses is shown under its field, after one try", async () => {
  await fillNew();
  const issues = [{ path: "title", message: "Invalid input" }];
  answer(calls.create, 422, { error: { code: "VALIDATION_FAILED", message: "no", issues } });
  await save();
  await expectToast("error", "Validation Error", "Invalid input");
  await expect.element(field("Title *")).toHaveAccessibleErrorMessage("Invalid input");
  await expect.element(field("Title *")).toHaveFocus();
  await expectSent(calls.create).toHaveLength(1);
});

test("an error that comes when a field is left does not take the click that left it", async () => {
  await showEditor();
  await field("Title *").fill("A title that is too long. ".repeat(5).trim());
  await field("Shared").click();
  const message = page.getByText("Title must be less than 100 characters");
  await expect.element(message).toBeVisible();
  await expect.element(field("Shared")).toBeChecked();
});

test("a task that cannot be created stays in the editor, and is the same one in the end", async () => {
  await fillNew();
  answer(calls.create, 500, { error: { code: "INTERNAL", message: "no" } });
  await save();
  await expectToast("error", "Error Creating Task", "Problem creating your task.");
  await expectSent(calls.create).toHaveLength(2);
  await expect.element(field("Title *")).toHaveValue("Sweep");
  answer(calls.list, 200, listOf({}));
  await expectCreated();
  const inputs = sent(calls.create) as { id: string; title: string }[];
  expect(inputs.map(({ title }) => title)).toEqual(["Sweep", "Sweep", "Sweep"]);
  expect(new Set(inputs.map(({ id }) => id)).size).toBe(1);
});

test("a task that cannot be updated stays in the editor", async () => {
  await showEditor(chore("Sweep"));
  await field("Title *").fill("Mop");
  answer(calls.update, 500, { error: { code: "INTERNAL", message: "no" } });
  await save();
  const text = "Failed to update your task. Please try again.";
  await expectToast("error", "Error Updating Task", text);
  await expect.element(field("Title *")).toHaveValue("Mop");
});

test.each([
  ["The list is gone", "The list is gone"],
  ["", "An error occurred."],
])("contacts that can't be loaded (%s) say so: %s", async (message, text) => {
  await showEditor(chore("Sweep"));
  answer(calls.contacts, 400, { message });
  await field("Shared").click();
  await expectToast("error", "Failed to load shared contacts", text);
});

test("shares that can't be read are not ended by a save, and none is added before they are known", async () => {
  const task = chore("Sweep", { isShared: true });
  await showEditor(task);
  answer(calls.shares, 400, { message: "no" });
  await field("Title *").fill("Sweep the hall");
  answer(calls.update, 200, { task: { ...task, title: "Sweep the hall" } });
  await save();
  await expectToast("success", "Task Updated");
  expect(sent(calls.update)[0]).not.toHaveProperty("shareWith");

  await showEditor(task);
  answer(calls.shares, 400, { message: "no" });
  await field("Share with email").fill("robin@example.com");
  await save();
  await expectToast("error", "Error Updating Task");
  expect(sent(calls.update)).toEqual([]);
  answer(calls.shares, 200, [{ email: "a@example.com", status: "invited" }]);
  answer(calls.update, 200, { task });
  await save();
  await expectSent(calls.update).toMatchObject([
    { shareWith: ["a@example.com", "robin@example.com"] },
  ]);
});

test("an edited task has its values, and an end date that can be cleared", async () => {
  const task = chore("Sweep", { subtitle: "Under the table", endDate: day(9) });
  await showEditor(task);
  await expect.element(field("Category *")).toHaveValue("Home");
  await expect.element(field("Title *")).toHaveValue("Sweep");
  await expect.element(field("Notes")).toHaveValue("Under the table");
  await expect.element(field("End date")).toHaveValue(day(9));
  await page.getByRole("button", { name: "Clear end date" }).click();
  await expect.element(field("End date")).toHaveValue("");
  await field("Title *").fill("Sweep and mop");
  answer(calls.update, 200, { task: { ...task, title: "Sweep and mop", endDate: null } });
  await save();
  await expectToast("success", "Task Updated", "Your task has been updated successfully.");
  await expectSent(calls.update).toMatchObject([
    { id: task.id, title: "Sweep and mop", subtitle: "Under the table", endDate: null },
  ]);
});
