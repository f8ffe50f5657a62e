import { fromDayNumber } from "../dates/calendar-date.ts";
import type { Task } from "../tasks/task.ts";
import { withRecordedSwaps } from "../turns/recorded-swaps.ts";
import { turnOn, turnsBetween } from "../turns/turns.ts";
import type { RecordFacts } from "./facts.ts";
import { endOf, type Period } from "./period.ts";

/** Past turns, by the rule of domain/turns. */
export interface Turns {
  /** The person whose turn a day of a task is; null for anybody's. */
  on(task: Task, day: number): string | null;
  /** How many turns each person had in a period, today's among them, of one task. */
  had(task: Task, period: Period): ReadonlyMap<string, number>;
}

/** As it is known on a day. The list has a task's latest swaps, the facts those of their days. */
export function turnsAsOf(today: number, facts: RecordFacts): Turns {
  const now = fromDayNumber(today);
  // A task's turns are planned once for each object.
  const whole = new Map<Task, Task>();
  const wholeOf = (task: Task): Task => {
    const known = whole.get(task);
    if (known !== undefined) return known;
    // From today on the list knows better: what is ahead can be returned.
    const past = facts.tasks.get(task.id)?.swaps.filter(({ day }) => day < now) ?? [];
    const found = withRecordedSwaps(task, past);
    whole.set(task, found);
    return found;
  };
  return {
    on: (task, day) => turnOn(wholeOf(task), fromDayNumber(day), now),
    had: (task, period) =>
      turnsBetween(wholeOf(task), fromDayNumber(period.first), fromDayNumber(endOf(period)), now),
  };
}
