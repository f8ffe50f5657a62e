import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { copyFiles } from "./package.ts";
import { rootFolder } from "./project.ts";

/** The package contains every file that its programs read. */

const filesIn = (folder: string, ending = "") =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort();

const isOwn = (name: string) => !/node_modules|^(dist|tests)\//.test(name);

test("has every migration, mail and statement that a server reads, and no source", () => {
  const place = mkdtempSync(join(tmpdir(), "rota-package-"));
  try {
    copyFiles(place);
    const config = parse(readFileSync(join(place, "supabase/config.toml"), "utf8"));
    const { auth } = config as { auth: { email: { template: Record<string, object> } } };
    const mails = Object.values(auth.email.template).map((one) => Object(one).content_path);
    expect(mails).not.toEqual([]);
    for (const path of mails) expect(readFileSync(join(place, path), "utf8")).toContain("{{ .");
    for (const folder of ["supabase/migrations", "stack"]) {
      const own = filesIn(join(rootFolder, folder), ".sql").filter(isOwn);
      expect(filesIn(join(place, folder), ".sql"), folder).toEqual(own);
    }
    expect(filesIn(place)).toEqual(expect.arrayContaining(["LICENSE", "README.md", "rota.mjs"]));
    expect(filesIn(place, ".test.ts")).toEqual([]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
