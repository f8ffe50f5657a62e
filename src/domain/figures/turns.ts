import { fromDayNumber } from "../dates/calendar-date.ts";
import type { Task } from "../tasks/task.ts";
import { turnOn, turnsBetween } from "../turns/turns.ts";
import { endOf, type Period } from "./period.ts";

/** Whose turn it was: domain/turns decides. */
export interface Turns {
  /** The person whose turn a day of a task is; null for anybody's. */
  on(task: Task, day: number): string | null;
  /** How many turns each person had in a period, today's among them, of one task. */
  had(task: Task, period: Period): ReadonlyMap<string, number>;
}

/** As it is known on a day. */
export function turnsAsOf(today: number): Turns {
  const now = fromDayNumber(today);
  return {
    on: (task, day) => turnOn(task, fromDayNumber(day), now),
    had: (task, period) =>
      turnsBetween(task, fromDayNumber(period.first), fromDayNumber(endOf(period)), now),
  };
}
