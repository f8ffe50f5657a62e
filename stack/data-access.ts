import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { CLUSTER_SETTING } from "./cluster.ts";
import { readProjectConfig } from "./config.ts";
import { type FolderChoice, lockHolder, openDataFolder } from "./data-folder.ts";
import { migrate } from "./database-setup.ts";
import { StackError } from "./errors.ts";
import { findPortBase } from "./ports.ts";
import { preparePlatform, withClient } from "./services/platform.ts";
import { databaseUrl, postgresService, superuser } from "./services/postgres.ts";
import type { Progress } from "./stack.ts";
import { Supervisor } from "./supervisor.ts";

type Work<T> = (client: pg.Client) => Promise<T>;

/** Whether a data folder has data, whether or not its stack runs. */
export const hasData = (folder: string) => existsSync(join(folder, "postgres/PG_VERSION"));

/** Works on the database of a running stack. */
async function onRunning<T>({ path: folder, password }: FolderChoice, work: Work<T>): Promise<T> {
  const notNow = new StackError(`the stack on ${folder} is starting or stopping: try again.`);
  const cluster = join(folder, "postgres");
  const pidFile = join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) throw notNow;
  const port = Number(readFileSync(pidFile, "utf8").split("\n")[3]);
  const client = new pg.Client({ connectionString: databaseUrl(port, superuser, password) });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch {
    throw notNow;
  }
  try {
    const { rows } = await client.query(`show ${CLUSTER_SETTING}`);
    if (rows[0][CLUSTER_SETTING] !== realpathSync(cluster)) throw notNow;
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Works on the database of a folder on which no stack runs, after setting a new one up.
 * @param migrates whether to apply missing migrations
 */
async function onStopped<T>(
  projectFolder: string,
  data: FolderChoice,
  log: Progress,
  work: Work<T>,
  migrates = !hasData(data.path),
): Promise<T> {
  const { major_version: version } = readProjectConfig(projectFolder).db;
  const opened = openDataFolder(data, version);
  const supervisor = new Supervisor(log, () => {});
  try {
    const port = await findPortBase(1);
    await supervisor.start(await postgresService(opened, port));
    if (migrates) {
      await preparePlatform(port, opened.password);
      await migrate(projectFolder, port, opened);
    }
    return await withClient(databaseUrl(port, superuser, opened.password), work);
  } finally {
    await supervisor.stop();
    opened.release();
  }
}

/**
 * Opens an administrator's connection to the database of a data folder: that of its running stack, or one
 * started for this.
 * @param projectFolder contains `supabase/`, for a folder without data
 * @throws StackError if the folder can't be used now
 */
export function withDatabase<T>(
  projectFolder: string,
  data: FolderChoice,
  log: Progress,
  work: Work<T>,
): Promise<T> {
  const isRunning = lockHolder(join(data.path, "stack.pid")) !== undefined;
  return isRunning ? onRunning(data, work) : onStopped(projectFolder, data, log, work);
}

/**
 * Applies missing migrations to the database of a data folder on which no stack runs, and opens an
 * administrator's connection to it.
 * @throws StackError if the folder can't be used now
 */
export function withUpgradedDatabase<T>(
  projectFolder: string,
  data: FolderChoice,
  log: Progress,
  work: Work<T>,
): Promise<T> {
  return onStopped(projectFolder, data, log, work, true);
}
