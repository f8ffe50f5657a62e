import type { Task } from "../tasks/task.ts";
import type { Period } from "./period.ts";

/** Whose turn it was: domain/turns decides. */
export interface Turns {
  /** The person whose turn a day of a task is; null for anybody's. */
  on(task: Task, day: number): string | null;
  /** How many turns each person had in a period, of one task. */
  had(task: Task, period: Period): ReadonlyMap<string, number>;
}

/** Nobody's turn is told. */
export const TURNS: Turns = { on: () => null, had: () => new Map() };
