import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { baselineFile, baselineOf } from "./migration.ts";
import { rootFolder } from "./project.ts";
import { isReleased, migrationFiles } from "./release.ts";

test("until it is released, the one migration is what supabase/schemas declares", () => {
  const advice = "write the change in supabase/schemas alone, then: npm run migration";
  const isKept =
    isReleased(basename(baselineFile)) ||
    (readFileSync(baselineFile, "utf8") === baselineOf() && migrationFiles().length === 1);
  expect(isKept, advice).toBe(true);
});

test("no line of supabase/schemas is longer than 120 characters: the formatter leaves PL/pgSQL as it is", () => {
  const long = baselineOf()
    .split("\n")
    .filter((line) => line.length > 120);
  expect(long).toEqual([]);
});

test("each file of supabase/schemas counts, in the order of their names", () => {
  const folder = mkdtempSync(join(tmpdir(), "rota-declared-"));
  try {
    cpSync(join(rootFolder, "supabase/schemas"), folder, { recursive: true });
    writeFileSync(join(folder, "99_last.sql"), "select 'last';\n");
    expect(baselineOf(folder)).toBe(`${baselineOf()}\nselect 'last';\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
