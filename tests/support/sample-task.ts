import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { Completion, Task } from "../../src/domain/tasks/task.ts";

/** A task with nothing special about it, changed as needed. */
export function sampleTask(changes: Partial<Task> = {}): Task {
  return {
    id: "5f0c4b8e-2d7a-4c1e-9b3f-0a1b2c3d4e5f",
    ownerId: "ann",
    category: "Kitchen",
    title: "Wipe the table",
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
    people: { ann: "Ann", bob: "Bob" },
    completedDays: DaySet.empty,
    recentCompletions: [],
    ...changes,
  };
}

/** The fields of a task on which these completions were made, all of them recent. */
export function completed(
  ...completions: readonly Completion[]
): Pick<Task, "completedDays" | "recentCompletions"> {
  const days = completions.map(({ date }) => toDayNumber(date));
  return { completedDays: DaySet.fromDays(days), recentCompletions: completions };
}

/** The set of these dates. */
export function daySet(...dates: readonly string[]): DaySet {
  return DaySet.fromDays(dates.map(toDayNumber));
}
