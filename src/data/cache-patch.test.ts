import { describe, expect, test } from "vitest";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import { applyMessage, applyMessages, shareTasks } from "./cache-patch.ts";
import { taskOf } from "./task-fixture.ts";
import type { TaskMessage } from "./wire.ts";

const dishes = taskOf({ revision: 4 });
const bins = taskOf({ id: "00000000-0000-4000-8000-000000000002", title: "Bins" });
const list = [dishes, bins];
const today = "2026-11-21";

const completion = (revision: number, date = today): TaskMessage => ({
  type: "completion",
  taskId: dishes.id,
  revision,
  completion: { date, completedAt: `${date}T08:00:00.000Z`, completedBy: "bob" },
  name: "Bob",
});
const undone = (revision: number, date = today): TaskMessage => ({
  type: "completion_undone",
  taskId: dishes.id,
  revision,
  date,
});

describe("a completion", () => {
  test("that is next in line marks its date, with who and when, and leaves the rest alone", () => {
    const { tasks, missed } = applyMessage(list, completion(5));
    expect(missed).toBe(false);
    expect(tasks[0]?.revision).toBe(5);
    expect(tasks[0]?.completedDays.has(toDayNumber(today))).toBe(true);
    expect(tasks[0]?.recentCompletions).toEqual([
      { date: today, completedAt: `${today}T08:00:00.000Z`, completedBy: "bob" },
    ]);
    expect(tasks[0]?.people).toEqual({ alice: "Alice", bob: "Bob" });
    expect(tasks[1]).toBe(bins);
  });

  test("that is not newer than the task changes nothing", () => {
    expect(applyMessage(list, completion(4))).toEqual({ tasks: list, missed: false });
    expect(applyMessage(list, completion(4)).tasks).toBe(list);
  });

  test("from further ahead, or of an unknown task, tells that something was missed", () => {
    expect(applyMessage(list, completion(6))).toEqual({ tasks: list, missed: true });
    expect(applyMessage([bins], completion(5))).toEqual({ tasks: [bins], missed: true });
  });

  test("of a date that is done already leaves the revision to the change it belongs to", () => {
    // Bob's completion is revision 5. The answer to alice's own tap names it, but carries revision
    // 6: that of a completion whose message has not come yet.
    const known = applyMessage(list, completion(5)).tasks;
    const answered = applyMessage(known, completion(6)).tasks;
    expect(answered).toBe(known);
    const { tasks } = applyMessage(answered, completion(6, "2026-11-20"));
    expect(tasks[0]?.completedDays.size).toBe(2);
  });
});

test("an undo takes out its date, and one of a date that is not done changes nothing", () => {
  const done = applyMessage(list, completion(5)).tasks;
  const { tasks } = applyMessage(done, undone(6));
  expect(tasks[0]?.completedDays.size).toBe(0);
  expect(tasks[0]?.recentCompletions).toEqual([]);
  expect(applyMessage(list, undone(5)).tasks).toBe(list);
  expect(applyMessage(list, undone(7)).missed).toBe(true);
});

test("a task is put in its place by id, and replaces an older or equal revision of itself", () => {
  const newer = taskOf({ revision: 4, title: "Plates" });
  const first = taskOf({ id: "00000000-0000-4000-8000-000000000000" });
  const last = taskOf({ id: "00000000-0000-4000-8000-000000000009" });
  const { tasks } = applyMessages(list, [
    { type: "task", task: last },
    { type: "task", task: newer },
    { type: "task", task: first },
  ]);
  expect(tasks).toEqual([first, newer, bins, last]);
  const older = taskOf({ revision: 3, title: "Cups" });
  expect(applyMessage(list, { type: "task", task: older }).tasks).toBe(list);
});

test("a removed task goes, once", () => {
  const removed: TaskMessage = { type: "task_removed", taskId: dishes.id };
  expect(applyMessages(list, [removed, removed])).toEqual({ tasks: [bins], missed: false });
});

test("the answer to a create or update replaces an older revision, and adds nothing", () => {
  const answer = (revision: number): TaskMessage => ({
    type: "task_answer",
    task: taskOf({ revision, title: "Plates" }),
  });
  expect(applyMessage(list, answer(5)).tasks[0]?.title).toBe("Plates");
  expect(applyMessage(list, answer(4))).toEqual({ tasks: list, missed: false });
  expect(applyMessage([bins], answer(5))).toEqual({ tasks: [bins], missed: true });
});

test("the answer to a removal leaves alone what has changed since, and asks for a read", () => {
  const removal: TaskMessage = { type: "task_removed", taskId: dishes.id, revision: 3 };
  expect(applyMessage(list, removal)).toEqual({ tasks: list, missed: true });
  expect(applyMessage(list, { ...removal, revision: 4 }).tasks).toEqual([bins]);
  expect(applyMessage([bins], removal)).toEqual({ tasks: [bins], missed: false });
});

test("a new name reaches the tasks that show the old one, and no others", () => {
  const shared = taskOf({ people: { alice: "Alice", bob: "Bob" } });
  const renamed: TaskMessage = { type: "profile", userId: "bob", name: "Robert" };
  const { tasks } = applyMessage([shared, bins], renamed);
  expect(tasks[0]?.people).toEqual({ alice: "Alice", bob: "Robert" });
  expect(tasks[1]).toBe(bins);
  expect(applyMessage(tasks, renamed).tasks).toBe(tasks);
});

describe("shareTasks", () => {
  const copy = (task: typeof dishes) => ({
    ...task,
    people: { ...task.people },
    completedDays: DaySet.fromRuns(task.completedDays.toRuns()),
    recentCompletions: task.recentCompletions.map((one) => ({ ...one })),
  });

  test("keeps the list itself when a read brought nothing new", () => {
    const known = applyMessage(list, completion(5)).tasks;
    expect(shareTasks(known, known.map(copy))).toBe(known);
  });

  test("keeps the unchanged tasks and takes the changed ones", () => {
    const changed = { ...copy(bins), completedDays: DaySet.fromDays([20_000]) };
    const shared = shareTasks(list, [copy(dishes), changed]);
    expect(shared[0]).toBe(dishes);
    expect(shared[1]).toBe(changed);
  });

  test("sees a change in every field", () => {
    const known = applyMessage([dishes], completion(5)).tasks;
    const changes: Partial<typeof dishes>[] = [
      { title: "Cups" },
      { endDate: "2026-12-24" },
      { isShared: true },
      { people: { alice: "Alice", bob: "Robert" } },
      { people: { alice: "Alice" } },
      { completedDays: DaySet.fromDays([1]) },
      { recentCompletions: [] },
      { recentCompletions: [{ date: today, completedAt: "later", completedBy: "bob" }] },
    ];
    for (const change of changes) {
      const next = known.map((task) => ({ ...copy(task), ...change }));
      expect(shareTasks(known, next)).toEqual(next);
    }
  });

  test("believes the server when it goes back, and drops what is gone", () => {
    const restored = taskOf({ revision: 3, title: "Cups" });
    expect(shareTasks(list, [restored])).toEqual([restored]);
  });
});
