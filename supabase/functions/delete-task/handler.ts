import { deleteTaskSchema } from "../../../src/domain/tasks/task-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/** Deletes a task for everyone and ends its shares. Takes `{id}`, answers 200 with `{id}`. */
export const deleteTaskHandler = (environment: Environment): Handler =>
  endpoint(environment, deleteTaskSchema, async ({ id }, call) => {
    await call("delete_task", { task_id: id });
    return { id };
  });
