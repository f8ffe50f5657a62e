import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyEarlierProject } from "../../cli/backup/upgrade.ts";
import { rootFolder } from "../../cli/project.ts";
import { withDatabase } from "../../stack/data-access.ts";
import { catalogOf } from "./catalog.ts";

const schemas = join(rootFolder, "supabase/schemas");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-schemas-"));
  // As root, the database's own user must get through.
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const databaseOf = (project: string, data: string) =>
  withDatabase(project, { path: join(folder, data), reset: "" }, () => {}, catalogOf);

/** The project, with the declared schema for its one migration. */
function declaredProject(): string {
  const project = join(folder, "project");
  copyEarlierProject(project, () => false);
  const files = readdirSync(schemas).sort();
  const sql = files.map((file) => readFileSync(join(schemas, file), "utf8")).join("\n");
  const migrations = join(project, "supabase/migrations");
  mkdirSync(migrations, { recursive: true });
  writeFileSync(join(migrations, "20260101000000_declared.sql"), sql);
  return project;
}

test("supabase/schemas declares what the migrations make", async () => {
  const declared = await databaseOf(declaredProject(), "declared");
  const migrated = await databaseOf(rootFolder, "migrated");
  expect(Object.keys(declared.functions ?? {}).length).toBeGreaterThan(100);
  expect(declared).toEqual(migrated);
}, 240_000);
