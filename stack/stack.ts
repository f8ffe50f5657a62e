import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { endServerOf } from "./cluster.ts";
import {
  choosePorts,
  localKeys,
  type Ports,
  type ProjectConfig,
  readProjectConfig,
  type StackKeys,
} from "./config.ts";
import {
  clearAbandoned,
  type DataFolder,
  type FolderChoice,
  openDataFolder,
} from "./data-folder.ts";
import { migrate, seed } from "./database-setup.ts";
import { StackError } from "./errors.ts";
import { requireFreePorts, requireUsablePorts } from "./ports.ts";
import { adviceFor } from "./reasons.ts";
import { apiService } from "./services/api.ts";
import { functionVariables } from "./services/function-variables.ts";
import { functionPorts, functionsService } from "./services/functions.ts";
import { preparePlatform } from "./services/platform.ts";
import { databaseUrl, postgresService } from "./services/postgres.ts";
import { realtimeService } from "./services/realtime.ts";
import type { Site } from "./site.ts";
import { Supervisor } from "./supervisor.ts";

/** Milliseconds in which a stopped start should notice. */
const START_PATIENCE_MS = 5_000;

export interface StackOptions {
  /** Contains `supabase/` and `node_modules`. */
  projectFolder: string;
  /** N: the API's port; the others follow. Without it, the ports of supabase/config.toml. */
  portBase?: number | undefined;
  /** The app's port, for the links in mails. */
  appPort?: number | undefined;
  /** Without it, the data is temporary. */
  data?: FolderChoice | undefined;
  seed: boolean;
  /** Whether to call the functions of package.json's `everyMinute`; by default, yes. */
  schedule?: boolean | undefined;
  /** Called when the data is ready, before anybody is let in; the edge functions then start before the API. */
  beforeServing?: (() => void) | undefined;
  /** By default, those of every local stack. */
  keys?: StackKeys | undefined;
  /** For a stack that serves people on other machines. */
  site?: Site | undefined;
}

/** The addresses and keys for using a stack. */
export interface StackAddresses {
  apiUrl: string;
  publishableKey: string;
  secretKey: string;
  dbUrl: string;
  mailUrl: string;
  functionsUrl: string;
}

export interface Stack {
  addresses: StackAddresses;
  ports: Ports;
  stop: () => Promise<void>;
  /** Settles only when a service is broken beyond restarting. */
  broken: Promise<Error>;
}

export type Progress = (line: string) => void;

function addressesOf(ports: Ports, keys: StackKeys): StackAddresses {
  const apiUrl = `http://127.0.0.1:${ports.api}`;
  return {
    apiUrl,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    dbUrl: databaseUrl(ports.database, "postgres", keys.databasePassword),
    mailUrl: `http://127.0.0.1:${ports.mail}`,
    functionsUrl: `${apiUrl}/functions/v1`,
  };
}

/** Rejects with a signal's reason once it is aborted. */
export function whenStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Shared by the steps of a start. */
interface Setting {
  projectFolder: string;
  config: ProjectConfig;
  ports: Ports;
  keys: StackKeys;
  site: Site | undefined;
  functions: Record<string, number>;
  folder: DataFolder;
  supervisor: Supervisor;
  withSeed: boolean;
  isScheduled: boolean;
  beforeServing: (() => void) | undefined;
  progress: Progress;
  signal: AbortSignal;
}

