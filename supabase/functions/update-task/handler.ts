import { updateTaskSchema } from "../../../src/domain/tasks/task-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/**
 * Changes a task and its share list in one transaction (design §5). Takes the update input, where a
 * field that is absent stays as it is; answers 200 with `{task}`.
 */
export function updateTaskHandler(environment: Environment): Handler {
  return endpoint(
    {
      schema: updateTaskSchema,
      status: 200,
      work: async (input, call) => ({
        task: await call("update_task", {
          task_id: input.id,
          // JSON leaves out what is undefined: absent means unchanged.
          changes: {
            category: input.category,
            title: input.title,
            subtitle: input.subtitle,
            start_date: input.startDate,
            end_date: input.endDate,
            repeat_value: input.repeatValue,
            custom_rrule: input.customRrule,
            custom_rrule_text: input.customRruleText,
            is_shared: input.isShared,
          },
          share_with: input.shareWith ?? null,
        }),
      }),
    },
    environment,
  );
}
