import { dataOf } from "../../supabase/request-failure.ts";
import type { TaskChange } from "../../sync/task-changes.ts";

/** Leaves a task that somebody else shared. */
export function leaveTask(taskId: string): TaskChange {
  return {
    taskId,
    optimistic: () => null,
    send: async (supabase, signal) => {
      await dataOf(supabase.rpc("leave_task", { task_id: taskId }).abortSignal(signal));
      return null;
    },
  };
}
