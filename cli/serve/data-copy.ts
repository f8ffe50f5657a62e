import {
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { writeWhole } from "embedded-supabase/tools";

/**
 * A copy of a server's data from before an upgrade. It exists complete or not at all; while it exists, the
 * data itself may be half upgraded.
 */

/** The upgrade that the copy belongs to. */
export interface CopyNote {
  /** the version that served the data */
  readonly version: string;
  /** the latest migration of the new version */
  readonly to: string;
}

export const copyIn = (folder: string): string => join(folder, "before-upgrade");
const noteIn = (folder: string) => join(copyIn(folder), "upgrade.json");
const unfinishedIn = (folder: string) => `${copyIn(folder)}.unfinished`;
const doneIn = (folder: string) => `${copyIn(folder)}.done`;

/** The real folder of the data. */
function dataIn(folder: string): string {
  const place = join(folder, "postgres");
  return existsSync(place) ? realpathSync(place) : place;
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" });

/** Copies a folder's contents with their owners, and flushes them to the disk. */
function copyTree(from: string, to: string): void {
  const mode = constants.COPYFILE_FICLONE;
  cpSync(from, to, { recursive: true, preserveTimestamps: true, mode });
  for (const name of ["", ...filesIn(from)]) {
    const { uid, gid } = lstatSync(join(from, name));
    const copied = openSync(join(to, name), "r");
    try {
      if (process.getuid?.() === 0) chownSync(join(to, name), uid, gid);
      fsyncSync(copied);
    } finally {
      closeSync(copied);
    }
  }
}

/** Compares two trees cheaply: every name with its size and time. */
const contentsOf = (folder: string) =>
  filesIn(folder)
    .sort()
    .map((name) => {
      const stat = lstatSync(join(folder, name));
      return stat.isDirectory() ? name : `${name} ${stat.size} ${Math.floor(stat.mtimeMs)}`;
    })
    .join("\n");

/** The note of the existing copy; undefined without one. */
export function readCopy(folder: string): CopyNote | undefined {
  return existsSync(copyIn(folder)) ? JSON.parse(readFileSync(noteIn(folder), "utf8")) : undefined;
}

export const noteCopy = (folder: string, note: CopyNote): void =>
  writeWhole(noteIn(folder), JSON.stringify(note));

/** Copies the data while no database runs on it. @throws the system's error, and then leaves nothing */
export function makeCopy(folder: string, note: CopyNote): void {
  const unfinished = unfinishedIn(folder);
  rmSync(unfinished, { recursive: true, force: true });
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    copyTree(dataIn(folder), join(unfinished, "postgres"));
    writeWhole(join(unfinished, "upgrade.json"), JSON.stringify(note));
    renameSync(unfinished, copyIn(folder));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Replaces the data with the copy, which stays. Data on a separate disk stays there.
 * @throws Error if the data differs afterwards
 */
export function putBack(folder: string): void {
  const [copy, data] = [join(copyIn(folder), "postgres"), dataIn(folder)];
  const whole = contentsOf(copy);
  if (existsSync(data)) {
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  }
  copyTree(copy, data);
  if (contentsOf(data) !== whole) throw new Error(`${data} is not what ${copy} is`);
}

/** Removes the copy by renaming it first, so that no part of it is ever taken for a copy. */
export function dropCopy(folder: string): void {
  if (existsSync(copyIn(folder))) renameSync(copyIn(folder), doneIn(folder));
  rmSync(doneIn(folder), { recursive: true, force: true });
}
