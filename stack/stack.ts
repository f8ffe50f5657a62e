import { choosePorts, localKeys, type Ports, readProjectConfig } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { migrate, seed } from "./database-setup.ts";
import { requireFreePorts } from "./ports.ts";
import { apiService } from "./services/api.ts";
import { functionPorts, functionService } from "./services/functions.ts";
import { preparePlatform } from "./services/platform.ts";
import { databaseUrl, postgresService } from "./services/postgres.ts";
import { realtimeService } from "./services/realtime.ts";
import { Supervisor } from "./supervisor.ts";

export interface StackOptions {
  /** N: the API's port; the others follow. Without it, the ports of supabase/config.toml. */
  portBase?: number | undefined;
  /** The app's port; the links in mails lead there. */
  appPort?: number | undefined;
  data?: string | undefined;
  ephemeral: boolean;
  seed: boolean;
}

/** What a program needs to use a stack; printed by `npm run stack -- --json`. */
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

/** Says what is being done, one short line at a time. */
export type Progress = (line: string) => void;

function addressesOf(ports: Ports): StackAddresses {
  const apiUrl = `http://127.0.0.1:${ports.api}`;
  return {
    apiUrl,
    publishableKey: localKeys.publishable,
    secretKey: localKeys.secret,
    dbUrl: databaseUrl(ports.database, "postgres"),
    mailUrl: `http://127.0.0.1:${ports.mail}`,
    functionsUrl: `${apiUrl}/functions/v1`,
  };
}

/**
 * Starts the embedded stack. The order is not free: Realtime's replication slot waits for open
 * write transactions, so it comes before everything that writes; the REST part reads the schema
 * once, so it comes after the migrations.
 * @throws StackError when a port is taken, the data folder is unusable or a service does not start;
 *   whatever was started is stopped again.
 */
export async function startStack(options: StackOptions, progress: Progress): Promise<Stack> {
  const config = readProjectConfig();
  const ports = choosePorts(config, options.portBase, options.appPort);
  const functions = functionPorts(config, ports);
  const { api, database, mail, realtime } = ports;
  const folder = openDataFolder(options, config.db.major_version);

  let reportBroken: (error: Error) => void = () => {};
  const broken = new Promise<Error>((resolve) => {
    reportBroken = resolve;
  });
  const supervisor = new Supervisor(progress, reportBroken);
  const stop = async () => {
    await supervisor.stop();
    folder.release();
  };
  try {
    await requireFreePorts({ API: api, database, mailbox: mail, Realtime: realtime, ...functions });
    progress("starting PostgreSQL…");
    await supervisor.start(await postgresService(folder, database));
    await preparePlatform(database);
    progress("starting Realtime…");
    await supervisor.start(realtimeService(ports));
    progress("applying migrations…");
    await migrate(database);
    if (options.seed) await seed(database);
    progress("starting the API and the edge functions…");
    const { apiUrl } = addressesOf(ports);
    await Promise.all([
      supervisor.start(apiService(config, ports, functions)),
      ...Object.entries(functions).map(([name, port]) =>
        supervisor.start(functionService(name, port, apiUrl)),
      ),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { addresses: addressesOf(ports), ports, stop, broken };
}
