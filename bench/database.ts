import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { rootFolder } from "../cli/project.ts";
import { withDatabase } from "../stack/data-access.ts";

/** Measures the cost of statements on a separate database. */

const ROUNDS = 10;
/** of a clock tick in /proc, in milliseconds */
const CLOCK_TICK = 10;

export type Client = pg.ClientBase;

/** The processor time of the connection's server process so far, in milliseconds; wall time if not on Linux. */
function spent(pid: number): number {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
    return (user + system) * CLOCK_TICK;
  } catch {
    return performance.now();
  }
}

export const firstValue = async (client: Client, text: string) =>
  Object.values((await client.query(text)).rows[0] ?? {})[0];

/** The processor time of a statement in the database, in milliseconds, after a warm-up. */
export async function cost(client: Client, text: string, rounds = ROUNDS): Promise<number> {
  const pid = Number(await firstValue(client, "select pg_backend_pid()"));
  await client.query(text);
  const before = spent(pid);
  for (let round = 0; round < rounds; round += 1) await client.query(text);
  return (spent(pid) - before) / rounds;
}

export async function time(client: Client, text: string): Promise<number> {
  const begun = performance.now();
  await client.query(text);
  return performance.now() - begun;
}

export async function onNewDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "rota-bench-database-"));
  // The database may run as another user.
  chmodSync(folder, 0o711);
  try {
    return await withDatabase(
      rootFolder,
      { path: join(folder, "data"), remedy: "" },
      () => {},
      work,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
