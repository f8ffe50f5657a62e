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
import { basename, join } from "node:path";
import { resolveProfile, supabaseProfile } from "@supabase/pg-delta/integrations";
import { plan } from "@supabase/pg-delta/plan";
import { format } from "date-fns";
import { type Progress, StackError, withDatabase } from "embedded-supabase";
import pg from "pg";
import { copyEarlierProject } from "./backup/upgrade.ts";
import { rootFolder } from "./project.ts";
import { isReleased } from "./release.ts";

const schemas = join(rootFolder, "supabase/schemas");
const migrations = join(rootFolder, "supabase/migrations");

/** The first migration: supabase/schemas file by file, until a version is released. */
export const baselineFile = join(migrations, "20261126000000_rota.sql");

/** The text of the baseline: supabase/schemas in the order of file names. */
export function baselineOf(folder: string = schemas): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8"));
  return ['-- Made from supabase/schemas by "npm run migration".\n', ...texts].join("\n");
}

/**
 * Parts that pg-delta leaves out: declared rows, settings of roles, policies of live messages; each with a
 * statement that undoes it.
 */
const OTHERS = `
  select format('delete from private.limits where name = %L;', name) as undo,
    format(
      'insert into private.limits select * from jsonb_populate_record(null::private.limits, %L);',
      to_jsonb(limits)
    ) as statement
  from private.limits
  union all
  select format('delete from private.task_fields where field = %L;', field),
    format('insert into private.task_fields (%s) select %1$s from jsonb_populate_record(null::private.task_fields, %L);',
      entered, to_jsonb(task_fields)
    )
  from private.task_fields, (
    select string_agg(quote_ident(attname), ', ' order by attnum) as entered from pg_attribute
    where attrelid = 'private.task_fields'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  ) as columns
  union all
  select format('alter role %I reset %I;', rolname, split_part(setting, '=', 1)),
    format(
      'alter role %I set %s = %L;', rolname, split_part(setting, '=', 1),
      substr(setting, strpos(setting, '=') + 1)
    )
  from pg_db_role_setting join pg_roles on pg_roles.oid = setrole, unnest(setconfig) as setting
  where setdatabase = 0
  union all
  select format('drop policy %I on realtime.messages;', policyname),
    format(
      'create policy %I on realtime.messages for %s to %s%s%s;', policyname, cmd,
      array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')'
    )
  from pg_policies where schemaname = 'realtime' and tablename = 'messages'
  order by undo`;

interface Other {
  undo: string;
  statement: string;
}

async function otherStatements(current: pg.Pool, declared: pg.Pool): Promise<string[]> {
  const { rows: before } = await current.query<Other>(OTHERS);
  const { rows: after } = await declared.query<Other>(OTHERS);
  const without = (from: Other[], those: Other[]) =>
    from.filter(({ statement }) => !those.some((other) => other.statement === statement));
  return [
    ...without(before, after).map(({ undo }) => undo),
    ...without(after, before).map(({ statement }) => statement),
  ];
}

/** The local platform grants this to the role; on a hosted project nobody may. */
const isPlatforms = (sql: string) => /^GRANT REFERENCES .* TO "authenticator"$/.test(sql);

/**
 * The statements that turn one database into another with the declared schema: tables, functions, triggers,
 * policies, comments and rights by pg-delta, then the parts that it leaves out. Renamed things are dropped
 * and made anew.
 * @returns also whether they drop or rewrite data
 */
export async function statementsBetween(
  current: pg.Client,
  declared: pg.Client,
): Promise<{ sql: string; isDestructive: boolean }> {
  const poolOf = ({ host, port, password, database }: pg.Client) =>
    new pg.Pool({
      host,
      port,
      password: password ?? "",
      database: database ?? "",
      user: "postgres",
    });
  const [from, to] = [poolOf(current), poolOf(declared)];
  try {
    const profile = await resolveProfile(from, supabaseProfile);
    const [before, after] = await Promise.all([profile.extract(from), profile.extract(to)]);
    const { actions, safetyReport } = plan(before.factBase, after.factBase, {
      ...profile.planOptions,
      renames: "off",
    });
    const made = actions.map(({ sql }) => sql.trim()).filter((sql) => !isPlatforms(sql));
    const statements = [
      ...made.map((sql) => (sql.endsWith(";") ? sql : `${sql};`)),
      ...(await otherStatements(from, to)),
    ];
    // Functions are declared before the tables that they read.
    const sql = ["set check_function_bodies = off;", ...statements].join("\n\n");
    return {
      sql: statements.length > 0 ? `${sql}\n` : "",
      isDestructive: safetyReport.destructiveActions > 0,
    };
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

/** Opens two databases: one with the migrations, and one with the declared schema. */
export async function withBoth<T>(
  work: (current: pg.Client, declared: pg.Client) => Promise<T>,
  log: Progress = () => {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "rota-schemas-"));
  // If run as root, the database's own user must be able to pass through.
  chmodSync(folder, 0o711);
  const data = (name: string) => ({ path: join(folder, name), remedy: "" });
  const project = join(folder, "project");
  try {
    copyEarlierProject(project, () => false);
    mkdirSync(join(project, "supabase/migrations"), { recursive: true });
    writeFileSync(join(project, "supabase/migrations", basename(baselineFile)), baselineOf());
    return await withDatabase(rootFolder, data("current"), log, (current) =>
      withDatabase(project, data("declared"), log, (declared) => work(current, declared)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the difference between the migrations and the declared schema as a new migration. */
async function writeNext(name: string, log: Progress): Promise<number> {
  const { sql, isDestructive } = await withBoth(statementsBetween);
  if (sql === "") {
    log("supabase/schemas declares what the migrations make: there is nothing to write.");
    return 0;
  }
  const file = join(migrations, `${format(new Date(), "yyyyMMddHHmmss")}_${name}.sql`);
  writeFileSync(file, sql);
  log(`wrote ${file}`);
  if (isDestructive) log("it drops or rewrites data: read it, and write by hand how that is kept.");
  return 0;
}

/**
 * `npm run migration [NAME]`: makes the baseline anew or, once that is released, writes the next migration.
 * @throws StackError if a name is missing, or given where there must be none
 */
export async function writeMigration(name: string | undefined, log: Progress): Promise<number> {
  if (isReleased(basename(baselineFile))) {
    if (/^[a-z][a-z\d_]*$/.test(name ?? "")) return writeNext(name ?? "", log);
    throw new StackError(
      'what is released never changes: say what the next migration does, as in "npm run migration add_labels".',
    );
  }
  if (name !== undefined) {
    throw new StackError(
      'no version is released yet, so there is one migration alone, which "npm run migration" makes anew.',
    );
  }
  writeFileSync(baselineFile, baselineOf());
  log(`wrote ${baselineFile}`);
  return 0;
}
