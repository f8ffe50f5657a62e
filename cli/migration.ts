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
import { addSeconds, format } from "date-fns";
import { type Progress, StackError, withDatabase } from "embedded-supabase";
import { WITHOUT_TRANSACTION } from "embedded-supabase/tools";
import pg from "pg";
import { copyEarlierProject } from "./backup/upgrade.ts";
import { LOCK_TIMEOUT, splitPlan } from "./online.ts";
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

/** A migration: what is one transaction, and what may follow it while people read and write. */
export interface Made {
  sql: string;
  /** empty if there is nothing of the kind */
  online: string;
  /** what it holds up or destroys, a sentence each */
  warnings: string[];
}

/** The tables that are rewritten, and by what: PostgreSQL itself says so, in a transaction that is undone. */
async function rewrittenBy(pool: pg.Pool, statements: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  const filesOf = async () => {
    const { rows } = await client.query<{ name: string; file: string }>(
      `select concat(relnamespace::regnamespace, '.', relname) as name, pg_relation_filenode(oid) as file from pg_class
       where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    return new Map(rows.map(({ name, file }) => [name, file]));
  };
  const found: string[] = [];
  try {
    await client.query(`begin; ${NO_BODIES}`);
    const old = await filesOf();
    let before = old;
    for (const statement of statements) {
      await client.query(statement);
      if (!/^ALTER TABLE/.test(statement)) continue;
      const after = await filesOf();
      for (const [table, file] of after) {
        if (!old.has(table) || before.get(table) === file) continue;
        found.push(
          `${table} is rewritten, and nobody reads or writes it meanwhile (ACCESS EXCLUSIVE), by: ${statement} In steps: a column without that default or of the new type beside the old one; then its rows in pieces; the default, NOT NULL and the old column's end in the next migration.`,
        );
      }
      before = after;
    }
    return found;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Functions are declared before the tables that they read. */
const NO_BODIES = "set check_function_bodies = off;";

const inOneFile = (...parts: string[]) => `${parts.join("\n\n")}\n`;

function fileOf(statements: readonly string[], warnings: readonly string[]): string {
  if (statements.length === 0) return "";
  const comments = [
    "-- Whoever comes later waits behind a statement that waits: without its lock the migration ends, and is run again.",
    ...warnings.map((warning) => `-- ${warning.replaceAll("\n", " ")}`),
  ];
  return inOneFile([...comments, LOCK_TIMEOUT].join("\n"), NO_BODIES, ...statements);
}

function onlineFileOf(statements: readonly string[]): string {
  if (statements.length === 0) return "";
  const head = [
    WITHOUT_TRANSACTION,
    "-- Each statement is a transaction of its own, and can be repeated: people read and write meanwhile.",
    "set statement_timeout = 0;",
  ];
  return inOneFile(head.join("\n"), ...statements);
}

/**
 * The statements that turn one database into another with the declared schema: tables, functions, triggers,
 * policies, comments and rights by pg-delta, then the parts that it leaves out. Renamed things are dropped
 * and made anew.
 */
export async function statementsBetween(current: pg.Client, declared: pg.Client): Promise<Made> {
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
    const { atOnce, online, warnings } = splitPlan(
      actions.filter(({ sql }) => !isPlatforms(sql)),
      before.factBase,
      after.factBase,
    );
    warnings.push(...(await rewrittenBy(from, atOnce)));
    if (safetyReport.destructiveActions > 0) {
      warnings.push("It drops or rewrites data: write by hand how that is kept.");
    }
    return {
      sql: fileOf([...atOnce, ...(await otherStatements(from, to))], warnings),
      online: onlineFileOf(online),
      warnings,
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

/** Writes the difference between the migrations and the declared schema as a new migration, in one file or two. */
async function writeNext(name: string, log: Progress): Promise<number> {
  const { sql, online, warnings } = await withBoth(statementsBetween);
  const now = new Date();
  const files: [name: string, text: string][] = [
    [`${format(now, "yyyyMMddHHmmss")}_${name}.sql`, sql],
    [`${format(addSeconds(now, 1), "yyyyMMddHHmmss")}_online_${name}.sql`, online],
  ];
  const written = files.filter(([, text]) => text !== "");
  if (written.length === 0) {
    log("supabase/schemas declares what the migrations make: there is nothing to write.");
  }
  for (const [file, text] of written) {
    writeFileSync(join(migrations, file), text);
    log(`wrote ${join(migrations, file)}`);
  }
  for (const warning of warnings) log(warning);
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
