import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasData } from "embedded-supabase/data-access.ts";
import type { FolderChoice } from "embedded-supabase/data-folder.ts";
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

const fileIn = (folder: FolderChoice) => join(folder.path, "served-by.json");

/** Notes that this version serves the data. */
export function noteVersion(folder: FolderChoice): void {
  writeFileSync(fileIn(folder), `${JSON.stringify(current())}\n`);
}

/**
 * Backs the data up before another version's migrations change it.
 * @returns the backup's path; undefined when nothing will be changed
 */
export async function beforeUpgrade(
  folder: FolderChoice,
  log: (line: string) => void,
): Promise<string | undefined> {
  if (!hasData(folder.path) || !existsSync(fileIn(folder))) return undefined;
  const { version, migration } = JSON.parse(readFileSync(fileIn(folder), "utf8")) as Served;
  if (migration === current().migration) return undefined;
  log(`upgrading from ${version}: a backup first…`);
  return backUp(folder, `before-${current().migration.split("_")[0]}.backup`, log);
}
