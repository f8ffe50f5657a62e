import type { Task } from "../../src/domain/tasks/task.ts";
import { emptyFields } from "../../src/domain/tasks/task-input.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";

/** A daily task of alice's in the server's format, with the test's changes. */
export function jsonTask(changes: Partial<TaskJson> = {}): TaskJson {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    ownerId: "alice",
    ...emptyFields("2026-11-01"),
    category: "Kitchen",
    title: "Dishes",
    createdAt: "2026-11-01T08:00:00.000Z",
    updatedAt: "2026-11-01T08:00:00.000Z",
    rosterSince: "2026-11-01T08:00:00.000Z",
    revision: 1,
    people: { alice: "Alice" },
    takingPart: [],
    formerSchedules: [],
    putOffs: [],
    pausedDays: [],
    completedDays: [],
    skippedDays: [],
    happened: null,
    recentCompletions: [],
    recentCatchUps: [],
    recentChecks: [],
    ...changes,
  };
}

/** The same in the client's form. */
export function taskOf(changes: Partial<Task> = {}): Task {
  return { ...taskFromJson(jsonTask()), ...changes };
}
