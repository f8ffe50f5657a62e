import { randomUUID } from "node:crypto";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { type Answer, type Person, rpc, succeeded } from "./actors.ts";
import { inTransaction, sqlValue } from "./sql.ts";

/** Columns of a task as the fields of the app's calls: `start_date` as `startDate`. */
export function fieldsOf(columns: object): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_./g, ([, letter = ""]) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [camel(name), value]));
}

interface NewTask {
  readonly id?: unknown;
  readonly share_with?: unknown;
  readonly [column: string]: unknown;
}

/** Calls create_task with the columns of a task. */
export function createTask(person: Person | null, task: NewTask): Promise<Answer> {
  const { id = randomUUID(), share_with, ...columns } = task;
  const fields = fieldsOf(columns);
  return rpc(person, "create_task", {
    id,
    fields,
    ...(share_with !== undefined && { share_with }),
  });
}

/** Calls update_task with the columns to change. */
export function updateTask(
  person: Person | null,
  taskId: string,
  columns: object,
  shareWith?: readonly string[],
): Promise<Answer> {
  const fields = fieldsOf(columns);
  return rpc(person, "update_task", { task_id: taskId, fields, share_with: shareWith ?? null });
}

export interface TaskOptions {
  readonly id?: string;
  readonly category?: string;
  readonly title?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly repeat_value?: string;
  readonly custom_rrule?: string;
  readonly custom_rrule_text?: string;
  readonly household_id?: string | null;
  readonly roster?: readonly string[];
  readonly subtitle?: string | null;
  readonly is_shared?: boolean;
  readonly checklist?: readonly string[];
  readonly effort?: number;
  readonly share_with?: readonly string[];
}

/** Adds a task through the API, shared with these addresses, if any. */
export async function addTask(owner: Person, options: TaskOptions = {}): Promise<TaskJson> {
  const { share_with: shareWith = [] } = options;
  const answer = await createTask(owner, {
    category: "Home",
    title: `Task ${randomUUID()}`,
    start_date: "2020-01-01",
    is_shared: shareWith.length > 0,
    ...options,
  });
  return succeeded<TaskJson>(answer);
}

export async function listTasks(person: Person): Promise<readonly TaskJson[]> {
  return succeeded<{ tasks: TaskJson[] }>(await rpc(person, "list_tasks")).tasks;
}

/** A sender who wants to share with somebody, and how many tasks, by their list. */
export interface Invitation {
  readonly senderId: string;
  readonly senderName: string;
  readonly count: number;
}

export async function invitations(person: Person): Promise<readonly Invitation[]> {
  const list = succeeded<{ invitations: Invitation[] }>(await rpc(person, "list_tasks"));
  return list.invitations;
}

/** A task in a person's list; undefined if it isn't there. */
export async function findTask(person: Person, id: string): Promise<TaskJson | undefined> {
  return (await listTasks(person)).find((task) => task.id === id);
}

/** The calendar date so many days from today in UTC, by the database's clock. */
export function utcDay(offset: number): Promise<string> {
  return sqlValue<string>("select (now() at time zone 'UTC')::date + $1::int", [offset]);
}

/**
 * Gives each sender so many tasks shared with the address, in one statement. Like an import, it tells nobody:
 * the messages would take most of the time.
 */
export async function shareMany(
  senders: readonly string[],
  address: string,
  count: number,
): Promise<void> {
  await inTransaction(async (client) => {
    await client.query("set local rota.quiet = 'on'");
    await client.query(
      `with added as (
         insert into public.tasks (user_id, category, title, start_date, is_shared)
         select sender, 'Home', 'Task ' || n, '2020-01-01', true
         from unnest($1::uuid[]) as sender, generate_series(1, $3::int) as n returning id, user_id
       )
       insert into private.task_shares (task_id, owner_id, contact_email)
       select id, user_id, $2 from added`,
      [senders, address, count],
    );
  });
}
