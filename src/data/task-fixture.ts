import { DaySet } from "../domain/dates/day-set.ts";
import type { Task } from "../domain/tasks/task.ts";

/** A task for unit tests: a daily chore of alice's, with what the test is about put in. */
export function taskOf(overrides: Partial<Task> = {}): Task {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    ownerId: "alice",
    category: "Kitchen",
    title: "Dishes",
    subtitle: null,
    startDate: "2026-11-01",
    endDate: null,
    repeatValue: "daily",
    customRrule: null,
    customRruleText: null,
    isShared: false,
    createdAt: "2026-11-01T08:00:00.000Z",
    updatedAt: "2026-11-01T08:00:00.000Z",
    revision: 1,
    people: { alice: "Alice" },
    completedDays: DaySet.empty,
    recentCompletions: [],
    ...overrides,
  };
}
