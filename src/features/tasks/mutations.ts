import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { type TaskChange, taskAnswer } from "../../sync/task-changes.ts";

export const DELETE_FAILED: FailureWords = {
  title: "Error Deleting Task",
  description: "Failed to delete your task. Please try again.",
};

export const RESTORE_FAILED: FailureWords = {
  title: "Error Bringing Back Task",
  description: "Failed to bring back the task. Please try again.",
  sendsInput: true,
};

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
