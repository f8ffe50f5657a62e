import { DaySet } from "../dates/day-set.ts";
import type { Task } from "./task.ts";

/** A task as SQL writes it, by list, answer and live message: the client's, but for its days. */
export interface TaskJson extends Omit<Task, "completedDays"> {
  /** runs of completed days: [first day number since 1970-01-01, length] */
  readonly completedDays: readonly (readonly number[])[];
}

export function taskFromJson(json: TaskJson): Task {
  return { ...json, completedDays: DaySet.fromRuns(json.completedDays) };
}
