import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type FolderChoice, type Progress, StackError, withDatabase } from "embedded-supabase";
import { hasData, withClient } from "embedded-supabase/tools";
import type pg from "pg";
import { rootFolder, serveCommand } from "../project.ts";
import { closeExamples } from "./example-accounts.ts";
import { type BackupHeader, checkBackup, readRows, writeBackup } from "./file.ts";
import { exportLines, importLines, isOlder } from "./rows.ts";
import { withUpgraded } from "./upgrade.ts";

export interface BackupOptions {
  folder: FolderChoice;
  /** the connection string of a hosted project's database, used instead of the folder */
  databaseUrl?: string | undefined;
  /** whether an existing file, or existing people, may be replaced */
  replace: boolean;
  /** whether to close the example accounts of `npm start`, whose password is public */
  closesExamples?: boolean;
}

/** Opens the database with the data. @throws StackError when it can't be reached */
function withData<T>(
  { folder, databaseUrl }: BackupOptions,
  log: Progress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  if (!databaseUrl) return withDatabase(rootFolder, folder, log, work);
  return withClient(databaseUrl, work).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StackError || error.syscall === undefined) throw error;
    throw new StackError(`the project's database can't be reached (${error.message}).`);
  });
}

/** `npm run stack backup FILE`, whether or not the stack runs. */
export async function backup(name: string, options: BackupOptions, log: Progress): Promise<number> {
  const file = resolve(name);
  const { folder, databaseUrl } = options;
  if (!databaseUrl && !hasData(folder.path))
    throw new StackError(`there is no data in ${folder.path}.`);
  if (existsSync(file) && !options.replace) {
    throw new StackError(`${file} exists already: add --replace to replace it.`);
  }
  await withData(options, log, (client) => writeBackup(file, exportLines(client)));
  const { people } = await checkBackup(file);
  log(`wrote ${file}: ${people} people. It holds their password hashes: keep it to yourself.`);
  return 0;
}

/** `npm run stack restore FILE`, whether or not the stack runs. Backups of older versions work. */
export async function restore(
  name: string,
  options: BackupOptions,
  log: Progress,
): Promise<number> {
  const file = resolve(name);
  const header = await checkBackup(file);
  const closed: string[] = [];
  try {
    const rows = await withData(options, log, async (client) => {
      const read = (from: string, its: BackupHeader) =>
        importLines(client, its, (take) => readRows(from, take), options.replace);
      const older = await isOlder(client, header);
      const count = await (older
        ? withUpgraded(file, header, options.folder.path, log, read)
        : read(file, header));
      if (options.closesExamples) closed.push(...(await closeExamples(client)));
      return count;
    });
    log(`restored ${header.people} people, ${rows} rows, as of ${header.at}; all sign in again.`);
    for (const address of closed) {
      log(
        `${address} had the password that README prints: nobody signs in with it any more. "${serveCommand("reset")}" makes a new one, "${serveCommand("close")}" ends the account.`,
      );
    }
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    throw new StackError(`${file} was not restored: ${error.message}`);
  }
  return 0;
}
