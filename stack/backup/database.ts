import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readProjectConfig } from "../config.ts";
import { chooseFolder, lockHolder, openDataFolder } from "../data-folder.ts";
import { migrate } from "../database-setup.ts";
import { StackError } from "../errors.ts";
import { findPortBase } from "../ports.ts";
import { preparePlatform, withClient } from "../services/platform.ts";
import { databaseUrl, postgresService, superuser } from "../services/postgres.ts";
import type { Progress } from "../stack.ts";
import { Supervisor } from "../supervisor.ts";

type Work<T> = (client: pg.Client) => Promise<T>;

/** Whether a data folder has data, of a stack that runs or not. */
export const hasData = (folder: string) => existsSync(join(folder, "postgres/PG_VERSION"));

/** Works on the database of the stack that runs on this folder. */
async function onRunning<T>(folder: string, work: Work<T>): Promise<T> {
  const notNow = new StackError(`the Rota of ${folder} is starting or stopping: try again.`);
  const cluster = join(folder, "postgres");
  const pidFile = join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) throw notNow;
  const port = Number(readFileSync(pidFile, "utf8").split("\n")[3]);
  const client = new pg.Client({ connectionString: databaseUrl(port, superuser) });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch {
    throw notNow;
  }
  try {
    const { rows } = await client.query("show rota.cluster");
    if (rows[0]["rota.cluster"] !== realpathSync(cluster)) throw notNow;
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Works on the database of a folder on which no stack runs; it is set up first when it is new. */
async function onStopped<T>(folder: string, log: Progress, work: Work<T>): Promise<T> {
  const isNew = !hasData(folder);
  const { major_version: version } = readProjectConfig().db;
  const opened = openDataFolder({ data: folder, ephemeral: false }, version);
  const supervisor = new Supervisor(log, () => {});
  try {
    const port = await findPortBase(1);
    await supervisor.start(await postgresService(opened, port));
    if (isNew) {
      await preparePlatform(port);
      await migrate(port, opened.reset);
    }
    return await withClient(databaseUrl(port, superuser), work);
  } finally {
    await supervisor.stop();
    opened.release();
  }
}

/**
 * Lends an administrator's connection to the database of a data folder: that of the stack which runs
 * on it, else one that is started for it alone.
 * @param data `--data DIR`; without it the default folder
 * @throws StackError when the folder can't be used now
 */
export function withDatabase<T>(
  data: string | undefined,
  log: Progress,
  work: Work<T>,
): Promise<T> {
  const folder = chooseFolder({ data, ephemeral: false });
  const isRunning = lockHolder(join(folder, "stack.pid")) !== undefined;
  return isRunning ? onRunning(folder, work) : onStopped(folder, log, work);
}
