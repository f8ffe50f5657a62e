import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ask } from "../../src/dialogs/ask.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import TasksTab from "../../src/features/tasks/tasks-tab.tsx";
import { householdOf } from "./households.ts";
import { answer, answerIfAsked, calls, cut, expectSent } from "./network.ts";
import { button, chore, expectToast, listOf, show } from "./show.tsx";

/** The delete and leave dialogs of the Tasks tab, and a history that can't be read. */

test("what somebody asked for is gone with them", async () => {
  await show(null);
  ask({ kind: "delete", task: taskFromJson(chore("Sweep")) });
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  await show(<p>Somebody else</p>);
  await expect.element(page.getByText("Somebody else")).toBeVisible();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
});

async function showTasks(task: TaskJson) {
  await show(<TasksTab />, { tasks: [task] });
  answerIfAsked(calls.list, 200, listOf({ tasks: [task] }));
}

const card = page.getByRole("listitem").filter({ hasText: "Sweep" });
const noTasks = page.getByText("No tasks yet!");

test("a deleted task is gone at once; a failed deletion brings it back", async () => {
  await showTasks(chore("Sweep"));
  await expect.element(page.getByText("1 active task", { exact: true })).toBeVisible();
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  const ask = () => button("Delete Sweep").click();
  const confirm = () => dialog.getByRole("button", { name: "Delete" }).click();

  await ask();
  await expect.element(dialog).toHaveTextContent("Sweep");
  await expect.element(dialog).not.toHaveTextContent("for everyone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button("Delete Sweep")).toHaveFocus();

  await ask();
  await confirm();
  await expect.element(card).not.toBeInTheDocument();
  cut(calls.delete);
  const text = "Failed to delete your task. Please try again.";
  await expectToast("error", "Error Deleting Task", text);
  await expect.element(card).toBeVisible();
  await expectSent(calls.delete).toHaveLength(2);

  answer(calls.delete, 200, {});
  answer(calls.list, 200, listOf({}));
  await ask();
  await confirm();
  await expectToast("success", "Task Deleted", "Your task has been deleted successfully.");
  await expect.element(noTasks).toBeVisible();
});

const flat = householdOf("The flat", ["Bob"]);

test.each([
  ["shared", { isShared: true, takingPart: ["robin"] }, "removes the task for everyone"],
  [
    "a household's",
    { householdId: flat.id },
    "belongs to The flat. Deleting it removes the task for",
  ],
])("that a task which is %s goes for everyone is said before", async (_, whose, text) => {
  await show(<TasksTab />, { tasks: [chore("Sweep", whose)], households: [flat] });
  await button("Delete Sweep").click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  await expect.element(dialog).toHaveTextContent(text);
});

test("someone it is shared with can leave a task, not edit or delete it", async () => {
  await showTasks(chore("Sweep", { ownerId: "robin", isShared: true }));
  await expect.element(card).toHaveTextContent("Shared by Robin Roommate");
  await expect.element(button(/^(Edit|Delete) Sweep/)).not.toBeInTheDocument();
  const leave = async () => {
    await button("Leave Sweep").click();
    const dialog = page.getByRole("alertdialog", { name: "Leave Task" });
    await expect.element(dialog).toHaveTextContent("It stays with Robin Roommate");
    await dialog.getByRole("button", { name: "Leave" }).click();
  };
  answer(calls.leave, 500, { message: "no" });
  await leave();
  await expectToast("error", "Error Leaving Task");
  await expect.element(card).toBeVisible();
  answer(calls.leave, 204, null);
  answer(calls.list, 200, listOf({}));
  await leave();
  await expectToast("success", "Task Left", "It has been removed from your list.");
  await expect.element(noTasks).toBeVisible();
});

test("a helper can neither edit nor delete nor leave a household's task", async () => {
  const flat = householdOf("The flat", ["Bob"], "helper");
  const bins = chore("Bins", { householdId: flat.id, ownerId: "robin" });
  await show(<TasksTab />, { tasks: [bins], households: [flat] });
  await expect.element(button("See History of Bins")).toBeVisible();
  await expect.element(button(/^(Edit|Delete|Leave) Bins/)).not.toBeInTheDocument();
});

test("a history that cannot be loaded says so", async () => {
  await showTasks(chore("Sweep"));
  answer(calls.history, 400, { message: "no" });
  await button("See History of Sweep").click();
  const text = "Failed to load the history. Please try again.";
  await expectToast("error", "Error Loading History", text);
});
