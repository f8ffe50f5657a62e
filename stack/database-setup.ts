import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "./config.ts";
import { StackError } from "./errors.ts";
import { withClient } from "./services/platform.ts";
import { databaseUrl } from "./services/postgres.ts";
import { supabaseCli } from "./supabase-cli.ts";

const migrationsFolder = join(rootFolder, "supabase/migrations");

/** Whether the newest migration is applied, so that a warm start can leave the CLI alone. */
async function isMigrated(url: string): Promise<boolean> {
  const versions = readdirSync(migrationsFolder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.split("_")[0]);
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
    );
    if (!rows[0].exists) return versions.length === 0;
    const applied = await client.query("select version from supabase_migrations.schema_migrations");
    const known = new Set(applied.rows.map((row) => row.version));
    return versions.every((version) => known.has(version));
  });
}

/**
 * Applies the migrations that are missing, with the Supabase CLI and as the role `postgres`, the
 * way `supabase db push` does it on a hosted project.
 * @throws StackError with the CLI's words
 */
export async function migrate(databasePort: number): Promise<void> {
  const url = databaseUrl(databasePort, "postgres");
  if (await isMigrated(url)) return;
  const { code, stdout, stderr } = await supabaseCli([
    "migration",
    "up",
    "--yes",
    `--remote=${url}`,
  ]);
  if (code !== 0) {
    throw new StackError(`the migrations could not be applied: ${(stderr || stdout).trim()}`);
  }
}

/** Applies supabase/seed.sql, which is written so that it can be applied again. */
export async function seed(databasePort: number): Promise<void> {
  const sql = readFileSync(join(rootFolder, "supabase/seed.sql"), "utf8");
  try {
    await withClient(databaseUrl(databasePort, "postgres"), (client) => client.query(sql));
  } catch (error) {
    throw new StackError(`the seed could not be applied: ${(error as Error).message}`);
  }
}
