import type { TaskJson } from "../domain/tasks/task-json.ts";

/** What a live message or the answer to a write says about the list of tasks. */
export type TaskEvent =
  /** sent live, or the answer to a create: in the list whether it was there or not */
  | { readonly type: "task"; readonly task: TaskJson }
  /** the answer to another write: the task may have left the list by the time it comes */
  | { readonly type: "task_answer"; readonly task: TaskJson }
  | { readonly type: "task_removed"; readonly taskId: string };

export interface Applied {
  /** the given list when nothing changed */
  readonly tasks: readonly TaskJson[];
  /** false when only reading the list again can tell what holds */
  readonly isComplete: boolean;
}

/**
 * Brings the list, ordered by id, up to an event. Doing so twice changes nothing more. A task's
 * revision grows with every change: an older one says nothing new.
 */
export function applyTaskEvent(tasks: readonly TaskJson[], event: TaskEvent): Applied {
  if (event.type === "task_removed") {
    const rest = tasks.filter(({ id }) => id !== event.taskId);
    return { tasks: rest.length === tasks.length ? tasks : rest, isComplete: true };
  }
  const { task } = event;
  const cached = tasks.find(({ id }) => id === task.id);
  if (cached === undefined) {
    if (event.type === "task_answer") return { tasks, isComplete: false };
    const at = tasks.findIndex(({ id }) => id > task.id);
    return { tasks: tasks.toSpliced(at === -1 ? tasks.length : at, 0, task), isComplete: true };
  }
  if (task.revision < cached.revision) return { tasks, isComplete: true };
  const replaced = tasks.map((other) => (other.id === task.id ? task : other));
  return { tasks: replaced, isComplete: true };
}
