import { updateTaskSchema } from "../../../src/domain/tasks/task-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/**
 * Changes a task and its share list in one transaction. Takes the update input, in which absent fields stay
 * as they are, and optionally the schedule before the task's first start; answers 200 with `{task}`.
 */
export const updateTaskHandler = (environment: Environment): Handler =>
  endpoint(environment, updateTaskSchema, async ({ id, shareWith, earlier, ...fields }, call) => {
    const change = { task_id: id, fields, share_with: shareWith ?? null };
    const answer = earlier
      ? call("start_earlier", { ...change, earlier })
      : call("update_task", change);
    return { task: await answer };
  });
