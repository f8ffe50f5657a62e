import { msg } from "../../domain/language/messages.ts";
import type { CreateTaskInput, UpdateTaskInput } from "../../domain/tasks/task-input.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { parseTaskChange, type TaskChange } from "../../sync/task-change.ts";

const offlineToo = msg("What you have typed stays.");

export const CREATE_FAILED: FailureWords = {
  title: msg("Error Creating Task"),
  description: msg("Problem creating your task."),
  offlineToo,
  sendsInput: true,
};

export const UPDATE_FAILED: FailureWords = {
  title: msg("Error Updating Task"),
  description: msg("Failed to update your task. Please try again."),
  offlineToo,
  sendsInput: true,
};

/**
 * Creates a task. The client chooses the id, so that a repeated create is the same task.
 * @throws v.ValiError when the form would have refused the input
 */
export function createTask(input: CreateTaskInput): TaskChange {
  return parseTaskChange({ kind: "create", taskId: input.id, input });
}

/** Changes a task; absent fields stay as they are. @throws v.ValiError as createTask does */
export function updateTask(input: UpdateTaskInput): TaskChange {
  return parseTaskChange({ kind: "update", taskId: input.id, input });
}
