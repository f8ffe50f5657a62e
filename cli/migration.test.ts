import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { baselineFile, baselineOf } from "./migration.ts";
import { rootFolder } from "./project.ts";
import { isReleased, migrationFiles } from "./release.ts";

test.skipIf(isReleased(basename(baselineFile)))(
  "until it is released, the one migration is what supabase/schemas declares",
  () => {
    const advice = "write the change in supabase/schemas alone, then: npm run migration";
    expect(readFileSync(baselineFile, "utf8") === baselineOf(), advice).toBe(true);
    expect(migrationFiles(), advice).toEqual([basename(baselineFile)]);
  },
);

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
