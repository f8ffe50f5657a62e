import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { hasData, withDatabase } from "embedded-supabase/data-access.ts";
import type { FolderChoice } from "embedded-supabase/data-folder.ts";
import { StackError } from "embedded-supabase/errors.ts";
import type { Progress } from "embedded-supabase/stack.ts";
import { rootFolder } from "../project.ts";
import { type BackupHeader, checkBackup, readRows, writeBackup } from "./file.ts";
import { exportLines, importLines, isOlder } from "./rows.ts";
import { withUpgraded } from "./upgrade.ts";

export interface BackupOptions {
  /** where the data is */
  folder: FolderChoice;
  /** whether what is there, the file or the people, may be replaced */
  replace: boolean;
}

/** `npm run stack backup FILE`, while the stack runs or not. */
export async function backup(name: string, options: BackupOptions, log: Progress): Promise<number> {
  const file = resolve(name);
  const { folder } = options;
  if (!hasData(folder.path)) throw new StackError(`there is no data in ${folder.path}.`);
  if (existsSync(file) && !options.replace) {
    throw new StackError(`${file} exists already: add --replace to replace it.`);
  }
  await withDatabase(rootFolder, folder, log, (client) => writeBackup(file, exportLines(client)));
  const { people } = await checkBackup(file);
  log(`wrote ${file}: ${people} people. It holds their password hashes: keep it to yourself.`);
  return 0;
}

/** `npm run stack restore FILE`, while the stack runs or not. A backup of an older version is fine. */
export async function restore(
  name: string,
  options: BackupOptions,
  log: Progress,
): Promise<number> {
  const file = resolve(name);
  const header = await checkBackup(file);
  try {
    const rows = await withDatabase(rootFolder, options.folder, log, async (client) => {
      const read = (from: string, its: BackupHeader) =>
        importLines(client, its, (onRows) => readRows(from, onRows), options.replace);
      const older = await isOlder(client, header);
      return older ? withUpgraded(file, header, log, read) : read(file, header);
    });
    log(`restored ${header.people} people, ${rows} rows, as of ${header.at}; all sign in again.`);
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    throw new StackError(`${file} was not restored: ${error.message}`);
  }
  return 0;
}
