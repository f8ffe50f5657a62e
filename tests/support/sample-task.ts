import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { Completion, Task } from "../../src/domain/tasks/task.ts";
import { taskOf } from "./task-fixture.ts";

/** An ordinary task, changed as needed. */
export function sampleTask(changes: Partial<Task> = {}): Task {
  return taskOf({
    id: "5f0c4b8e-2d7a-4c1e-9b3f-0a1b2c3d4e5f",
    ownerId: "ann",
    title: "Wipe the table",
    people: { ann: "Ann", bob: "Bob" },
    ...changes,
  });
}

/** The fields of a task with these completions, all of them recent. */
export function completed(
  ...completions: readonly Completion[]
): Pick<Task, "completedDays" | "recentCompletions"> {
  const days = completions.map(({ date }) => toDayNumber(date));
  return { completedDays: DaySet.fromDays(days), recentCompletions: completions };
}

export function daySet(...dates: readonly string[]): DaySet {
  return DaySet.fromDays(dates.map(toDayNumber));
}
