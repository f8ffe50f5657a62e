import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { type Progress, withDatabase } from "embedded-supabase";
import { withThrowAway, withUpgradedDatabase } from "embedded-supabase/tools";
import { rootFolder } from "../project.ts";
import { type BackupHeader, checkBackup, readRows, writeBackup } from "./file.ts";
import { exportLines, importLines } from "./rows.ts";

/** Copies the project with only these migrations, as far as the database needs it. */
export function copyEarlierProject(folder: string, isThere: (version: string) => boolean): void {
  const filter = (path: string) =>
    !path.includes(join("supabase", ".temp")) &&
    (!path.endsWith(".sql") ||
      !path.includes("migrations") ||
      isThere(basename(path).split("_")[0] ?? ""));
  cpSync(join(rootFolder, "supabase"), join(folder, "supabase"), { recursive: true, filter });
}

/** The working folder in a data folder for upgrading an older backup. */
export const olderIn = (folder: string): string => join(folder, "older-backup");

/**
 * Upgrades a backup of an older version: restores it into a database of that version and applies the later
 * migrations. `work` gets the new file, which is deleted afterwards.
 * @param place the data folder to work in
 */
export function withUpgraded<T>(
  file: string,
  header: BackupHeader,
  place: string,
  log: Progress,
  work: (file: string, header: BackupHeader) => Promise<T>,
): Promise<T> {
  return withThrowAway(olderIn(place), async (folder) => {
    const data = { path: join(folder, "data"), remedy: "" };
    const upgraded = join(folder, "upgraded");
    const versions = new Set(header.migrations.map(({ version }) => version));
    log("the backup is older: bringing a copy of it up to date first…");
    copyEarlierProject(folder, (version) => versions.has(version));
    await withDatabase(folder, data, log, (client) =>
      importLines(client, header, (take) => readRows(file, take), true),
    );
    await withUpgradedDatabase(rootFolder, data, log, (client) =>
      writeBackup(upgraded, exportLines(client)),
    );
    return await work(upgraded, await checkBackup(upgraded));
  });
}
