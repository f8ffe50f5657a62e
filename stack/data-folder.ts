import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkVersion, endServerOf, findCluster } from "./cluster.ts";
import { localKeys } from "./config.ts";
import { StackError } from "./errors.ts";
import { isAlive, startOf } from "./processes.ts";

/** The data of one stack. `release` gives the folder up; call it after the stop. */
export interface DataFolder {
  path: string;
  postgres: string;
  /** Advice for error messages if it can't be used: 'start over with "…"'. */
  remedy: string;
  /** The database's password. */
  password: string;
  release: () => void;
}

export interface FolderChoice {
  path: string;
  /** Advice for error messages if it can't be used: 'start over with "…"'. */
  remedy: string;
  /** The database's password; by default that of local stacks. */
  password?: string;
}

const EPHEMERAL = "embedded-supabase-ephemeral-";
const LOCK = "stack.pid";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Retries, as a killed program's last writes may still arrive during the deletion. */
const deletion = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** The process that holds a lock; none if it has ended and its number belongs to another program. */
export function lockHolder(file: string): number | undefined {
  const [pid = "", start = ""] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const isHeld = pid !== "" && isAlive(Number(pid)) && (startOf(Number(pid)) ?? "") === start;
  return isHeld ? Number(pid) : undefined;
}

/** @throws StackError if a stack runs on a data folder */
export function requireUnused(path: string, name = LOCK): void {
  const holder = lockHolder(join(path, name));
  if (holder === undefined) return;
  throw new StackError(
    `the data folder ${path} is in use by another stack (process ${holder}): stop that one, or choose another folder with --data.`,
  );
}

/** Takes the lock; `wx` makes it atomic, so that only one of two simultaneous starts wins. */
function lock(path: string, name = LOCK): string {
  const file = join(path, name);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, `${process.pid}\n${startOf(process.pid) ?? ""}`, { flag: "wx" });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (!/^(\d+(\n|$)|$)/.test(readFileSync(file, "utf8"))) {
        throw new StackError(
          `${file} was not made by this program, and is in its way: move it elsewhere.`,
        );
      }
      requireUnused(path, name);
      rmSync(file, { force: true });
    }
  }
  throw new StackError(`the data folder ${path} could not be locked: try again.`);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // Not `recursive`: Node would report a read-only disk as a missing folder.
    mkdirSync(path);
  }
}

function inWords(path: string, error: unknown): StackError {
  if (error instanceof StackError) return error;
  return new StackError(
    `the data folder ${path} can't be used (${(error as Error).message}): mend that, or choose another with --data DIR.`,
  );
}

/**
 * Makes and locks a data folder, for work before and besides its stack.
 * @param name of the lock, a file in the folder
 * @returns a function that releases it
 * @throws StackError if another program has the lock, or the folder can't be made
 */
export function holdFolder(path: string, name: string): () => void {
  try {
    // The database's server may run as another user, who must be able to pass through.
    mkdirSync(path, { recursive: true, mode: 0o711 });
    const file = lock(path, name);
    return () => rmSync(file, { force: true });
  } catch (error) {
    throw inWords(path, error);
  }
}

/**
 * Chooses, makes and locks the data folder of a stack.
 * @param choice without it, a temporary folder, deleted on release
 * @param majorVersion the PostgreSQL version that will use it
 * @throws StackError if it is in use, can't be made, belongs to another version or wasn't made by a stack
 */
export function openDataFolder(choice: FolderChoice | undefined, majorVersion: number): DataFolder {
  const path = choice?.path ?? mkdtempSync(join(tmpdir(), EPHEMERAL));
  const remedy = choice?.remedy ?? `remove it with "rm -r ${path}"`;
  const postgres = join(path, "postgres");
  let lockFile = "";
  const release = () => {
    if (!choice) rmSync(path, deletion);
    rmSync(lockFile, { force: true });
  };
  try {
    makeFolder(path);
    if (!choice) chmodSync(path, 0o711);
    lockFile = lock(path);
    const cluster = findCluster(postgres, remedy);
    if (cluster !== undefined) checkVersion(cluster, majorVersion, remedy);
  } catch (error) {
    if (lockFile) release();
    throw inWords(path, error);
  }
  const password = choice?.password ?? localKeys.databasePassword;
  return { path, postgres, remedy, password, release };
}

/**
 * Deletes a temporary folder that a killed program left, after ending a database server that runs there.
 * @throws StackError while somebody uses it
 */
export async function removeThrowAway(path: string): Promise<void> {
  if (!existsSync(path)) return;
  requireUnused(path);
  for (const name of readdirSync(path)) {
    const place = join(path, name, "postgres");
    if (existsSync(place)) await endServerOf(place);
  }
  await rm(path, deletion);
}

/**
 * Provides a temporary folder, deleted when the work or the program ends. If that is killed, the next program
 * to use the place deletes it.
 * @param path a place only for this
 * @throws StackError while somebody else uses it, and the errors of the work
 */
export async function withThrowAway<T>(
  path: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  await removeThrowAway(path);
  holdFolder(path, LOCK);
  const remove = () => rmSync(path, deletion);
  const leave = () => process.exit(130);
  // Without listeners, these signals would end the program at once.
  const unheard = SIGNALS.filter((signal) => process.listenerCount(signal) === 0);
  for (const signal of unheard) process.on(signal, leave);
  process.on("exit", remove);
  try {
    return await work(path);
  } finally {
    process.off("exit", remove);
    for (const signal of unheard) process.off(signal, leave);
    remove();
  }
}

async function clearIfAbandoned(path: string): Promise<void> {
  const lockFile = join(path, LOCK);
  const isOwn = process.getuid === undefined || lstatSync(path).uid === process.getuid();
  if (!isOwn || !existsSync(lockFile) || lockHolder(lockFile) !== undefined) return;
  if (existsSync(join(path, "postgres"))) await endServerOf(join(path, "postgres"));
  await rm(path, deletion);
}

/** Ends and deletes temporary data of killed stacks. */
export async function clearAbandoned(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((entry) => entry.startsWith(EPHEMERAL));
  for (const name of names) {
    // Harmless when it can't be removed, and another start may be removing it.
    await clearIfAbandoned(join(tmpdir(), name)).catch(() => {});
  }
}

/**
 * Deletes the data of a stack that doesn't run, after ending a database server that a killed stack left.
 * @throws StackError if a stack uses the data, or didn't make it
 */
export async function resetData({ path, remedy }: FolderChoice): Promise<void> {
  if (!existsSync(path)) return;
  const place = join(path, "postgres");
  let lockFile = "";
  try {
    lockFile = lock(path);
    if (!lstatSync(place, { throwIfNoEntry: false })) return;
    if (statSync(place, { throwIfNoEntry: false })) {
      const cluster = findCluster(place, remedy);
      if (cluster === undefined) return;
      await endServerOf(cluster);
      await rm(cluster, deletion);
    }
    // Also removes a link to the data.
    await rm(place, deletion);
  } catch (error) {
    throw inWords(path, error);
  } finally {
    if (lockFile) rmSync(lockFile, { force: true });
  }
}
