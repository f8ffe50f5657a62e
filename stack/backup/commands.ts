import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { chooseFolder } from "../data-folder.ts";
import { StackError } from "../errors.ts";
import type { Progress } from "../stack.ts";
import { hasData, withDatabase } from "./database.ts";
import { checkBackup, readRows, writeBackup } from "./file.ts";
import { exportLines, importLines } from "./rows.ts";

export interface BackupOptions {
  /** `--data DIR`; without it the default folder */
  data?: string | undefined;
  /** whether what is there, the file or the people, may be replaced */
  replace: boolean;
}

/** `npm run stack backup FILE`, while the stack runs or not. */
export async function backup(name: string, options: BackupOptions, log: Progress): Promise<number> {
  const file = resolve(name);
  const folder = chooseFolder({ data: options.data, ephemeral: false });
  if (!hasData(folder)) throw new StackError(`there is no data in ${folder}.`);
  if (existsSync(file) && !options.replace) {
    throw new StackError(`${file} exists already: add --replace to replace it.`);
  }
  await withDatabase(options.data, log, (client) => writeBackup(file, exportLines(client)));
  const { people } = await checkBackup(file);
  log(`wrote ${file}: ${people} people. It holds their password hashes: keep it to yourself.`);
  return 0;
}

/** `npm run stack restore FILE`, while the stack runs or not. */
export async function restore(
  name: string,
  options: BackupOptions,
  log: Progress,
): Promise<number> {
  const file = resolve(name);
  const header = await checkBackup(file);
  try {
    const rows = await withDatabase(options.data, log, (client) =>
      importLines(client, header, (onRows) => readRows(file, onRows), options.replace),
    );
    log(`restored ${header.people} people, ${rows} rows, as of ${header.at}; all sign in anew.`);
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    throw new StackError(`${file} was not restored: ${error.message}`);
  }
  return 0;
}
