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
/** In this machine's time, when hardly anybody writes. */
const HOUR = 3;
const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
/** Space that must stay free besides a backup of twice the last one's size. */
const SPARE_BYTES = 100_000_000;

function sizeOfLast(place: string): number {
  const last = readdirSync(place).sort().at(-1);
  return last ? statSync(join(place, last)).size : 0;
}

/**
 * Writes a backup of the server's data, with this name, into its folder.
 * @throws StackError if it can't be written, or the disk has too little space
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

/** The number of backups kept of those made in the browser. */
const ASKED = 5;
const isAsked = (name: string) => /^asked-[\d-]+\.backup$/.test(name);

/** Makes a backup on request, beside the nightly ones; the oldest of its kind is removed. @throws as {@link backUp} */
export async function makeAskedBackup(folder: FolderChoice, log: Log): Promise<string> {
  const made = await backUp(folder, `asked-${format(new Date(), "yyyy-MM-dd-HHmmss")}.backup`, log);
  const asked = readdirSync(backupsIn(folder.path)).filter(isAsked).sort();
  for (const old of asked.slice(0, -ASKED)) {
    rmSync(join(backupsIn(folder.path), old), { force: true });
  }
  return made;
}

interface Backup {
  readonly name: string;
  readonly bytes: number;
  /** ISO 8601 in UTC */
  readonly at: string;
}

/** The backups of a server, the latest first. */
export function listBackups(folder: FolderChoice): Backup[] {
  const place = backupsIn(folder.path);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => name.endsWith(".backup"));
  return names
    .map((name) => ({ name, ...statSync(join(place, name)) }))
    .sort((one, other) => other.mtimeMs - one.mtimeMs)
    .map(({ name, size, mtime }) => ({ name, bytes: size, at: mtime.toISOString() }));
}

/** The folders for copies made by verifications: the server's own, and those on request. */
const VERIFYING = { itself: "verifying", asked: "verifying-asked" };

/**
 * Restores a backup into a temporary database.
 * @throws if it can't be restored completely, and StackError while another one is being verified in this
 * folder
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

/** Temporary files of older versions that were killed. */
const EARLIER_COPY = /^rota-(?:verify|older-backup)-/;

/** Removes copies of people's data that killed programs left; those in use stay. */
export async function removeCopies(folder: FolderChoice): Promise<void> {
  const earlier = readdirSync(tmpdir()).filter((name) => EARLIER_COPY.test(name));
  const unused = earlier
    .map((name) => join(tmpdir(), name))
    .filter((path) => lstatSync(path).uid === process.getuid?.())
    .filter((path) => lockHolder(join(path, "data/stack.pid")) === undefined);
  const own = Object.values(VERIFYING).map((name) => join(folder.path, name));
  for (const path of [...own, olderIn(folder.path), ...unused]) {
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

/** The name of the latest backup that was verified. */
export const lastVerified = (folder: FolderChoice): Verified | undefined =>
  existsSync(verifiedIn(folder)) ? JSON.parse(readFileSync(verifiedIn(folder), "utf8")) : undefined;

/** Records that a backup can be restored. */
export const noteVerified = (folder: FolderChoice, file: string): void =>
  writeWhole(verifiedIn(folder), JSON.stringify({ file, at: Date.now() }));

export interface Steps {
  readonly backUp: typeof backUp;
  readonly verify: typeof verify;
}

/** Makes tonight's backup if it is due. Resolves to whether it was. */
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

/** Verifies the latest backup if none was verified for a week. Resolves to whether it did. */
async function verifyWeekly(folder: FolderChoice, steps: Steps, log: Log): Promise<boolean> {
  const file = lastBackup(folder);
  const { at = 0 } = lastVerified(folder) ?? {};
  if (file === undefined || Date.now() - at < WEEK_MS) return false;
  await steps.verify(join(backupsIn(folder.path), file), folder, log);
  noteVerified(folder, file);
  return true;
}

/**
 * Makes a backup each night and verifies one each week by restoring it; missed ones are made up as soon as
 * possible. Returns a function that ends this.
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
      // A stop in the middle isn't reported.
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
      // Verifying takes a whole database, so after a failure it waits a day.
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
