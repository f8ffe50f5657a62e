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
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkVersion, endServerOf, findCluster, isMarked, mark } from "./cluster.ts";
import { rootFolder } from "./config.ts";
import { StackError } from "./errors.ts";
import { isAlive, startOf } from "./processes.ts";

/** Where one stack keeps its data. `release` gives the folder back; call it after the stop. */
export interface DataFolder {
  path: string;
  postgres: string;
  /** The command that empties it, for messages. */
  reset: string;
  release: () => void;
}

export interface FolderChoice {
  data?: string | undefined;
  ephemeral: boolean;
}

const EPHEMERAL = "rota-ephemeral-";
const LOCK = "stack.pid";
/** Retries, because a killed program's last writes may still arrive during the deletion. */
const deletion = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** The command that empties a data folder, as a person would type it. */
export function resetCommand(data: string | undefined): string {
  if (data === undefined) return "npm run stack reset";
  const quoted = /^[\w@%+=:,./-]+$/.test(data) ? data : `'${data.replaceAll("'", `'\\''`)}'`;
  return `npm run stack reset -- --data ${quoted}`;
}

/** The data folder that the options name; a throw-away one is made. */
export function chooseFolder({ data, ephemeral }: FolderChoice): string {
  if (data !== undefined && data.trim() === "") {
    throw new StackError("--data takes the name of a folder, and got none.");
  }
  if (ephemeral) return mkdtempSync(join(tmpdir(), EPHEMERAL));
  return data === undefined ? join(rootFolder, ".rota") : resolve(data);
}

/** The process that holds a lock, unless it is gone or its number now names another program. */
export function lockHolder(file: string): number | undefined {
  const [pid = "", start = ""] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const isHeld = pid !== "" && isAlive(Number(pid)) && (startOf(Number(pid)) ?? "") === start;
  return isHeld ? Number(pid) : undefined;
}

/** Takes the lock; `wx` makes it atomic, so that only one of two simultaneous starts wins. */
function lock(path: string): string {
  const file = join(path, LOCK);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, `${process.pid}\n${startOf(process.pid) ?? ""}`, { flag: "wx" });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (!/^(\d+(\n|$)|$)/.test(readFileSync(file, "utf8"))) {
        throw new StackError(`${file} was not made by Rota, and is in its way: move it elsewhere.`);
      }
      const holder = lockHolder(file);
      if (holder !== undefined) {
        throw new StackError(
          `the data folder ${path} is in use by another Rota (process ${holder}): stop that one, or choose another folder with --data.`,
        );
      }
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

/** Explains a file system error. */
function inWords(path: string, error: unknown): StackError {
  if (error instanceof StackError) return error;
  return new StackError(
    `the data folder ${path} can't be used (${(error as Error).message}): mend that, or choose another with --data DIR.`,
  );
}

/** Marks data in the checkout's `.rota` that was made before folders were marked. */
function markOlderData(postgres: string, { data }: FolderChoice): void {
  const isOlder = data === undefined && existsSync(join(postgres, "PG_VERSION"));
  if (isOlder && !isMarked(postgres)) mark(postgres);
}

/**
 * Chooses, makes and locks the data folder of a stack.
 * @param choice `--data DIR`, `--ephemeral` (a throw-away folder, removed on release) or neither
 * @param majorVersion the PostgreSQL version that will use it
 * @throws StackError when it is in use, can't be made, belongs to another version or is not Rota's.
 */
export function openDataFolder(choice: FolderChoice, majorVersion: number): DataFolder {
  const path = chooseFolder(choice);
  const reset = resetCommand(choice.data);
  const postgres = join(path, "postgres");
  let lockFile = "";
  const release = () => {
    if (choice.ephemeral) rmSync(path, deletion);
    rmSync(lockFile, { force: true });
  };
  try {
    makeFolder(path);
    if (choice.ephemeral) chmodSync(path, 0o711);
    lockFile = lock(path);
    markOlderData(postgres, choice);
    const cluster = findCluster(postgres, reset);
    if (cluster !== undefined) checkVersion(cluster, majorVersion, reset);
  } catch (error) {
    if (lockFile) release();
    throw inWords(path, error);
  }
  return { path, postgres, reset, release };
}

async function clearIfAbandoned(path: string): Promise<void> {
  const lockFile = join(path, LOCK);
  const isOwn = process.getuid === undefined || lstatSync(path).uid === process.getuid();
  if (!isOwn || !existsSync(lockFile) || lockHolder(lockFile) !== undefined) return;
  if (existsSync(join(path, "postgres"))) await endServerOf(join(path, "postgres"));
  rmSync(path, deletion);
}

/** Ends and removes what killed stacks left of their throw-away data. */
export async function clearAbandoned(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((entry) => entry.startsWith(EPHEMERAL));
  for (const name of names) {
    // Harmless when it can't be removed, and another start may be removing it.
    await clearIfAbandoned(join(tmpdir(), name)).catch(() => {});
  }
}

/**
 * Empties the data of a stack that does not run; its next start begins anew. A database server that
 * a killed stack left behind is ended first.
 * @throws StackError when a stack uses the data, or the data is not Rota's
 */
export async function resetData(choice: FolderChoice): Promise<string> {
  const path = chooseFolder({ ...choice, ephemeral: false });
  if (!existsSync(path)) return path;
  const place = join(path, "postgres");
  let lockFile = "";
  try {
    lockFile = lock(path);
    markOlderData(place, choice);
    if (!lstatSync(place, { throwIfNoEntry: false })) return path;
    if (statSync(place, { throwIfNoEntry: false })) {
      const cluster = findCluster(place, resetCommand(choice.data));
      if (cluster === undefined) return path;
      await endServerOf(cluster);
      rmSync(cluster, deletion);
    }
    // Also removes a link to the data.
    rmSync(place, deletion);
    return path;
  } catch (error) {
    throw inWords(path, error);
  } finally {
    if (lockFile) rmSync(lockFile, { force: true });
  }
}
