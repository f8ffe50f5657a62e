import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type FolderChoice, StackError } from "embedded-supabase";
import { hasData, writeWhole } from "embedded-supabase/tools";
import { rootFolder } from "../project.ts";
import { backUp } from "./backups.ts";

/** What a data folder was last served by: a version, and its latest migration. */
interface Served {
  readonly version: string;
  readonly migration: string;
}

function current(): Served {
  const { version } = JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8"));
  const migrations = readdirSync(join(rootFolder, "supabase/migrations")).sort();
  return { version, migration: migrations.at(-1) ?? "" };
}

/** The version of this checkout. */
export const currentVersion = (): string => current().version;

const fileIn = (folder: FolderChoice) => join(folder.path, "served-by.json");

/** Where a server was last started: what people reach it by, and where it listened. */
interface Place {
  readonly url: string;
  readonly listen?: { readonly host: string; readonly port: number };
}

/** Notes that this version serves the data, and where. */
export function noteServed(folder: FolderChoice, place: Place): void {
  writeWhole(fileIn(folder), `${JSON.stringify({ ...current(), ...place })}\n`);
}

/** Where the server was last started; undefined before it ever was. */
export function servedPlace(folder: FolderChoice): Place | undefined {
  if (!existsSync(fileIn(folder))) return undefined;
  return JSON.parse(readFileSync(fileIn(folder), "utf8")) as Place;
}

/** An upgrade under way; the data of before lies beside it. */
interface Upgrade {
  /** After a failure: the data is again what it was. @returns what to say of it */
  takeBack: () => string;
  /** The new version serves the data. */
  finish: () => void;
}

/**
 * Backs the data up and copies it before a later version's migrations change it; undefined when there is
 * nothing that they would.
 * @throws StackError for the data of a later version
 */
export async function beginUpgrade(
  folder: FolderChoice,
  log: (line: string) => void,
): Promise<Upgrade | undefined> {
  if (!hasData(folder.path) || !existsSync(fileIn(folder))) return undefined;
  const { version, migration } = JSON.parse(readFileSync(fileIn(folder), "utf8")) as Served;
  if (migration > current().migration) {
    throw new StackError(
      `the data in ${folder.path} was served by version ${version}, which is later than this one: start that version, or restore a backup of this one in another folder.`,
    );
  }
  if (migration === current().migration) return undefined;
  log(`upgrading from ${version}: a backup first…`);
  await backUp(folder, `before-${current().migration.split("_")[0]}.backup`, log);
  const data = join(folder.path, "postgres");
  const copy = join(folder.path, "before-upgrade");
  const removeCopy = () => rmSync(copy, { recursive: true, force: true });
  removeCopy();
  cpSync(data, copy, { recursive: true, preserveTimestamps: true });
  return {
    takeBack: () => {
      rmSync(data, { recursive: true, force: true });
      renameSync(copy, data);
      return `the upgrade failed, and the data is again what it was: version ${version} serves it as before.`;
    },
    finish: removeCopy,
  };
}
