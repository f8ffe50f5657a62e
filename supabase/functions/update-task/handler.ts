import { updateTaskSchema } from "../../../src/domain/tasks/task-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/**
 * Changes a task and its share list in one transaction. Takes the update input, where a
 * field that is absent stays as it is; answers 200 with `{task}`.
 */
export function updateTaskHandler(environment: Environment): Handler {
  return endpoint(
    {
      schema: updateTaskSchema,
      status: 200,
      work: async ({ id, shareWith, ...fields }, call) => ({
        task: await call("update_task", { task_id: id, fields, share_with: shareWith ?? null }),
      }),
    },
    environment,
  );
}
