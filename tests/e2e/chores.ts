import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { type Person, rpc, succeeded } from "../support/actors.ts";
import { createTask } from "../support/actors-tasks.ts";
import { day, ZONE } from "../support/day.ts";
import { sql } from "../support/sql.ts";

/** Tasks and completions for the browser tests, added through the API. */

export { day };

export interface ChoreOptions {
  readonly title: string;
  readonly category?: string;
  readonly subtitle?: string;
  /** yyyy-MM-dd; by default today */
  readonly start_date?: string;
  readonly end_date?: string;
  readonly repeat_value?: "daily" | "weekly" | "monthly" | "yearly" | "custom";
  readonly custom_rrule?: string;
  readonly custom_rrule_text?: string;
  readonly checklist?: readonly string[];
  readonly share_with?: readonly string[];
  readonly household_id?: string;
  /** ids of people, in the order of their turns */
  readonly roster?: readonly string[];
  readonly turn_length?: "each" | "week" | "month";
}

/** Adds a task; by default daily from today on, in the category Home. */
export async function addChore(owner: Person, options: ChoreOptions): Promise<TaskJson> {
  const answer = await createTask(owner, {
    category: "Home",
    start_date: day(0),
    repeat_value: "daily",
    is_shared: options.share_with !== undefined,
    ...options,
  });
  return succeeded<TaskJson>(answer);
}

/** A daily task with a single missed occurrence, yesterday's; today's is done or due. */
export async function addOverdueChore(owner: Person, options: ChoreOptions): Promise<TaskJson> {
  return addChore(owner, { ...options, start_date: day(-1), end_date: day(-1) });
}

export async function complete(person: Person, task: TaskJson, date = day(0)): Promise<void> {
  succeeded(await rpc(person, "complete_task", { task_id: task.id, completed_date: date }));
}

/** Past completions, which can't be made now: each on its own day at 18:10. */
export async function completeInThePast(
  person: Person,
  task: TaskJson,
  dates: readonly string[],
): Promise<void> {
  await sql(
    `insert into public.task_completions (task_id, user_id, completed_date, completed_at, time_zone)
     select $1, $2, day, (day + time '18:10') at time zone $4, $4 from unnest($3::date[]) as day`,
    [task.id, person.id, dates, ZONE],
  );
}
