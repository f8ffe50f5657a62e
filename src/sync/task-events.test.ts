import { expect, test } from "vitest";
import { jsonTask } from "../../tests/support/task-fixture.ts";
import { applyTaskEvent } from "./task-events.ts";

const dishes = jsonTask({ id: "b", title: "Dishes", revision: 4 });
const bins = jsonTask({ id: "d", title: "Bins" });
const list = [dishes, bins];

test("a task that is sent takes its place by id, once", () => {
  const task = jsonTask({ id: "c" });
  const { tasks } = applyTaskEvent(list, { type: "task", task });
  expect(tasks.map(({ id }) => id)).toEqual(["b", "c", "d"]);
  expect(applyTaskEvent(tasks, { type: "task", task }).tasks).toEqual(tasks);
  const last = applyTaskEvent(list, { type: "task", task: jsonTask({ id: "e" }) }).tasks;
  expect(last.map(({ id }) => id)).toEqual(["b", "d", "e"]);
});

test("a newer task replaces the known one, an older one says nothing new", () => {
  const newer = { ...dishes, title: "Plates", revision: 5 };
  const older = { ...dishes, title: "Cups", revision: 3 };
  expect(applyTaskEvent(list, { type: "task", task: newer }).tasks).toEqual([newer, bins]);
  expect(applyTaskEvent(list, { type: "task", task: older }).tasks).toBe(list);
});

test("the answer to a write does not bring back a task that has left the list", () => {
  const answer = { type: "task_answer", task: dishes } as const;
  expect(applyTaskEvent([bins], answer)).toEqual({ tasks: [bins], isComplete: false });
  expect(applyTaskEvent(list, answer).isComplete).toBe(true);
});

test("a removal takes the task out, once", () => {
  const removal = { type: "task_removed", taskId: "b" } as const;
  expect(applyTaskEvent(list, removal).tasks).toEqual([bins]);
  const rest = [bins];
  expect(applyTaskEvent(rest, removal).tasks).toBe(rest);
});
