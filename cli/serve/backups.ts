import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "date-fns";
import type { FolderChoice } from "embedded-supabase";
import { backup, restore } from "../backup/commands.ts";
import { backupName, backupsToRemove } from "./kept-backups.ts";

type Log = (line: string) => void;

const LOOK_MS = 10 * 60_000;
/** By the clock of this machine: when hardly anybody writes. */
const HOUR = 3;
const MONDAY = 1;
/** What must stay free beside a backup of twice the last one's size. */
const SPARE_BYTES = 100_000_000;

const backupsIn = (folder: FolderChoice) => join(folder.path, "backups");

function sizeOfLast(place: string): number {
  const last = readdirSync(place).sort().at(-1);
  return last ? statSync(join(place, last)).size : 0;
}

/**
 * Writes a backup of the server's data into its folder, by its name.
 * @throws StackError when it can't be written, or the disk has too little room
 */
export async function backUp(folder: FolderChoice, name: string, log: Log): Promise<string> {
  const place = backupsIn(folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize < 2 * sizeOfLast(place) + SPARE_BYTES) {
    throw new Error(`the disk of ${place} has too little room for a backup.`);
  }
  const file = join(place, name);
  await backup(file, { folder, replace: true }, log);
  return file;
}

/** Restores a backup into a database that is thrown away. @throws when it can't be restored whole */
export async function verify(file: string, log: Log): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), "rota-verify-"));
  try {
    const folder = { path: join(path, "data"), remedy: "" };
    await restore(file, { folder, replace: true }, () => {});
    log(`${file} can be restored.`);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

async function keepTonight(folder: FolderChoice, log: Log): Promise<void> {
  const now = new Date();
  const name = backupName(format(now, "yyyy-MM-dd"));
  if (now.getHours() < HOUR || existsSync(join(backupsIn(folder), name))) return;
  const file = await backUp(folder, name, log);
  for (const old of backupsToRemove(readdirSync(backupsIn(folder)))) {
    rmSync(join(backupsIn(folder), old), { force: true });
  }
  if (now.getDay() === MONDAY) await verify(file, log);
}

/** A backup each night, and each Monday's restored to see that it can be; returns what ends that. */
export function keepBackups(folder: FolderChoice, log: Log): () => void {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    await keepTonight(folder, log).catch((error: Error) => {
      log(`THE BACKUP FAILED: ${error.message}`);
    });
    isBusy = false;
  };
  const timer = setInterval(look, LOOK_MS);
  void look();
  return () => clearInterval(timer);
}
