import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type pg from "pg";
import type { DataFolder } from "./data-folder.ts";
import { StackError } from "./errors.ts";
import { withClient } from "./services/platform.ts";
import { databaseUrl } from "./services/postgres.ts";
import { supabaseCli } from "./supabase-cli.ts";

interface Migration {
  version: string;
  name: string;
  sql: string;
}

/** The project's migrations, oldest first. */
function readMigrations(projectFolder: string): Migration[] {
  const folder = join(projectFolder, "supabase/migrations");
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const name = basename(file, ".sql");
    const sql = readFileSync(join(folder, file), "utf8");
    return { version: name.split("_", 1)[0] ?? "", name, sql };
  });
}

/** The migrations that were applied, by version, each as the text that the CLI keeps of it. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const table = "supabase_migrations.schema_migrations";
  const { rows } = await client.query("select to_regclass($1) is not null as exists", [table]);
  if (!rows[0].exists) return new Map();
  const applied = await client.query(`select version, statements from ${table} order by version`);
  return new Map(applied.rows.map((row) => [row.version, (row.statements ?? []).join("")]));
}

/** A migration as the CLI keeps it: in statements, without what stands between them. */
const withoutGaps = (sql: string) => sql.replace(/[\s;]/g, "");

/**
 * Compares what was applied with the checkout.
 * @returns whether migrations are missing, so that a warm start can leave the CLI alone
 * @throws StackError when an applied migration is not one of the checkout's, or was changed since
 */
export function isMissingAny(
  applied: Map<string, string>,
  migrations: Migration[],
  reset: string,
): boolean {
  const own = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const [version, statements] of applied) {
    const migration = own.get(version);
    const isSame = migration && withoutGaps(migration.sql) === withoutGaps(statements);
    if (isSame) continue;
    const difference = migration
      ? `migration ${migration.name} was changed after it had been applied to this data`
      : `this data has the migration ${version}, which this checkout lacks`;
    throw new StackError(
      `${difference}: use the checkout that made the data, or start over with "${reset}".`,
    );
  }
  return migrations.some(({ version }) => !applied.has(version));
}

/**
 * Applies the migrations that are missing, with the Supabase CLI and as the role `postgres`, the
 * way `supabase db push` does it on a hosted project.
 * @param projectFolder the folder with `supabase/` in it
 * @param reset the command that empties the data, for a message
 * @throws StackError with the CLI's words, or when the data has other migrations than the checkout
 */
export async function migrate(
  projectFolder: string,
  databasePort: number,
  { reset, password }: Pick<DataFolder, "reset" | "password">,
  signal?: AbortSignal,
): Promise<void> {
  const url = databaseUrl(databasePort, "postgres", password);
  const applied = await withClient(url, readApplied);
  if (!isMissingAny(applied, readMigrations(projectFolder), reset)) return;
  const { code, stdout, stderr } = await supabaseCli(
    projectFolder,
    ["migration", "up", "--yes", `--remote=${url}`],
    undefined,
    signal,
  );
  if (code !== 0) {
    throw new StackError(`the migrations could not be applied: ${(stderr || stdout).trim()}`);
  }
}

/** Applies supabase/seed.sql, which is written so that it can be applied again. */
export async function seed(projectFolder: string, databasePort: number): Promise<void> {
  const sql = readFileSync(join(projectFolder, "supabase/seed.sql"), "utf8");
  try {
    await withClient(databaseUrl(databasePort, "postgres"), (client) => client.query(sql));
  } catch (error) {
    throw new StackError(`the seed could not be applied: ${(error as Error).message}`);
  }
}
