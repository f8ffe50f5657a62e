import { expect, test } from "vitest";
import { digestOf, migrationFiles, packageVersion, readReleases } from "./release.ts";

/** Data was made with what is released: the stack, and Supabase, refuse another text of it. */

const releases = readReleases();
const released = Object.entries(releases).flatMap(([version, files]) =>
  Object.entries(files).map(([file, digest]) => ({ version, file, digest })),
);

test.each(released)("$file is as $version has it", ({ version, file, digest }) => {
  expect(
    migrationFiles().includes(file) ? digestOf(file) : "gone",
    `${file} was released with ${version} and never changes: npm run migration NAME writes the next one. (While ${version} is not published yet: npm run release.)`,
  ).toBe(digest);
});

test("a new migration comes after those that are released", () => {
  const known = released.map(({ file }) => file).sort();
  const added = migrationFiles().filter((file) => !known.includes(file));
  expect(added.filter((file) => file < (known.at(-1) ?? ""))).toEqual([]);
});

test("what is released was released with this version or with one before it", () => {
  const number = (version: string) =>
    version.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);
  for (const version of Object.keys(releases)) {
    expect(number(version)).toBeLessThanOrEqual(number(packageVersion()));
  }
});
