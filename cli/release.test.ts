import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packageVersion, rootFolder } from "./project.ts";
import { digestOf, migrationFiles, readReleases, release } from "./release.ts";

/** Existing data was made with the released migrations: the stack and Supabase refuse another text. */

const releases = readReleases();
const released = Object.entries(releases).flatMap(([version, files]) =>
  Object.entries(files).map(([file, digest]) => ({ version, file, digest })),
);

test.each(released)("$file is as $version has it", ({ version, file, digest }) => {
  expect(
    migrationFiles().includes(file) ? digestOf(file) : "gone",
    `${file} was released with ${version} and never changes: npm run migration NAME writes the next one. (While ${version} is not published yet: npm run release ${version}.)`,
  ).toBe(digest);
});

test("a new migration comes after those that are released", () => {
  const known = released.map(({ file }) => file).sort();
  const added = migrationFiles().filter((file) => !known.includes(file));
  expect(added.filter((file) => file < (known.at(-1) ?? ""))).toEqual([]);
});

/** Every place of the version: package.json, the lock file twice, and packaging/. */
function versionsIn(root: string): string[] {
  const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
  const lock = JSON.parse(read("package-lock.json"));
  const boxes = readdirSync(join(root, "packaging"), { recursive: true, encoding: "utf8" })
    .filter((name) => /file$|\.yml$|\.yaml$|\.env$/.test(name))
    .flatMap(
      (name) => read("packaging", name).match(/(?<=version: "|\/rota:)\d+\.\d+\.\d+/g) ?? [],
    );
  return [packageVersion(root), lock.version, lock.packages[""].version, ...boxes];
}

test("what is released was released with this version or with one before it", () => {
  const versions = [...Object.keys(releases), packageVersion()];
  const byNumber = new Intl.Collator("en", { numeric: true });
  expect(versions.sort(byNumber.compare).at(-1)).toBe(packageVersion());
});

test("every place that says the version says the same", () => {
  expect(new Set(versionsIn(rootFolder))).toEqual(new Set([packageVersion()]));
});

describe("npm run release", () => {
  let root = "";
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const commit = () => git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qam", "all");
  const lines: string[] = [];
  const make = (version: string) => release(version, (line) => lines.push(line), root);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "rota-release-"));
    for (const name of ["package.json", "package-lock.json", "packaging", "supabase/migrations"]) {
      cpSync(join(rootFolder, name), join(root, name), { recursive: true });
    }
    cpSync(join(rootFolder, "docs/releases.md"), join(root, "docs/releases.md"));
    writeFileSync(join(root, "docs/releases.md"), "# Releases\n\n## 98.10.0\n\n## 98.9.0\n");
    git("init", "-q");
    git("add", "-A");
    commit();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test("says it everywhere, and notes the migrations that are new with it", () => {
    const all = migrationFiles(root);
    make("98.9.0");
    expect(versionsIn(root)).toEqual(Array(8).fill("98.9.0"));
    expect(Object.keys(readReleases(root)["98.9.0"] ?? {})).toEqual(all);
    writeFileSync(join(root, "supabase/migrations/29990101000000_next.sql"), "select 1;");
    git("add", "-A");
    commit();
    // Later by its numbers, though not by its letters.
    make("98.10.0");
    const next = { "29990101000000_next.sql": digestOf("29990101000000_next.sql", root) };
    expect(readReleases(root)["98.10.0"]).toEqual(next);
    expect(Object.keys(readReleases(root))).toEqual(["98.9.0", "98.10.0"]);
  });

  test("changes nothing where it can't be", () => {
    expect(() => make("")).toThrow(/takes a version of three numbers/);
    expect(() => make("v98.9.0")).toThrow(/takes a version of three numbers/);
    expect(() => make("0.9.0")).toThrow(/is there already, which is later than 0\.9\.0/);
    expect(() => make("98.8.0")).toThrow('docs/releases.md has no "## 98.8.0"');
    expect(git("status", "--porcelain")).toBe("");
    writeFileSync(join(root, "new.txt"), "");
    expect(() => make("98.9.0")).toThrow(/changes that are not committed/);
    expect(versionsIn(root)).toEqual(versionsIn(rootFolder));
  });
});
