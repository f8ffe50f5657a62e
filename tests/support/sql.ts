import pg from "pg";
import { databaseUrl, superuser } from "../../stack/services/postgres.ts";
import { stackUnderTest } from "./environment.ts";

/** The database of the stack under test, as `postgres`: the role of migrations. */

// Dates stay text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** By address, as a test may switch to another stack. */
const pools = new Map<string, pg.Pool>();

function newPool(connectionString: string): pg.Pool {
  const made = new pg.Pool({ connectionString, max: 8, allowExitOnIdle: true });
  // A test kills the database: the pool replaces idle connections.
  made.on("error", () => {});
  pools.set(connectionString, made);
  return made;
}

function database(): pg.Pool {
  const { dbUrl } = stackUnderTest();
  return pools.get(dbUrl) ?? newPool(dbUrl);
}

/** Runs one statement as `postgres`, who bypasses row level security. */
export async function sql<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await database().query<Row>(text, values)).rows;
}

export async function sqlValue<T>(text: string, values: unknown[] = []): Promise<T> {
  const result = await database().query<T[]>({ text, values, rowMode: "array" });
  return result.rows[0]?.[0] as T;
}

/** Provides a connection with an open transaction, which is rolled back in the end. */
export async function rolledBack<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database().connect();
  try {
    await client.query("begin");
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Provides a connection with a transaction that is committed, for tests that hold a lock in the meantime. */
export async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database().connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** The number of table rows that a statement reads and writes, including its triggers and functions. */
export async function rowsTouched(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  // Other rows in a table must not decide how it is read.
  await client.query("discard plans");
  await client.query("set local enable_seqscan = off");
  const touched = async () => {
    const { rows } = await client.query<{ count: string }>(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del) as count
       from pg_stat_xact_user_tables`,
    );
    return Number(rows[0]?.count);
  };
  // The counters cover the connection since its last report, not the transaction.
  const before = await touched();
  await client.query(text, values);
  return (await touched()) - before;
}

/**
 * Two row counts, taken while tables were read in the same way: new statistics, which the database takes at any
 * time, would change that.
 */
export async function besideEachOther(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  for (;;) {
    const counts: [number, number] = [await one(), await other()];
    if ((await one()) === counts[0]) return counts;
  }
}

/** Provides a connection of the embedded database's administrator, the only role that may end Auth's connections. */
export async function asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const port = Number(new URL(stackUnderTest().dbUrl).port);
  const client = new pg.Client({ connectionString: databaseUrl(port, superuser) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type ApiRole = "anon" | "authenticated";

/** Continues the open transaction like the API for a token of that role and person. */
export async function become(
  client: pg.ClientBase,
  role: ApiRole,
  userId: string | null,
): Promise<void> {
  await client.query(
    `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
       set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true)`,
    [role, userId ?? "", JSON.stringify({ role, ...(userId && { sub: userId }) })],
  );
}
