import { expect, test } from "vitest";
import { taskFromWire, taskMessage, taskToWire, type WireTask } from "./wire.ts";

const wire: WireTask = {
  id: "00000000-0000-4000-8000-000000000001",
  user_id: "alice",
  category: "Kitchen",
  title: "Dishes",
  subtitle: null,
  start_date: "2026-11-01",
  end_date: null,
  repeat_value: "custom",
  custom_rrule: "RRULE:FREQ=DAILY",
  custom_rrule_text: "Daily",
  is_shared: true,
  created_at: "2026-11-01T08:00:00.123Z",
  updated_at: "2026-11-02T08:00:00.123Z",
  revision: 7,
  people: { alice: "Alice", bob: "Bob" },
  completed: [
    [20000, 5],
    [20010, 1],
  ],
  recent: [
    { date: "2026-11-20", user_id: "alice", completed_at: "2026-11-21T08:00:00.123Z" },
    { date: "2026-11-21", user_id: "bob", completed_at: "2026-11-21T07:00:00.123Z" },
  ],
};

test("a wire task is read and written without loss, its completions by date", () => {
  const task = taskFromWire({ ...wire, recent: [...wire.recent].reverse() });
  expect(task.completedDays.size).toBe(6);
  expect(task.completedDays.has(20_004)).toBe(true);
  expect(task.recentCompletions.map(({ completedBy }) => completedBy)).toEqual(["alice", "bob"]);
  expect(taskToWire(task)).toEqual(wire);
});

test("messages of every event are read; an unknown event is none", () => {
  const completion = { date: "2026-11-21", user_id: "bob", completed_at: "2026-11-21T07:00:00Z" };
  expect(taskMessage("task", { task: wire })).toEqual({ type: "task", task: taskFromWire(wire) });
  expect(taskMessage("task_removed", { task_id: "t" })).toEqual({
    type: "task_removed",
    taskId: "t",
  });
  expect(taskMessage("completion", { task_id: "t", revision: 2, completion, name: "Bob" })).toEqual(
    {
      type: "completion",
      taskId: "t",
      revision: 2,
      completion: { date: "2026-11-21", completedBy: "bob", completedAt: "2026-11-21T07:00:00Z" },
      name: "Bob",
    },
  );
  expect(
    taskMessage("completion_undone", { task_id: "t", revision: 3, date: "2026-11-21" }),
  ).toEqual({ type: "completion_undone", taskId: "t", revision: 3, date: "2026-11-21" });
  expect(taskMessage("profile", { user_id: "bob", name: "Robert" })).toEqual({
    type: "profile",
    userId: "bob",
    name: "Robert",
  });
  expect(taskMessage("weather", { sunny: true })).toBeNull();
});
