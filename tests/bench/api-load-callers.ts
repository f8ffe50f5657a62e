import { localKeys } from "embedded-supabase/config.ts";
import type { StackAddresses } from "embedded-supabase/stack.ts";
import pg from "pg";
import { signToken } from "../../stack/tests/support/realtime-server.ts";
import { loadPeople, loadPersonId } from "./database-load.ts";

/** As the app's requests, in milliseconds: what takes longer has failed for whoever waits. */
const TIMEOUT = 10_000;

/** Somebody who calls the API with a task of their own, which is shared with nobody. */
export interface Caller {
  readonly addresses: StackAddresses;
  readonly token: string;
  readonly taskId: string;
}

/** What a step counts. */
export interface Tally {
  /** milliseconds of every request that was answered well */
  readonly latencies: number[];
  readonly errors: string[];
}

/** So many different people, each with ten tasks and a short history. */
export async function newCallers(addresses: StackAddresses, count: number): Promise<Caller[]> {
  const client = new pg.Client({ connectionString: addresses.dbUrl });
  await client.connect();
  try {
    await loadPeople(client, count);
    const { rows } = await client.query<{ owner: string; task: string }>(
      `select user_id as owner, (min(id::text)) as task from public.tasks
       where user_id = any ($1) and not is_shared group by user_id`,
      [Array.from({ length: count }, (_, index) => loadPersonId(index + 1))],
    );
    return rows.map(({ owner, task }) => ({
      addresses,
      token: signToken(owner, {}, localKeys.jwtSecret),
      taskId: task,
    }));
  } finally {
    await client.end();
  }
}

async function call({ addresses, token }: Caller, name: string, body: unknown): Promise<void> {
  const response = await fetch(`${addresses.apiUrl}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: addresses.publishableKey,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text}`);
}

/** One caller's requests, each as soon as the one before is answered, until `end` or an error. */
export async function callUntil(end: number, caller: Caller, tally: Tally): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const occurrence = { task_id: caller.taskId, completed_date: date };
  const round = [
    ["list_tasks", {}],
    ["complete_task", occurrence],
    ["undo_completion", occurrence],
  ] as const;
  for (let n = 0; performance.now() < end && tally.errors.length === 0; n += 1) {
    const [name, body] = round[n % round.length] ?? round[0];
    const startedAt = performance.now();
    try {
      await call(caller, name, body);
      tally.latencies.push(performance.now() - startedAt);
    } catch (error) {
      tally.errors.push(`${name}: ${error}${error instanceof Error ? causeOf(error) : ""}`);
    }
  }
}

/** Node's fetch says why a connection failed in the cause alone. */
const causeOf = ({ cause }: Error): string => (cause === undefined ? "" : ` (${cause})`);
