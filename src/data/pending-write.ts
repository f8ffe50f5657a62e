import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Completion, Task } from "../domain/tasks/task.ts";
import type { UpdateTaskInput } from "../domain/tasks/task-input.ts";
import { withCompletion, withoutCompletion, withoutTask } from "./cache-patch.ts";

/**
 * A write under way. It is the variables of a TanStack mutation: the list on screen is the known
 * list with every pending write applied ("optimistic updates via the UI"). The known list is never
 * guessed at, so a failed write takes back itself alone, whatever happened in between.
 */
export type PendingWrite =
  | { readonly kind: "create"; readonly taskId: string }
  | { readonly kind: "update"; readonly taskId: string; readonly change: UpdateTaskInput }
  | { readonly kind: "remove"; readonly taskId: string }
  | { readonly kind: "complete"; readonly taskId: string; readonly completion: Completion }
  | { readonly kind: "undo"; readonly taskId: string; readonly date: CalendarDate };

/** The list as it will be when the writes have succeeded, in the order in which they were started. */
export function withPendingWrites(
  tasks: readonly Task[],
  writes: readonly PendingWrite[],
): readonly Task[] {
  return writes.reduce(withPendingWrite, tasks);
}

function withPendingWrite(tasks: readonly Task[], write: PendingWrite): readonly Task[] {
  switch (write.kind) {
    case "create": // the server's checks decide first: the editor waits for them
      return tasks;
    case "remove":
      return withoutTask(tasks, write.taskId);
    case "update":
      return changed(tasks, write.taskId, (task) => withChange(task, write.change));
    case "complete":
      return changed(tasks, write.taskId, (task) => withCompletion(task, write.completion));
    case "undo":
      return changed(tasks, write.taskId, (task) => withoutCompletion(task, write.date));
  }
}

function changed(
  tasks: readonly Task[],
  taskId: string,
  change: (task: Task) => Task,
): readonly Task[] {
  return tasks.map((task) => (task.id === taskId ? change(task) : task));
}

function withChange(task: Task, change: UpdateTaskInput): Task {
  const repeatValue = change.repeatValue ?? task.repeatValue;
  const custom = repeatValue === "custom";
  return {
    ...task,
    title: change.title?.trim() ?? task.title,
    category: change.category?.trim() ?? task.category,
    subtitle: given(change.subtitle, task.subtitle),
    startDate: change.startDate ?? task.startDate,
    endDate: given(change.endDate, task.endDate),
    repeatValue,
    customRrule: custom ? given(change.customRrule, task.customRrule) : null,
    customRruleText: custom ? given(change.customRruleText, task.customRruleText) : null,
    isShared: change.isShared ?? task.isShared,
  };
}

/** Absent means unchanged; an empty text means none. */
function given(text: string | null | undefined, current: string | null): string | null {
  return text === undefined ? current : text || null;
}
