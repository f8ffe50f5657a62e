import { dataOf } from "../../supabase/request-failure.ts";
import { type TaskChange, taskAnswer } from "../../sync/task-changes.ts";

/** Deletes a task for everyone (its owner only). */
export function deleteTask(taskId: string): TaskChange {
  return {
    taskId,
    optimistic: () => null,
    send: async ({ functions }, signal) => {
      await dataOf(functions.invoke("delete-task", { body: { id: taskId }, signal }));
      return null;
    },
  };
}

/** Brings back a task of one's own that was deleted in the last 30 days. */
export function restoreTask(taskId: string): TaskChange {
  return {
    taskId,
    send: async (supabase, signal) => {
      const answer = supabase.rpc("restore_task", { task_id: taskId }).abortSignal(signal);
      return taskAnswer(await dataOf(answer));
    },
  };
}
