import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StackError } from "./errors.ts";
import { commandLine, isAlive, isDefunct, isGoneWithin } from "./processes.ts";

/** PostgreSQL refuses to run as root, so root runs it as another user (see services/server-user.ts). */
export const runsAsRoot = process.getuid?.() === 0;

const MARK = "embedded-supabase-data";
const STOP_PATIENCE_MS = 10_000;
/** Milliseconds in which a server's processes may notice that it is gone. */
const BACKENDS_PATIENCE_MS = 2_000;
/** Milliseconds in which an ended server's process id should be released. */
const REAPED_WITHIN_MS = 5_000;
const POLL_MS = 50;

/** Marks a folder as made by the stack: only such folders are ever used, emptied or deleted. */
export function mark(folder: string): void {
  writeFileSync(
    join(folder, MARK),
    "Made by embedded-supabase, which may change, empty and delete this folder.\n",
  );
}

export const isMarked = (folder: string): boolean => existsSync(join(folder, MARK));

/**
 * Looks at a cluster's place without changing it.
 * @returns its folder, which is elsewhere if the place is a link; undefined if there is none yet
 * @throws StackError if it can't be used or isn't the stack's
 */
export function findCluster(place: string, remedy: string): string | undefined {
  if (!lstatSync(place, { throwIfNoEntry: false })) return undefined;
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) {
    throw new StackError(
      `the data was moved to ${readlinkSync(place)}, which is gone: bring it back, or ${remedy}.`,
    );
  }
  const cluster = realpathSync(place);
  const user = process.getuid?.();
  if (user !== undefined && !runsAsRoot && found.uid !== user) {
    throw new StackError(
      `the data in ${cluster} belongs to another user (number ${found.uid}): run the command as that user, or choose another folder with --data DIR.`,
    );
  }
  if (!isMarked(cluster)) {
    throw new StackError(
      `${cluster} was not made by this program, which leaves it alone: choose another folder with --data DIR. (Data that an earlier version did not mark needs a file "${MARK}" in it.)`,
    );
  }
  return cluster;
}

/** @throws StackError if a cluster is of another PostgreSQL version */
export function checkVersion(cluster: string, wanted: number, remedy: string): void {
  const file = join(cluster, "PG_VERSION");
  const found = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (found === String(wanted)) return;
  throw new StackError(
    found
      ? `the data in ${cluster} belongs to PostgreSQL ${found}, and this is PostgreSQL ${wanted}: move it away, or ${remedy}.`
      : `the data in ${cluster} is damaged (PG_VERSION is missing): bring back a copy of it, or ${remedy}.`,
  );
}

/** The server's setting with the name of its cluster, which queries can read, too. */
export const CLUSTER_SETTING = "embedded_supabase.cluster";

/** The same with its value, as in the server's command line. */
export const clusterSetting = (cluster: string): string =>
  `${CLUSTER_SETTING}=${realpathSync(cluster)}`;

/** Remaining processes of a server on a cluster; none if the system doesn't tell. */
function backendsOf(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  const place = realpathSync(cluster);
  const worksThere = (pid: number) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === place;
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksThere(pid) && /^postgres: |\/postgres /.test(commandLine(pid) ?? ""));
}

/**
 * Waits for the processes of a server that is gone, and kills them if necessary: while they hold its memory, no
 * other server starts.
 * @throws StackError if they don't end
 */
async function endBackendsOf(cluster: string): Promise<void> {
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    const until = Date.now() + BACKENDS_PATIENCE_MS;
    let left = backendsOf(cluster);
    while (left.length > 0 && Date.now() < until) {
      await delay(POLL_MS);
      left = backendsOf(cluster);
    }
    for (const pid of left.filter(isAlive)) process.kill(pid, signal);
  }
  for (const pid of backendsOf(cluster)) {
    if (await isGoneWithin(pid, STOP_PATIENCE_MS)) continue;
    throw new StackError(
      `a part of the database server that an earlier run left behind (process ${pid}) does not end: end it and try again.`,
    );
  }
}

/**
 * Ends the server that still runs on a cluster after its stack was killed. Removes a pid file whose number now
 * belongs to another program; PostgreSQL itself handles one of an ended server.
 * @throws StackError if such a server can't be identified for sure, or doesn't end
 */
export async function endServerOf(cluster: string): Promise<void> {
  await endPostmasterOf(cluster);
  await endBackendsOf(cluster);
}

async function endPostmasterOf(cluster: string): Promise<void> {
  const pidFile = join(cluster, "postmaster.pid");
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, "utf8"), 10) : Number.NaN;
  if (!Number.isInteger(pid)) return;
  if (!isAlive(pid)) {
    // PostgreSQL takes it for a running server. Its processes end in the meantime.
    const until = Date.now() + REAPED_WITHIN_MS;
    while (isDefunct(pid) && Date.now() < until) await delay(POLL_MS);
    if (isDefunct(pid)) rmSync(pidFile, { force: true });
    return;
  }
  const command = commandLine(pid);
  if (command !== undefined && !command.includes("postgres")) {
    rmSync(pidFile);
    return;
  }
  if (!`${command} `.includes(`${clusterSetting(cluster)} `)) {
    throw new StackError(
      `process ${pid} seems to be a database server on ${cluster}: end it, or delete ${pidFile} if it is not.`,
    );
  }
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    process.kill(pid, signal);
    if (await isGoneWithin(pid, STOP_PATIENCE_MS)) return;
  }
  throw new StackError(
    `the database server that an earlier run left behind (process ${pid}) does not end: end it and try again.`,
  );
}
