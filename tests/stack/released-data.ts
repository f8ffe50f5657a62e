import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Bits, TaskJson } from "../../src/domain/tasks/task-json.ts";
import { PASSWORD } from "../support/actors.ts";
import { runsIn } from "../support/bits.ts";
import { become } from "../support/sql.ts";

/** Data as people make it with the calls of version 1.0.0, of everything that it keeps. */

export const people = {
  ann: { id: randomUUID(), email: "ann@example.com" },
  ben: { id: randomUUID(), email: "ben@example.com" },
  cat: { id: randomUUID(), email: "cat@example.com" },
  dan: { id: randomUUID(), email: "dan@example.com" },
} as const;
type Name = keyof typeof people;

const schedules = {
  daily: { repeatValue: "daily", missedPolicy: "latest", endDate: "2030-12-31" },
  weekly: { repeatValue: "weekly", subtitle: 'Two "lines"\nand 🧹' },
  monthly: { repeatValue: "monthly", startDate: "2020-01-31", checklist: ["Soap", "Towels"] },
  yearly: { repeatValue: "yearly", startDate: "2020-02-29", season: [2, 3] },
  rule: { repeatValue: "custom", customRrule: "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2" },
  once: { repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY;COUNT=1" },
  after: { repeatValue: "custom", afterDone: "P3D", missedPolicy: "pass" },
  deleted: { repeatValue: "daily" },
  left: { repeatValue: "daily" },
  private: { repeatValue: "daily", isShared: false },
};
type Chore = keyof typeof schedules;

export const tasks = Object.fromEntries(
  Object.keys(schedules).map((name) => [name, randomUUID()]),
) as Record<Chore, string>;

/** Makes the accounts and what they do, one call after the other, as each of these people. */
export async function makeReleasedData(client: pg.Client): Promise<void> {
  const as = async (person: Name, name: string, parameters: object = {}) => {
    const names = Object.keys(parameters).map((one, index) => `${one} => $${index + 1}`);
    await client.query("begin");
    await become(client, "authenticated", people[person].id);
    await client.query(`select public.${name}(${names.join(", ")})`, Object.values(parameters));
    await client.query("commit");
  };
  const on = (person: Name, name: string, chore: Chore, parameters: object = {}) =>
    as(person, name, { task_id: tasks[chore], ...parameters });

  for (const [name, { id, email }] of Object.entries(people)) {
    await client.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
         raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token,
         recovery_token, email_change, email_change_token_new, email_change_token_current,
         phone_change, phone_change_token, reauthentication_token)
       values ($1, 'authenticated', 'authenticated', $2,
         extensions.crypt($3, extensions.gen_salt('bf', 4)), now(),
         '{"provider": "email", "providers": ["email"]}', $4, now(), now(),
         '', '', '', '', '', '', '', '')`,
      [id, email, PASSWORD, { full_name: `${name} A. Person`, time_zone: "Europe/Berlin" }],
    );
  }
  for (const [chore, fields] of Object.entries(schedules)) {
    const isShared = chore !== "private";
    const shared = [people.ben, people.dan].map(({ email }) => email);
    await as("ann", "create_task", {
      id: tasks[chore as Chore],
      fields: { category: "Home", title: chore, startDate: "2020-01-01", isShared, ...fields },
      share_with: isShared ? [...shared, "nobody-yet@example.com"] : [],
    });
  }
  const shareWithCat = { fields: {}, share_with: [people.cat.email, people.ben.email] };
  await on("ann", "update_task", "once", shareWithCat);
  await as("ben", "accept_sender", { sender: people.ann.id });
  await as("dan", "accept_sender", { sender: people.ann.id });
  await as("cat", "block_sender", { sender: people.ann.id });

  await on("ben", "complete_task", "daily", { completed_date: "2026-10-01" });
  await on("ann", "complete_task", "daily", {
    completed_date: "2026-10-02",
    done_by: people.ben.id,
  });
  await on("ann", "skip_occurrence", "weekly", { day: "2026-10-07" });
  await on("ben", "complete_task", "weekly", { completed_date: "2026-10-14" });
  await on("ann", "undo_completion", "weekly", { completed_date: "2026-10-14" });
  const line = { day: "2026-10-31", line: "Soap", is_checked: true };
  await on("ben", "check_line", "monthly", line);
  const catchUp = { id: randomUUID(), days: "[[20000, 300], [20400, 2]]", status: "done" };
  await on("ben", "catch_up", "daily", catchUp);
  await on("ben", "undo_completion", "daily", { completed_date: "2024-11-01" });
  await on("dan", "catch_up", "monthly", { ...catchUp, id: randomUUID(), status: "skipped" });
  await on("dan", "note_day", "monthly", { day: "2026-10-31", note: "In the rain" });
  await on("dan", "complete_task", "weekly", { completed_date: "2026-10-21" });
  await on("ben", "put_off", "rule", { due_date: "2026-10-12", new_date: "2026-10-15" });
  await on("ben", "complete_task", "rule", { completed_date: "2026-10-15" });
  await on("ann", "pause_task", "daily", { first_day: "2026-08-01", last_day: "2026-08-14" });
  await on("ben", "complete_task", "after", { completed_date: "2026-10-30" });
  await on("ann", "update_task", "weekly", {
    fields: { repeatValue: "monthly", scheduleFrom: new Date().toISOString().slice(0, 10) },
  });
  await on("ann", "put_off", "weekly", { due_date: "2030-01-07", new_date: "2026-11-03" });
  await on("ben", "complete_task", "left", { completed_date: "2026-10-30" });
  await on("ben", "leave_task", "left");
  await on("ben", "complete_task", "deleted", { completed_date: "2026-10-30" });
  await on("ann", "delete_task", "deleted");
  await as("ben", "create_task", {
    id: randomUUID(),
    fields: { category: "Work", title: "Ben's own", startDate: "2026-01-01", isShared: true },
    share_with: [people.ann.email],
  });
  await client.query("delete from auth.users where id = $1", [people.dan.id]);
}

/** Columns by table, as SQL. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** Every column that a person's data is in. */
export async function dataColumns(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', table_schema, table_name) as name,
       array_agg(quote_ident(column_name)::text order by ordinal_position) as columns
     from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and (table_schema in ('public', 'private') and table_name <> 'limits'
         or table_schema = 'auth' and table_name in ('users', 'identities'))
     group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Its events were numbered across all tasks; their order is what counts. */
const kept = (table: string, column: string) =>
  `${table}.${column}` === "public.task_events.id"
    ? "row_number() over (partition by task_id order by id) as id"
    : column;

/** What released columns are called today, by their former names. */
const RENAMED = new Map([["private.task_shares.standing", "status"]]);

/** Every row of these tables, as text in order; the columns by their names of today or before. */
export async function rowsOf(client: pg.Client, columns: Columns) {
  const now = await dataColumns(client);
  const contents: Record<string, string[]> = {};
  for (const [table, names] of Object.entries(columns)) {
    const selected = names
      .map((name) => {
        const renamed = RENAMED.get(`${table}.${name}`);
        const isRenamed = renamed !== undefined && now[table]?.includes(renamed);
        return isRenamed ? `${renamed} as ${name}` : kept(table, name);
      })
      .join(", ");
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(kept)::text as row from (select ${selected} from ${table}) as kept
       order by 1`,
    );
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}

/** Settled days as runs, as 1.0.0 wrote them; now they are bits. */
export function withRuns(tasks: readonly TaskJson[]): object[] {
  const runs = (days: Bits | number[][]) =>
    typeof days[0]?.[1] === "string" ? runsIn(days as Bits) : days;
  return tasks.map((task) => ({
    ...task,
    completedDays: runs(task.completedDays),
    skippedDays: runs(task.skippedDays),
  }));
}

/** The list of each person who still has an account, as the app reads it. */
export async function listsOf(client: pg.Client): Promise<Record<string, object>> {
  const lists: Record<string, object> = {};
  for (const name of ["ann", "ben", "cat"] as const) {
    await client.query("begin");
    await become(client, "authenticated", people[name].id);
    const { rows } = await client.query("select public.list_tasks() - 'digest' - 'names' as list");
    lists[name] = { ...rows[0].list, tasks: withRuns(rows[0].list.tasks) };
    await client.query("commit");
  }
  return lists;
}
