import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { getISOWeek, getISOWeekYear } from "date-fns";

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 12;

const NAME = /^rota-(\d{4})-(\d\d)-(\d\d)\.backup$/;

/** The name of a day's backup. @param day `yyyy-MM-dd` */
export const backupName = (day: string): string => `rota-${day}.backup`;

export const isNightly = (name: string): boolean => NAME.test(name);

export const backupsIn = (folder: string): string => join(folder, "backups");

/** The latest backup, nightly or before an upgrade; undefined if there is none. */
export function latestBackup(folder: string): string | undefined {
  const place = backupsIn(folder);
  if (!existsSync(place)) return undefined;
  const files = readdirSync(place).filter((name) => name.endsWith(".backup"));
  const byTime = files
    .map((name) => join(place, name))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .sort((one, other) => one.at - other.at);
  return byTime.at(-1)?.file;
}

/** The first name of each kind, for at most so many kinds. */
function firsts(
  names: readonly string[],
  most: number,
  kindOf: (name: string) => string,
): string[] {
  const kinds = new Map<string, string>();
  for (const name of names) {
    const kind = kindOf(name);
    if (!kinds.has(kind)) kinds.set(kind, name);
  }
  return [...kinds.values()].slice(0, most);
}

function weekOf(name: string): string {
  const [, year, month, day] = NAME.exec(name) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return `${getISOWeekYear(date)} ${getISOWeek(date)}`;
}

/**
 * The backups to delete: kept are the latest of the last 7 days, 4 weeks and 12 months that have any. Other
 * files are never deleted.
 */
export function backupsToRemove(files: readonly string[]): string[] {
  const names = files.filter(isNightly).sort().reverse();
  const kept = new Set([
    ...names.slice(0, DAYS),
    ...firsts(names, WEEKS, weekOf),
    ...firsts(names, MONTHS, (name) => name.slice(0, "rota-2026-11".length)),
  ]);
  return names.filter((name) => !kept.has(name));
}
