import type pg from "pg";
import type { CalendarDate } from "../src/domain/dates/calendar-date.ts";
import type { Task } from "../src/domain/tasks/task.ts";
import { inTransaction, sql } from "../tests/support/sql.ts";

export type NewTask = Pick<Task, "id" | "category" | "title" | "startDate" | "repeatValue">;

/** A task and the due dates of its done occurrences. */
export interface TaskWithHistory {
  readonly task: NewTask;
  readonly completed: readonly CalendarDate[];
}

const tables = ["tasks", "task_completions"];

/**
 * Gives somebody tasks with completions, each made on the evening of its date, without our triggers, as in
 * database-load.ts.
 */
export async function insertTasks(
  ownerId: string,
  tasks: readonly TaskWithHistory[],
): Promise<void> {
  await inTransaction(async (client) => {
    for (const name of tables)
      await client.query(`alter table public.${name} disable trigger user`);
    await insertRows(client, ownerId, tasks);
    for (const name of tables) await client.query(`alter table public.${name} enable trigger user`);
  });
  for (const name of tables) await sql(`vacuum analyze public.${name}`);
}

async function insertRows(
  client: pg.ClientBase,
  ownerId: string,
  tasks: readonly TaskWithHistory[],
): Promise<void> {
  await client.query(
    `insert into public.tasks (user_id, id, category, title, start_date, repeat_value)
     select $1::uuid, * from unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::text[])`,
    [
      ownerId,
      ...(["id", "category", "title", "startDate", "repeatValue"] as const).map((field) =>
        tasks.map(({ task }) => task[field]),
      ),
    ],
  );
  const done = tasks.flatMap(({ task, completed }) => completed.map((date) => [task.id, date]));
  await client.query(
    `insert into public.task_completions (user_id, task_id, completed_date, completed_at)
     select $1::uuid, id, day, (day + time '18:00') at time zone 'UTC'
     from unnest($2::uuid[], $3::date[]) as done (id, day)`,
    [ownerId, done.map(([id]) => id), done.map(([, date]) => date)],
  );
}
