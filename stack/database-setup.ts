import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { DataFolder } from "./data-folder.ts";
import { StackError } from "./errors.ts";
import { applyMigrations, type Migration, readMigrations } from "./migrations.ts";
import { withClient } from "./services/platform.ts";
import { databaseUrl } from "./services/postgres.ts";

/** The applied migrations, by version, with the text that the CLI stores. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const table = "supabase_migrations.schema_migrations";
  const { rows } = await client.query("select to_regclass($1) is not null as exists", [table]);
  if (!rows[0].exists) return new Map();
  const applied = await client.query(`select version, statements from ${table} order by version`);
  return new Map(applied.rows.map((row) => [row.version, (row.statements ?? []).join("")]));
}

/** A migration without the gaps between statements, as stored ones lack these. */
const withoutGaps = (sql: string) => sql.replace(/[\s;]/g, "");

/**
 * Compares the applied migrations with the checkout's.
 * @param remedy advice for an error message
 * @returns the missing migrations, oldest first
 * @throws StackError if an applied migration isn't in the checkout, was changed since, or is later than a
 * missing one
 */
export function missingMigrations(
  applied: Map<string, string>,
  migrations: Migration[],
  remedy: string,
): Migration[] {
  const own = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const [version, statements] of applied) {
    const migration = own.get(version);
    const isSame = migration && withoutGaps(migration.sql) === withoutGaps(statements);
    if (isSame) continue;
    const difference = migration
      ? `migration ${version}_${migration.name} was changed after it had been applied to this data`
      : `this data has the migration ${version}, which this checkout lacks`;
    throw new StackError(`${difference}: use the checkout that made the data, or ${remedy}.`);
  }
  const missing = migrations.filter(({ version }) => !applied.has(version));
  const latest = [...applied.keys()].at(-1) ?? "";
  const late = missing.find(({ version }) => version < latest);
  if (late) {
    throw new StackError(
      `migration ${late.version}_${late.name} comes before ${latest}, which this data has already: give it a later number, or ${remedy}.`,
    );
  }
  return missing;
}

/**
 * Applies missing migrations as the role `postgres`, like `supabase db push` on a hosted project.
 * @param projectFolder contains `supabase/`
 * @throws StackError naming the failed migration, or if the data has other migrations than the checkout
 */
export async function migrate(
  projectFolder: string,
  databasePort: number,
  { remedy, password }: Pick<DataFolder, "remedy" | "password">,
): Promise<void> {
  await withClient(databaseUrl(databasePort, "postgres", password), async (client) => {
    const applied = await readApplied(client);
    const missing = missingMigrations(applied, readMigrations(projectFolder), remedy);
    if (missing.length > 0) await applyMigrations(client, missing);
  });
}

/** Applies supabase/seed.sql, which can be applied again. */
export async function seed(projectFolder: string, databasePort: number): Promise<void> {
  const sql = readFileSync(join(projectFolder, "supabase/seed.sql"), "utf8");
  try {
    await withClient(databaseUrl(databasePort, "postgres"), (client) => client.query(sql));
  } catch (error) {
    throw new StackError(`the seed could not be applied: ${(error as Error).message}`);
  }
}
