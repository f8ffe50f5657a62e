import type { FailureWords } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";

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
  return { kind: "delete", taskId };
}

/** Brings back a task of one's own that was deleted in the last 30 days. */
export function restoreTask(taskId: string): TaskChange {
  return { kind: "restore", taskId };
}
