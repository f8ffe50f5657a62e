import { toDayNumber } from "../domain/dates/calendar-date.ts";
import type { Deed } from "../domain/tasks/deed.ts";
import type { TaskJson } from "../domain/tasks/task-json.ts";
import { createStore } from "../store/store.ts";
import type { TaskChange } from "./task-change.ts";
import type { Kept } from "./task-changes.ts";
import type { TaskEvent } from "./task-list.ts";

/** A change that was sent at once, and what came before it and stays. */
interface GaveWay {
  readonly change: TaskChange;
  readonly task: TaskJson;
  readonly deeds: readonly Deed[];
}

/** The latest of them: completions/tell-untaken.tsx says it, whoever has sent it. */
export const gaveWay = createStore<GaveWay | null>(null);

/** What came before a change and stays, as its answer says it; null where all of the change was taken. */
export function untakenOf(change: TaskChange, answer: TaskEvent | Kept | null): GaveWay | null {
  if (answer?.type !== "task_answer") return null;
  const { task, untaken } = answer;
  const deeds = untaken ?? firstTick(change, task);
  return deeds && { change, task, deeds };
}

/** Who was first to tick a day, where the answer has it by somebody else. */
function firstTick(
  change: TaskChange,
  { recentCompletions }: Pick<TaskJson, "recentCompletions">,
): readonly Deed[] | null {
  if (change.kind !== "complete") return null;
  const first = recentCompletions.find(({ date }) => date === change.date);
  if (first === undefined || first.completedBy === change.completedBy) return null;
  const { completedBy, ...done } = first;
  const days = [[toDayNumber(first.date), 1]] as const;
  return [{ ...done, days, completedBy: completedBy ?? undefined }];
}
