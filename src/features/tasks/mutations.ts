import { dataOf } from "../../supabase/request-failure.ts";
import type { TaskChange } from "../../sync/task-changes.ts";

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
