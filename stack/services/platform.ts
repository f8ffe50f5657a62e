import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { localKeys } from "../config.ts";
import { installRealtimeSchema } from "../realtime/schema.ts";
import { programAt } from "./node-process.ts";
import { databaseUrl, superuser } from "./postgres.ts";

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener, a stopping database would end this process; the running query fails all the same.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The version that owns the auth schema; another version's schema is upgraded. */
export const LITE_VERSION = "0.10.0";

/** Makes the auth schema in a temporary thread, as loading @supabase/lite takes 20 MB for as long as it runs. */
async function createAuthSchema(adminUrl: string): Promise<void> {
  const note = `made by @supabase/lite ${LITE_VERSION}`;
  const isMade = await withClient(adminUrl, async (client) => {
    const { rows } = await client.query(
      "select obj_description(to_regnamespace('auth')::oid, 'pg_namespace') as note",
    );
    return rows[0].note === note;
  });
  if (isMade) return;
  // Node 20 works, but supabase-js warns about it (docs/known-limits.md), so the thread's output is ignored.
  const thread = new Worker(await programAt("services/auth-schema"), {
    workerData: adminUrl,
    stderr: true,
  });
  await once(thread, "exit");
  await withClient(adminUrl, (client) => client.query(`comment on schema auth is '${note}'`));
}

/** One of our SQL files, with the password of its roles replaced. */
const readSql = (name: string, password: string = localKeys.databasePassword) =>
  readFileSync(join(import.meta.dirname, "..", name), "utf8").replaceAll(
    `password '${localKeys.databasePassword}'`,
    `password '${password}'`,
  );

/**
 * Brings an empty database to the state of a new hosted project: roles and schemas of platform.sql, the auth
 * schema of @supabase/lite, the realtime schema. Each step is one transaction or safe to repeat, so an
 * interrupted first start continues at the next.
 */
export async function preparePlatform(port: number, password: string): Promise<void> {
  const adminUrl = databaseUrl(port, superuser, password);
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = 'authenticator'");
    if (rowCount === 0) {
      await client.query(`begin; ${readSql("platform.sql", password)}; commit`);
    }
    await client.query(readSql("platform-roles.sql", password));
  });
  await createAuthSchema(adminUrl);
  await withClient(adminUrl, async (client) => {
    await client.query(readSql("platform-auth.sql"));
    await installRealtimeSchema(client);
  });
}
