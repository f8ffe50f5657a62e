import { expect, test } from "vitest";
import { jsonTask } from "../../tests/support/task-fixture.ts";
import { withEvent } from "./task-list.ts";

const dishes = jsonTask({ id: "b", title: "Dishes", revision: 4 });
const bins = jsonTask({ id: "d", title: "Bins" });
const list = [dishes, bins];

test("a task that is sent takes its place by id, once", () => {
  const task = jsonTask({ id: "c" });
  const tasks = withEvent(list, { type: "task", task }) ?? [];
  expect(tasks.map(({ id }) => id)).toEqual(["b", "c", "d"]);
  expect(withEvent(tasks, { type: "task", task })).toEqual(tasks);
  const last = withEvent(list, { type: "task", task: jsonTask({ id: "e" }) }) ?? [];
  expect(last.map(({ id }) => id)).toEqual(["b", "d", "e"]);
});

test("a newer task replaces the known one, an older one says nothing new", () => {
  const newer = { ...dishes, title: "Plates", revision: 5 };
  const older = { ...dishes, title: "Cups", revision: 3 };
  expect(withEvent(list, { type: "task", task: newer })).toEqual([newer, bins]);
  expect(withEvent(list, { type: "task", task: older })).toBe(list);
});

test("the answer to a write does not bring back a task that has left the list", () => {
  const answer = { type: "task_answer", task: dishes } as const;
  expect(withEvent([bins], answer)).toBeNull();
  expect(withEvent(list, answer)).toEqual(list);
});

test("a removal takes the task out, once", () => {
  const removal = { type: "task_removed", taskId: "b" } as const;
  expect(withEvent(list, removal)).toEqual([bins]);
  const rest = [bins];
  expect(withEvent(rest, removal)).toBe(rest);
});
