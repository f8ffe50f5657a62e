import type pg from "pg";

/** Ten tasks each, one of them shared with the next person, with twenty completions each. */
export const TASKS_EACH = 10;
export const COMPLETIONS_EACH = 20;
const BATCH = 1_000;

/** The id of the n-th invented person; n from 1. */
export const loadPersonId = (n: number): string =>
  `00000001-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

/** An invented person's id in SQL, from their number. */
const id = (n: string) => `('00000001-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const tables = ["tasks", "task_completions", "task_shares"];

/**
 * Brings the database to that many invented people. Our triggers rest meanwhile: two million live
 * messages are not what is measured. `client` is `postgres`, the tables' owner.
 */
export async function loadPeople(client: pg.ClientBase, people: number): Promise<void> {
  const present = await client.query(
    "select count(*)::int as n from public.profiles where id::text like '00000001-%'",
  );
  for (let first = present.rows[0].n + 1; first <= people; first += BATCH) {
    await loadBatch(client, first, Math.min(first + BATCH - 1, people));
  }
  for (const table of ["profiles", ...tables]) await client.query(`vacuum analyze public.${table}`);
}

async function loadBatch(client: pg.ClientBase, first: number, last: number) {
  await client.query("begin");
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     select ${id("n")}, 'authenticated', 'authenticated', 'load-' || n || '@example.com', now()
     from generate_series($1::int, $2::int) n`,
    [first, last],
  );
  for (const table of tables) {
    await client.query(`alter table public.${table} disable trigger user`);
  }
  await client.query(
    `insert into public.tasks (user_id, category, title, start_date, is_shared)
     select ${id("n")}, 'Category ' || k % 4, 'Task ' || k, current_date - 60, k = 1
     from generate_series($1::int, $2::int) n, generate_series(1, ${TASKS_EACH}) k`,
    [first, last],
  );
  await client.query(
    `insert into public.task_shares (task_id, owner_id, contact_email, recipient_id)
     select tasks.id, tasks.user_id, 'load-' || n - 1 || '@example.com', ${id("n - 1")}
     from generate_series(greatest($1::int, 2), $2::int) n
     join public.tasks on tasks.user_id = ${id("n")} and tasks.is_shared`,
    [first, last],
  );
  await client.query(
    `insert into public.task_completions (task_id, completed_date, user_id, completed_at)
     select tasks.id, current_date - day, tasks.user_id, now() - day * interval '1 day'
     from generate_series($1::int, $2::int) n
     join public.tasks on tasks.user_id = ${id("n")},
       generate_series(1, ${COMPLETIONS_EACH}) day`,
    [first, last],
  );
  for (const table of tables) {
    await client.query(`alter table public.${table} enable trigger user`);
  }
  await client.query("commit");
}
