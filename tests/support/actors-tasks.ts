import { randomUUID } from "node:crypto";
import { type Person, rpc, succeeded } from "./actors.ts";
import { sqlValue } from "./sql.ts";

/** A task as the API gives it (supabase/migrations: wire_tasks). */
export interface WireTask {
  id: string;
  user_id: string;
  category: string;
  title: string;
  subtitle: string | null;
  start_date: string;
  end_date: string | null;
  repeat_value: string;
  custom_rrule: string | null;
  custom_rrule_text: string | null;
  is_shared: boolean;
  created_at: string;
  updated_at: string;
  revision: number;
  people: Record<string, string>;
  completed: [first: number, length: number][];
  recent: { date: string; user_id: string; completed_at: string }[];
}

/** What complete_task answers. */
export interface Completed {
  task_id: string;
  revision: number;
  completion: { date: string; user_id: string; completed_at: string };
  name: string;
}

export interface TaskOptions {
  readonly id?: string;
  readonly category?: string;
  readonly title?: string;
  readonly start_date?: string;
  readonly subtitle?: string | null;
  readonly is_shared?: boolean;
  readonly share_with?: readonly string[];
}

/** Adds a task through the API; shared with these addresses if there are any. */
export async function addTask(owner: Person, options: TaskOptions = {}): Promise<WireTask> {
  const { share_with: shareWith = [] } = options;
  const answer = await rpc(owner, "create_task", {
    id: randomUUID(),
    category: "Home",
    title: `Task ${randomUUID()}`,
    start_date: "2020-01-01",
    is_shared: shareWith.length > 0,
    ...options,
  });
  return succeeded<WireTask>(answer);
}

/** One of the tasks that a person's list has; undefined when it is not there. */
export async function findTask(person: Person, id: string): Promise<WireTask | undefined> {
  const tasks = succeeded<WireTask[]>(await rpc(person, "list_tasks"));
  return tasks.find((task) => task.id === id);
}

/** The calendar date so many days from today in UTC, by the database's clock. */
export function utcDay(offset: number): Promise<string> {
  return sqlValue<string>("select (now() at time zone 'UTC')::date + $1::int", [offset]);
}
