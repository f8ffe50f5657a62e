import { createTaskSchema } from "../../../src/domain/tasks/task-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/**
 * Adds a task and its shares in one transaction. Takes the create input, answers 201 with `{task}`. The
 * client chooses the id; sent again, it answers the same task.
 */
export const createTaskHandler = (environment: Environment): Handler =>
  endpoint(
    environment,
    createTaskSchema,
    async ({ id, shareWith, ...fields }, call) => ({
      task: await call("create_task", { id, fields, share_with: shareWith }),
    }),
    { status: 201 },
  );
