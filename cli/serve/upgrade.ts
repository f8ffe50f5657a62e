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

/** What a data folder was last served by: a version, and its latest migration. */
type Served = Pick<v.InferOutput<typeof servedSchema>, "version" | "migration">;

function current(): Served {
  const migrations = readdirSync(join(rootFolder, "supabase/migrations")).sort();
  return { version: packageVersion(), migration: migrations.at(-1) ?? "" };
}

const fileIn = (folder: FolderChoice) => join(folder.path, "served-by.json");

/** Where a server was last started: what people reach it by, and where it listened. */
type Place = Omit<v.InferOutput<typeof servedSchema>, "migration">;

/** What the last start noted; undefined before the first one, and when the file is damaged. */
function readServed(folder: FolderChoice) {
  try {
    return v.parse(servedSchema, JSON.parse(readFileSync(fileIn(folder), "utf8")));
  } catch {
    return undefined;
  }
}

/** Notes that this version serves the data, and where. */
export function noteServed(folder: FolderChoice, place: Omit<Place, "version">): void {
  writeWhole(fileIn(folder), `${JSON.stringify({ ...current(), ...place })}\n`);
}

/** Whether a server was ever started on the folder. */
export const wasServed = (folder: FolderChoice): boolean => existsSync(fileIn(folder));

/** Where the server was last started; undefined before it ever was. */
export const servedPlace: (folder: FolderChoice) => Place | undefined = readServed;

/** An upgrade under way; the data of before lies beside it. */
interface Upgrade {
  /** After a failure: puts the data back. @returns what to say of it */
  takeBack: () => string;
  /** From now on people may write into what the new version has made of the data. */
  serves: () => void;
  /** The new version serves the data. */
  finish: () => void;
}

/** Ends an upgrade that did not come to its end, by whatever version it was. */
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
 * Stands for a version that nobody knows: whatever it was, a backup comes first.
 * @throws StackError when an upgrade was under way, too, as nobody knows then which of both is the data
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

/** The name of the backup that is made before data gets a migration. */
const backupBefore = (migration: string) => `before-${migration.split("_")[0]}.backup`;

/** @throws StackError when it can't be done: the data is as it was then */
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
 * Backs the data up and copies it before a later version's migrations change it; undefined when there is
 * nothing that they would. An earlier upgrade that did not come to its end is taken back first.
 * @throws StackError for the data of a later version, and when there can be no backup
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