/** Brings the database to the state of the checkout. @throws StackError on any error in it */
async function prepareDatabase({
  ports,
  keys,
  folder,
  supervisor,
  ...setting
}: Setting): Promise<void> {
  const { projectFolder, progress, signal, withSeed } = setting;
  const isNew = !existsSync(folder.postgres);
  progress(
    `${isNew ? "making a new database" : "starting PostgreSQL on the data"} in ${folder.path}…`,
  );
  const database = await postgresService(folder, ports.database, signal);
  await supervisor.start(database);
  try {
    await preparePlatform(ports.database, folder.password);
    progress("starting Realtime…");
    await supervisor.start(await realtimeService(ports, keys, setting.site !== undefined));
    progress("applying migrations…");
    await migrate(projectFolder, ports.database, folder);
    if (withSeed) await seed(projectFolder, ports.database);
  } catch (error) {
    if (error instanceof StackError) throw error;
    const reason = (error as Error).message;
    throw new StackError(
      `the database can't be used (${reason}): ${adviceFor(reason, String(database.advice))}`,
    );
  }
}

/**
 * The order matters: Realtime's replication slot waits for open write transactions, so it comes before
 * everything that writes; REST reads the schema once, so it comes after the migrations.
 */
async function startServices(setting: Setting): Promise<void> {
  const { projectFolder, config, ports, keys, site, functions, folder, supervisor, progress } =
    setting;
  const { api, database, smtp, mail, realtime } = ports;
  await clearAbandoned();
  if (existsSync(folder.postgres)) await endServerOf(folder.postgres);
  await requireFreePorts({
    ...{ API: api, database, SMTP: smtp, mailbox: mail, Realtime: realtime },
    ...functions,
  });
  await prepareDatabase(setting);
  progress("starting the API and the edge functions…");
  const variables = functionVariables(projectFolder, config, ports, keys, site);
  const startApi = async () =>
    supervisor.start(
      await apiService(projectFolder, config, ports, functions, keys, setting.isScheduled, site),
    );
  const startFunctions = async () => {
    if (Object.keys(functions).length === 0) return;
    await supervisor.start(
      functionsService(projectFolder, functions, folder.path, variables, site?.reaches),
    );
  };
  if (!setting.beforeServing) {
    await Promise.all([startApi(), startFunctions()]);
    return;
  }
  await startFunctions();
  setting.beforeServing();
  await startApi();
}

/**
 * Starts the embedded stack.
 * @param signal stops the start at any moment; the promise then rejects with its reason
 * @throws StackError if a port can't be used, the data folder is unusable or a service does not start;
 * everything that was started is stopped again.
 */
export async function startStack(
  options: StackOptions,
  progress: Progress,
  signal: AbortSignal = new AbortController().signal,
): Promise<Stack> {
  const { projectFolder, keys = localKeys, site } = options;
  const config = readProjectConfig(projectFolder);
  const ports = choosePorts(config, options.portBase, options.appPort);
  const functions = functionPorts(config, ports);
  const { api, database, smtp, mail, realtime, app } = ports;
  requireUsablePorts({
    ...{ API: api, database, SMTP: smtp, mailbox: mail, Realtime: realtime },
    ...{ ...functions, app },
  });
  const folder = openDataFolder(
    options.data && { ...options.data, password: keys.databasePassword },
    config.db.major_version,
  );

  let reportBroken: (error: Error) => void = () => {};
  const broken = new Promise<Error>((resolve) => {
    reportBroken = resolve;
  });
  const supervisor = new Supervisor(progress, reportBroken, { keepsTrying: site !== undefined });
  const stop = async () => {
    await supervisor.stop();
    folder.release();
  };
  const started = startServices({
    ...{
      projectFolder,
      config,
      ports,
      keys,
      site,
      functions,
      folder,
      supervisor,
      progress,
      signal,
    },
    withSeed: options.seed,
    isScheduled: options.schedule ?? true,
    beforeServing: options.beforeServing,
  });
  try {
    await Promise.race([
      started,
      whenStopped(signal),
      broken.then((error) => Promise.reject(error)),
    ]);
  } catch (error) {
    await supervisor.stop();
    // The start fails by itself without its services, but must not write to a released folder.
    await Promise.race([started.catch(() => {}), delay(START_PATIENCE_MS)]);
    folder.release();
    throw error;
  }
  return { addresses: addressesOf(ports, keys), ports, stop, broken };
}
