import { addDays } from "../../domain/dates/calendar.ts";
import type { Task } from "../../domain/tasks/task.ts";
import {
  type CreateTaskInput,
  checkInput,
  type UpdateTaskInput,
  updateTaskSchema,
} from "../../domain/tasks/task-input.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { type TaskChange, taskAnswer } from "../../sync/task-changes.ts";
import type { TaskEvent } from "../../sync/task-list.ts";

export const CREATE_FAILED: FailureWords = {
  title: "Error Creating Task",
  description: "Problem creating your task.",
  sendsInput: true,
};

export const UPDATE_FAILED: FailureWords = {
  title: "Error Updating Task",
  description: "Failed to update your task. Please try again.",
  sendsInput: true,
};

/** Creates a task. The client chooses the id, so that a repeated create is the same task. */
export function createTask(input: CreateTaskInput): TaskChange {
  return {
    taskId: input.id,
    send: async (supabase, signal) => {
      const { task } = await invoke(supabase, "create-task", input, signal);
      return { type: "task", task };
    },
  };
}

/** Changes a task; absent fields stay as they are. */
export function updateTask(input: UpdateTaskInput): TaskChange {
  return {
    taskId: input.id,
    optimistic: (task) => withFields(task, input),
    send: async (supabase, signal) =>
      taskAnswer((await invoke(supabase, "update-task", input, signal)).task),
  };
}

/** The task with the fields as the server will store them. */
function withFields(task: Task, input: UpdateTaskInput): Task {
  const checked = checkInput(updateTaskSchema, input);
  if (!checked.ok) return task; // the server says what is wrong
  const { shareWith: _shareWith, ...fields } = checked.input;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changed: Task = { ...task, ...Object.fromEntries(given) };
  const { scheduleFrom } = changed;
  if (scheduleFrom === task.scheduleFrom) return changed;
  if (scheduleFrom === null) return { ...changed, formerSchedules: [] };
  const former = { ...task, validUntil: addDays(scheduleFrom, -1) };
  return { ...changed, formerSchedules: [...task.formerSchedules, former] };
}

type Supabase = Parameters<TaskChange["send"]>[0];
type Answer = Extract<TaskEvent, { type: "task" }>;

async function invoke(
  supabase: Supabase,
  name: string,
  body: CreateTaskInput | UpdateTaskInput,
  signal: AbortSignal,
): Promise<Answer> {
  return (await dataOf(supabase.functions.invoke(name, { body, signal }))) as Answer;
}
