import type { Task } from "../tasks/task.ts";
import type { Swap } from "./turn-types.ts";

/**
 * The task with recorded swaps, too, of which the list has the latest alone; of a day that it knows one of, its own
 * counts. Not among the changes of turns, as the app's first load has those.
 */
export function withRecordedSwaps(task: Task, recorded: readonly Swap[]): Task {
  const known = new Set(task.swaps.map(({ day }) => day));
  const more = recorded.filter(({ day }) => !known.has(day));
  if (more.length === 0) return task;
  return { ...task, swaps: [...more, ...task.swaps].sort((a, b) => (a.day < b.day ? -1 : 1)) };
}
