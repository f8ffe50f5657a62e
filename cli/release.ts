import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "embedded-supabase";
import { rootFolder } from "./project.ts";

/** Which migrations were released with which version: version -> file -> SHA-256 of its text. */
type Releases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Not there before the first release. */
const releasesFile = join(rootFolder, "supabase/releases.json");
const migrations = join(rootFolder, "supabase/migrations");

export function readReleases(): Releases {
  return existsSync(releasesFile) ? JSON.parse(readFileSync(releasesFile, "utf8")) : {};
}

/** Whether a version has this migration, which then never changes. */
export const isReleased = (file: string): boolean =>
  Object.values(readReleases()).some((files) => file in files);

/** The files of the migrations, oldest first. */
export const migrationFiles = (): string[] =>
  readdirSync(migrations)
    .filter((file) => file.endsWith(".sql"))
    .sort();

export const digestOf = (file: string): string =>
  createHash("sha256")
    .update(readFileSync(join(migrations, file)))
    .digest("hex");

export const packageVersion = (): string =>
  JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8")).version;

/**
 * `npm run release`: notes that the migrations which no earlier version has belong to the version of
 * package.json. From then on they never change.
 */
export function release(log: Progress): number {
  const version = packageVersion();
  const { [version]: _, ...others } = readReleases();
  const known = new Set(Object.values(others).flatMap((files) => Object.keys(files)));
  const files = migrationFiles().filter((file) => !known.has(file));
  const released = { ...others, [version]: Object.fromEntries(files.map((f) => [f, digestOf(f)])) };
  writeFileSync(releasesFile, `${JSON.stringify(released, null, 2)}\n`);
  log(`${version} has ${files.length} migrations, up to ${files.at(-1)}.`);
  return 0;
}
