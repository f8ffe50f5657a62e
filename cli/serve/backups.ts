import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "date-fns";
import { type FolderChoice, StackError } from "embedded-supabase";
import {
  lockHolder,
  removeThrowAway,
  type Troubles,
  withThrowAway,
  writeWhole,
} from "embedded-supabase/tools";
import { backup, restore } from "../backup/commands.ts";
import { olderIn } from "../backup/upgrade.ts";
import { backupName, backupsIn, backupsToRemove, isNightly } from "./kept-backups.ts";

type Log = (line: string) => void;

const LOOK_MS = 10 * 60_000;
/** By the clock of this machine: when hardly anybody writes. */
const HOUR = 3;
const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
/** What must stay free beside a backup of twice the last one's size. */
const SPARE_BYTES = 100_000_000;

function sizeOfLast(place: string): number {
  const last = readdirSync(place).sort().at(-1);
  return last ? statSync(join(place, last)).size : 0;
}

/**
 * Writes a backup of the server's data into its folder, by its name.
 * @throws StackError when it can't be written, or the disk has too little room
 */
export async function backUp(folder: FolderChoice, name: string, log: Log): Promise<string> {
  const place = backupsIn(folder.path);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize < 2 * sizeOfLast(place) + SPARE_BYTES) {
    throw new StackError(`the disk of ${place} has too little room for a backup.`);
  }
  const file = join(place, name);
  await backup(file, { folder, replace: true }, log);
  return file;
}

/** How many backups are kept of those that somebody asked for in the browser. */
const ASKED = 5;
const isAsked = (name: string) => /^asked-[\d-]+\.backup$/.test(name);

/** A backup that somebody asked for, beside those of the nights; the oldest of its kind goes. @throws as {@link backUp} */
export async function makeAskedBackup(folder: FolderChoice, log: Log): Promise<string> {
  const made = await backUp(folder, `asked-${format(new Date(), "yyyy-MM-dd-HHmmss")}.backup`, log);
  const asked = readdirSync(backupsIn(folder.path)).filter(isAsked).sort();
  for (const old of asked.slice(0, -ASKED)) {
    rmSync(join(backupsIn(folder.path), old), { force: true });
  }
  return made;
}

/** A backup in the folder. */
interface Backup {
  readonly name: string;
  readonly bytes: number;
  /** ISO 8601 in UTC */
  readonly at: string;
}

/** The backups that are there, the latest first. */
export function listBackups(folder: FolderChoice): Backup[] {
  const place = backupsIn(folder.path);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => name.endsWith(".backup"));
  return names
    .map((name) => ({ name, ...statSync(join(place, name)) }))
    .sort((one, other) => other.mtimeMs - one.mtimeMs)
    .map(({ name, size, mtime }) => ({ name, bytes: size, at: mtime.toISOString() }));
}

/** Where a data folder has the copies that verifications make: the server's own, and one that somebody asks for. */
const VERIFYING = { itself: "verifying", asked: "verifying-asked" };

/**
 * Restores a backup into a database that is thrown away.
 * @throws when it can't be restored whole, and StackError while another one is verified so in this folder
 */
export async function verify(
  file: string,
  folder: FolderChoice,
  log: Log,
  by: keyof typeof VERIFYING = "itself",
): Promise<void> {
  const isThere = existsSync(folder.path);
  try {
    await withThrowAway(join(folder.path, VERIFYING[by]), (path) =>
      restore(file, { folder: { path: join(path, "data"), remedy: "" }, replace: true }, () => {}),
    );
    log(`${file} can be restored.`);
  } finally {
    if (!isThere) rmSync(folder.path, { recursive: true, force: true });
  }
}

/** What versions before left in the folder of temporary files when they were killed. */
const EARLIER_COPY = /^rota-(?:verify|older-backup)-/;

/** Removes the copies of people's data that a killed program has left: what one works on stays. */
export async function removeCopies(folder: FolderChoice): Promise<void> {
  const earlier = readdirSync(tmpdir()).filter((name) => EARLIER_COPY.test(name));
  const unused = earlier
    .map((name) => join(tmpdir(), name))
    .filter((path) => lstatSync(path).uid === process.getuid?.())
    .filter((path) => lockHolder(join(path, "data/stack.pid")) === undefined);
  const own = Object.values(VERIFYING).map((name) => join(folder.path, name));
  for (const path of [...own, olderIn(folder.path), ...unused]) {
    // In use.
    await removeThrowAway(path).catch(() => {});
  }
}

/** The name of the latest nightly backup. */
export const lastBackup = (folder: FolderChoice): string | undefined =>
  existsSync(backupsIn(folder.path))
    ? readdirSync(backupsIn(folder.path)).filter(isNightly).sort().at(-1)
    : undefined;

const verifiedIn = (folder: FolderChoice) => join(folder.path, "verified.json");

interface Verified {
  readonly file: string;
  /** milliseconds since the epoch */
  readonly at: number;
}

/** The backup that was last seen to be one that can be restored, by its name. */
export const lastVerified = (folder: FolderChoice): Verified | undefined =>
  existsSync(verifiedIn(folder)) ? JSON.parse(readFileSync(verifiedIn(folder), "utf8")) : undefined;

/** Notes that a backup can be restored. */
export const noteVerified = (folder: FolderChoice, file: string): void =>
  writeWhole(verifiedIn(folder), JSON.stringify({ file, at: Date.now() }));

/** What a night's work is made of. */
export interface Steps {
  readonly backUp: typeof backUp;
  readonly verify: typeof verify;
}

/** Resolves to whether there was one to make. */
async function keepTonight(folder: FolderChoice, steps: Steps, log: Log): Promise<boolean> {
  const now = new Date();
  const name = backupName(format(now, "yyyy-MM-dd"));
  if (now.getHours() < HOUR || existsSync(join(backupsIn(folder.path), name))) return false;
  await steps.backUp(folder, name, log);
  for (const old of backupsToRemove(readdirSync(backupsIn(folder.path)))) {
    rmSync(join(backupsIn(folder.path), old), { force: true });
  }
  return true;
}

/** Verifies the latest backup when none was for a week. Resolves to whether there was one to verify. */
async function verifyWeekly(folder: FolderChoice, steps: Steps, log: Log): Promise<boolean> {
  const file = lastBackup(folder);
  const { at = 0 } = lastVerified(folder) ?? {};
  if (file === undefined || Date.now() - at < WEEK_MS) return false;
  await steps.verify(join(backupsIn(folder.path), file), folder, log);
  noteVerified(folder, file);
  return true;
}

/**
 * A backup each night, and each week one restored to see that it can be: what was missed is done as soon as it can
 * be. Returns what ends that.
 */
export function keepBackups(
  folder: FolderChoice,
  troubles: Troubles,
  log: Log,
  steps: Steps = { backUp, verify },
): () => void {
  let isBusy = false;
  let isEnded = false;
  let verifiesAfter = 0;
  const watched = async (what: string, work: () => Promise<boolean>) => {
    try {
      if (await work()) troubles.end(what);
      return true;
    } catch (error) {
      // Of a stop in the middle nobody needs to be told.
      if (!isEnded) troubles.begin(what, (error as Error).message);
      return false;
    }
  };
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    await watched("backup", () => keepTonight(folder, steps, log));
    if (Date.now() >= verifiesAfter) {
      const isDone = await watched("verifying a backup", () => verifyWeekly(folder, steps, log));
      // It takes a database of its own.
      if (!isDone) verifiesAfter = Date.now() + DAY_MS;
    }
    isBusy = false;
  };
  const timer = setInterval(look, LOOK_MS);
  void look();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
