import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FolderChoice, StackError } from "embedded-supabase";
import { endServerOf, hasData, requireUnused, writeWhole } from "embedded-supabase/tools";
import * as v from "valibot";
import { packageVersion, rootFolder, serveCommand } from "../project.ts";
import { backUp } from "./backups.ts";
import {
  type CopyNote,
  copyIn,
  dropCopy,
  makeCopy,
  noteCopy,
  putBack,
  readCopy,
} from "./data-copy.ts";
import { backupsIn } from "./kept-backups.ts";

type Log = (line: string) => void;

const servedSchema = v.object({
  version: v.optional(v.string(), "an unknown one"),
  migration: v.optional(v.string(), ""),
  url: v.optional(v.string(), ""),
  listen: v.optional(v.object({ host: v.string(), port: v.number() })),
  signUp: v.optional(v.string()),
  sendsMail: v.optional(v.boolean()),
});

/** The version that last served a data folder, and its latest migration. */
type Served = Pick<v.InferOutput<typeof servedSchema>, "version" | "migration">;

function current(): Served {
  const migrations = readdirSync(join(rootFolder, "supabase/migrations")).sort();
  return { version: packageVersion(), migration: migrations.at(-1) ?? "" };
}

const fileIn = (folder: FolderChoice) => join(folder.path, "served-by.json");

/** The public address of a server, and where it last listened. */
type Place = Omit<v.InferOutput<typeof servedSchema>, "migration">;

/** The note of the last start; undefined before the first one, and if the file is damaged. */
function readServed(folder: FolderChoice) {
  try {
    return v.parse(servedSchema, JSON.parse(readFileSync(fileIn(folder), "utf8")));
  } catch {
    return undefined;
  }
}

/** Notes that this version serves the data, and at which address. */
export function noteServed(folder: FolderChoice, place: Omit<Place, "version">): void {
  writeWhole(fileIn(folder), `${JSON.stringify({ ...current(), ...place })}\n`);
}

export const wasServed = (folder: FolderChoice): boolean => existsSync(fileIn(folder));

/** The place of the last start; undefined before the first one. */
export const servedPlace: (folder: FolderChoice) => Place | undefined = readServed;

/** An upgrade in progress, with a copy of the data from before. */
interface Upgrade {
  /** After a failure: puts the data back. @returns a sentence about that */
  takeBack: () => string;
  /** From now on people may write into the upgraded data. */
  serves: () => void;
  finish: () => void;
}

/** Ends an unfinished upgrade, of whatever version. */
async function endUnfinished(folder: FolderChoice, served: Served, log: Log): Promise<void> {
  const copy = readCopy(folder.path);
  if (!copy) return;
  if (copy.to === served.migration) return dropCopy(folder.path);
  log("the last upgrade did not come to its end: putting the data back as it was before…");
  const data = join(folder.path, "postgres");
  if (existsSync(data)) await endServerOf(data);
  putBack(folder.path);
  if (served.migration === current().migration) dropCopy(folder.path);
}

/**
 * Stands for an unknown version, so that a backup is made in any case.
 * @throws StackError if an upgrade was in progress, too, as the right data can't be told then
 */
function whateverServed(folder: FolderChoice, log: Log): Served {
  const file = fileIn(folder);
  if (readCopy(folder.path)) {
    throw new StackError(
      `${file} is damaged, and ${copyIn(folder.path)} is there from an upgrade that did not end: bring that file back from a copy, or ${folder.remedy}.`,
    );
  }
  log(`${file} is damaged, so that nobody knows which version served the data last.`);
  return v.parse(servedSchema, {});
}

/** The name of the backup from before a migration. */
const backupBefore = (migration: string) => `before-${migration.split("_")[0]}.backup`;

/** @throws StackError if that fails; the data is unchanged then */
async function copyData(folder: FolderChoice, note: CopyNote, log: Log): Promise<void> {
  try {
    await backUp(folder, backupBefore(note.to), log);
    makeCopy(folder.path, note);
  } catch (error) {
    throw new StackError(
      `the upgrade was not begun, and the data is as it was (${(error as Error).message}): mend that, or start version ${note.version} again.`,
    );
  }
}

/**
 * Backs up and copies the data before a later version's migrations change it; undefined if they change
 * nothing. Undoes an earlier unfinished upgrade first.
 * @throws StackError for the data of a later version, and if no backup can be made
 */
export async function beginUpgrade(folder: FolderChoice, log: Log): Promise<Upgrade | undefined> {
  if (!existsSync(fileIn(folder))) return undefined;
  requireUnused(folder.path);
  const served = readServed(folder) ?? whateverServed(folder, log);
  await endUnfinished(folder, served, log);
  if (!hasData(folder.path)) return undefined;
  const { version, migration } = served;
  const to = current().migration;
  if (migration > to) {
    const backup = join(backupsIn(folder.path), backupBefore(migration));
    const restored = serveCommand(
      `restore ${backup}`,
      `--data ${folder.path}-${current().version}`,
    );
    const way = existsSync(backup)
      ? `restore what it was before into another folder ("${restored}")`
      : folder.remedy;
    throw new StackError(
      `the data in ${folder.path} was served by version ${version}, which is later than this one: start that version, or ${way}.`,
    );
  }
  if (migration === to) return undefined;
  if (readCopy(folder.path)) {
    noteCopy(folder.path, { version, to });
  } else {
    log(`upgrading from ${version}: a backup first…`);
    await copyData(folder, { version, to }, log);
  }
  return {
    takeBack: () => {
      try {
        writeWhole(fileIn(folder), `${JSON.stringify(served)}\n`);
        putBack(folder.path);
        dropCopy(folder.path);
        return `the upgrade failed, and the data is again what it was: version ${version} serves it as before.`;
      } catch (error) {
        return `the upgrade failed, and the data could not be put back (${(error as Error).message}): it lies in ${copyIn(folder.path)}. Mend that, and start version ${version}: it puts the data back first.`;
      }
    },
    serves: () => writeWhole(fileIn(folder), `${JSON.stringify({ ...served, ...current() })}\n`),
    finish: () => dropCopy(folder.path),
  };
}
