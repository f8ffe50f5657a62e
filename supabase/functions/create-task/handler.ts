import { createTaskSchema } from "../../../src/domain/tasks/task-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/**
 * Adds a task and its shares in one transaction (design §5). Takes the create input, answers 201
 * with `{task}`. The client chooses the id: sent again, the same task comes back.
 */
export function createTaskHandler(environment: Environment): Handler {
  return endpoint(
    {
      schema: createTaskSchema,
      status: 201,
      work: async (input, call) => ({
        task: await call("create_task", {
          id: input.id,
          category: input.category,
          title: input.title,
          subtitle: input.subtitle,
          start_date: input.startDate,
          end_date: input.endDate,
          repeat_value: input.repeatValue,
          custom_rrule: input.customRrule,
          custom_rrule_text: input.customRruleText,
          is_shared: input.isShared,
          share_with: input.shareWith,
        }),
      }),
    },
    environment,
  );
}
