import {
  MutationObserver,
  type MutationState,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { type Session, useSession } from "../auth/session.ts";
import type { Task } from "../domain/tasks/task.ts";
import { shownAfter } from "./change-kinds.ts";
import { type Kept, sendOrKeep } from "./send-or-keep.ts";
import type { TaskChange } from "./task-change.ts";
import { applyToTaskList, refreshTaskList, type TaskEvent } from "./task-list.ts";

/**
 * A write to one task is the variables of a TanStack mutation: the list on screen is the server's with
 * every pending change applied ("optimistic updates via the UI"). The server's list is never guessed
 * at, so a failed write takes back itself alone, whatever happened in between.
 */

/** The tasks with these changes applied, in the order in which they were started. */
export function withChanges(
  tasks: readonly Task[],
  changes: readonly TaskChange[],
): readonly Task[] {
  return changes.reduce(
    (list, change) =>
      list.flatMap((task) => {
        const shown = task.id === change.taskId ? shownAfter(task, change) : task;
        return shown ? [shown] : [];
      }),
    tasks,
  );
}

export const changesKey = (userId: string | undefined) => ["task-changes", userId];

/** The changes under way, in the order in which they were started. */
export function usePendingChanges(): readonly TaskChange[] {
  return useMutationState({
    filters: { mutationKey: changesKey(useSession()?.userId), status: "pending" },
    select: changeOf,
  });
}

function changeOf({ state }: { readonly state: MutationState }): TaskChange {
  return state.variables as TaskChange;
}

/** The options of every write to a task; without a signed-in user it does nothing. */
export function taskChangeOptions(session: Session | null, taskId: string) {
  return {
    mutationKey: changesKey(session?.userId),
    // Writes to one task are sent one after the other.
    scope: { id: taskId },
    mutationFn: async (change: TaskChange) => session && sendOrKeep(session, change),
    onSuccess: async (event: TaskEvent | Kept | null) => {
      if (session === null || event?.type === "kept") return;
      if (event) await applyToTaskList(session, event);
      else await refreshTaskList(session).catch(() => undefined);
    },
    onError: () => {
      if (session) void refreshTaskList(session).catch(() => undefined);
    },
  };
}

/** The one way to write to a task. Rejects with what `failureNotice` turns into words. */
export function useTaskChange(taskId: string) {
  return useMutation(taskChangeOptions(useSession(), taskId));
}

/** The same for a long list, in which an observer for each row would double the first render. */
export function useTaskChanges(): (change: TaskChange) => Promise<TaskEvent | Kept | null> {
  const session = useSession();
  const queryClient = useQueryClient();
  return async (change) => {
    const options = taskChangeOptions(session, change.taskId);
    const observer = new MutationObserver(queryClient, options);
    const unsubscribe = observer.subscribe(() => {});
    try {
      return await observer.mutate(change);
    } finally {
      unsubscribe();
    }
  };
}
