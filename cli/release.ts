import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Progress, StackError } from "embedded-supabase";
import { packageVersion, rootFolder } from "./project.ts";

/** The migrations released with each version: version -> file -> SHA-256 of its text. */
type Releases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Missing before the first release. */
const releasesIn = (root: string) => join(root, "supabase/releases.json");
const migrationsIn = (root: string) => join(root, "supabase/migrations");

export function readReleases(root = rootFolder): Releases {
  const file = releasesIn(root);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Whether a migration belongs to a released version and so never changes. */
export const isReleased = (file: string): boolean =>
  Object.values(readReleases()).some((files) => file in files);

/** The files of the migrations, oldest first. */
export const migrationFiles = (root = rootFolder): string[] =>
  readdirSync(migrationsIn(root))
    .filter((file) => file.endsWith(".sql"))
    .sort();

export const digestOf = (file: string, root = rootFolder): string =>
  createHash("sha256")
    .update(readFileSync(join(migrationsIn(root), file)))
    .digest("hex");

/** Writes the version to package.json, the lock file, and the catalogues' files in packaging/. */
function sayVersion(version: string, root: string): void {
  for (const file of ["package.json", "package-lock.json"].map((name) => join(root, name))) {
    const said = JSON.parse(readFileSync(file, "utf8"));
    said.version = version;
    if (said.packages) said.packages[""].version = version;
    writeFileSync(file, `${JSON.stringify(said, null, 2)}\n`);
  }
  const folder = join(root, "packaging");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const said = /(?<=^version: "|\/rota:)\d+\.\d+\.\d+/gm;
    writeFileSync(file, readFileSync(file, "utf8").replace(said, version));
  }
}

/** @throws StackError when the version can't be released */
function requireReleasable(version: string, root: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new StackError(
      `release takes a version of three numbers, as in "npm run release 2.0.0", not "${version}".`,
    );
  }
  const isEarlier = (other: string) =>
    version.localeCompare(other, "en", { numeric: true }) < 0 && other;
  const later = [packageVersion(root), ...Object.keys(readReleases(root))].find(isEarlier);
  if (later) throw new StackError(`${later} is there already, which is later than ${version}.`);
  const page = readFileSync(join(root, "docs/releases.md"), "utf8");
  if (!page.split("\n").includes(`## ${version}`)) {
    throw new StackError(`docs/releases.md has no "## ${version}": say there what has changed.`);
  }
  if (execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }) !== "") {
    throw new StackError("there are changes that are not committed: commit them first.");
  }
}

/**
 * `npm run release X.Y.Z`: writes the version everywhere, and assigns to it the migrations that no earlier
 * version has. These never change from then on.
 * @throws StackError, before anything is written, if the version has no page or something isn't committed
 */
export function release(version: string, log: Progress, root = rootFolder): number {
  requireReleasable(version, root);
  const { [version]: _, ...others } = readReleases(root);
  const known = new Set(Object.values(others).flatMap((files) => Object.keys(files)));
  const files = migrationFiles(root).filter((file) => !known.has(file));
  const digests = Object.fromEntries(files.map((file) => [file, digestOf(file, root)]));
  writeFileSync(
    releasesIn(root),
    `${JSON.stringify({ ...others, [version]: digests }, null, 2)}\n`,
  );
  sayVersion(version, root);
  log(`${version} has ${files.length} new migrations, up to ${migrationFiles(root).at(-1)}.`);
  log(`git add -A && git commit -m "Release ${version}" && git tag v${version}`);
  return 0;
}
