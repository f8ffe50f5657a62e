import { DaySet } from "../dates/day-set.ts";
import type { CatchUp, Task } from "./task.ts";

/** Runs of days: [first day number since 1970-01-01, length]. */
type Runs = readonly (readonly number[])[];

/** A task as SQL writes it, by list, answer and live message: the client's, but for its days. */
export interface TaskJson
  extends Omit<Task, "completedDays" | "skippedDays" | "pausedDays" | "recentCatchUps"> {
  readonly completedDays: Runs;
  readonly skippedDays: Runs;
  readonly pausedDays: Runs;
  readonly recentCatchUps: readonly (Omit<CatchUp, "days"> & { readonly days: Runs })[];
}

const TEXTS = ["id", "ownerId", "title", "category", "startDate"] as const;
const LISTS = [
  "checklist",
  "takingPart",
  "formerSchedules",
  "putOffs",
  "pausedDays",
  "completedDays",
  "skippedDays",
  "recentCompletions",
  "recentCatchUps",
  "recentChecks",
] as const;

/** Whether a value has all parts of a task that everything which reads one relies on. */
export function isTaskJson(value: unknown): value is TaskJson {
  const task = value as TaskJson;
  return (
    TEXTS.every((name) => typeof task[name] === "string") &&
    LISTS.every((name) => Array.isArray(task[name])) &&
    typeof task.revision === "number" &&
    typeof task.people === "object"
  );
}

export function taskFromJson(json: TaskJson): Task {
  return {
    ...json,
    completedDays: DaySet.fromRuns(json.completedDays),
    skippedDays: DaySet.fromRuns(json.skippedDays),
    pausedDays: DaySet.fromRuns(json.pausedDays),
    recentCatchUps: json.recentCatchUps.map((catchUp) => ({
      ...catchUp,
      days: DaySet.fromRuns(catchUp.days),
    })),
  };
}
