import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { rootFolder } from "./config.ts";
import { StackError } from "./errors.ts";

/** Where one stack keeps its data. `release` gives the folder back; call it after the stop. */
export interface DataFolder {
  path: string;
  postgres: string;
  release: () => void;
}

/** PostgreSQL refuses to run as root, so root runs it as another user (see services/postgres.ts). */
export const runsAsRoot = process.getuid?.() === 0;

/** Whether any user may pass through every folder down to `path`. */
export function isReachableByAll(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** A folder that any user can reach, standing in for `path`, which only root can. */
export function sharedFolder(path: string): string {
  const digest = createHash("sha256").update(path).digest("hex").slice(0, 16);
  return join("/var/tmp", `rota-${digest}`);
}

/**
 * Where the cluster of a data folder is: in it, or, when root's PostgreSQL user can't get there,
 * behind a link. A cluster whose link was deleted belongs to a data folder that was deleted.
 */
function placeCluster(folder: string): string {
  const place = join(folder, "postgres");
  if (!runsAsRoot || isReachableByAll(folder)) return place;
  const entry = lstatSync(place, { throwIfNoEntry: false });
  if (entry && !entry.isSymbolicLink()) return place;
  const target = sharedFolder(place);
  if (!entry) {
    rmSync(target, { recursive: true, force: true });
    symlinkSync(target, place);
  }
  return target;
}

export interface FolderChoice {
  data?: string | undefined;
  ephemeral: boolean;
}

/** The data folder that the options name; a throw-away one is made. */
export function chooseFolder({ data, ephemeral }: FolderChoice): string {
  if (ephemeral) return mkdtempSync(join(tmpdir(), "rota-"));
  return data === undefined ? join(rootFolder, ".rota") : resolve(data);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The process that holds a lock, unless it is gone or its number now names another program. */
export function lockHolder(file: string): number | undefined {
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : Number.NaN;
  if (!Number.isInteger(pid) || !isAlive(pid)) return undefined;
  const commandLine = `/proc/${pid}/cmdline`;
  const isOther =
    existsSync(commandLine) && !readFileSync(commandLine, "utf8").includes("bootstrap.mjs");
  return isOther ? undefined : pid;
}

/** Takes the lock; `wx` makes it atomic, so that of two starts at once one wins. */
function lock(path: string): string {
  const file = join(path, "stack.pid");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
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

function checkVersion(postgres: string, wanted: number): void {
  const file = join(postgres, "PG_VERSION");
  if (!existsSync(file)) return;
  const found = readFileSync(file, "utf8").trim();
  if (found !== String(wanted)) {
    throw new StackError(
      `the data folder ${postgres} belongs to PostgreSQL ${found}, and Rota runs ${wanted}: move it away, or empty it with "npm run stack reset".`,
    );
  }
}

/**
 * Chooses, makes and locks the data folder of a stack.
 * @param choice `--data DIR`, `--ephemeral` (a throw-away folder, removed on release) or neither
 * @param majorVersion the PostgreSQL version that will use it
 * @throws StackError when it is in use, belongs to another version or can't be made.
 */
export function openDataFolder(choice: FolderChoice, majorVersion: number): DataFolder {
  const path = chooseFolder(choice);
  try {
    mkdirSync(path, { recursive: true });
    if (runsAsRoot) chmodSync(path, 0o711);
  } catch (error) {
    throw new StackError(`the data folder ${path} can't be made: ${(error as Error).message}`);
  }
  const lockFile = lock(path);
  const postgres = placeCluster(path);
  const release = () => {
    if (choice.ephemeral) rmSync(postgres, { recursive: true, force: true });
    if (choice.ephemeral) rmSync(path, { recursive: true, force: true });
    rmSync(lockFile, { force: true });
  };
  try {
    checkVersion(postgres, majorVersion);
  } catch (error) {
    release();
    throw error;
  }
  return { path, postgres, release };
}

/** Empties the data of a stack that does not run; its next start begins anew. */
export function resetData(choice: FolderChoice): string {
  const path = chooseFolder({ ...choice, ephemeral: false });
  if (!existsSync(path)) return path;
  const lockFile = lock(path);
  rmSync(placeCluster(path), { recursive: true, force: true });
  rmSync(join(path, "postgres"), { recursive: true, force: true });
  rmSync(lockFile, { force: true });
  return path;
}
