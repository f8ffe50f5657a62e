import { StackError } from "embedded-supabase";
import pg from "pg";
import { ACCOUNTS, IDENTITIES, insertAccounts, makeWaysIn, savedOfAccounts } from "./accounts.ts";
import { findWrong } from "./checks.ts";
import type { BackupHeader, BackupRows, TakeRows } from "./file.ts";

/** The rows of a backup: accounts and all tables of Rota. Sessions aren't kept. */

/** Rows per line of a backup, and per statement of a restore. */
const ROWS_A_LINE = 500;

/**
 * Tables set by the schema, the restore or the accounts, never from a file, although older backups have some
 * of them.
 */
const SET_HERE = ["private.limits", "private.task_fields", "private.generation", IDENTITIES];

/** A column that the schedule works out anew, in any table: its default says that it has to. */
const NEXT_LOOK = "next_at";

interface SavedTable {
  /** with its schema, as SQL */
  name: string;
  /** as SQL; without those that the database works out */
  columns: string[];
}

async function savedTables(client: pg.Client): Promise<SavedTable[]> {
  const { rows } = await client.query<SavedTable>(
    `select format('%I.%I', nspname, relname) as name,
       array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class
       join pg_namespace on pg_namespace.oid = relnamespace
       join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
       and attname <> '${NEXT_LOOK}' and (nspname in ('public', 'private')
         or pg_class.oid = '${ACCOUNTS}'::regclass)
     group by nspname, relname
     order by nspname, relname`,
  );
  return rows.filter(({ name }) => !SET_HERE.includes(name));
}

async function countPeople(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ people: number }>(
    "select count(*)::int as people from auth.users",
  );
  return rows[0]?.people ?? 0;
}

async function countRows(client: pg.Client, tables: readonly SavedTable[]): Promise<number> {
  const counts = tables.map(({ name }) => `(select count(*) from ${name})`);
  const { rows } = await client.query<{ rows: string }>(`select ${counts.join(" + ")} as rows`);
  return Number(rows[0]?.rows);
}

/** The applied migrations; none in a database that was never set up. */
async function appliedMigrations(client: pg.Client): Promise<BackupHeader["migrations"]> {
  const table = "supabase_migrations.schema_migrations";
  const { rows: found } = await client.query("select to_regclass($1) is null as missing", [table]);
  if (found[0].missing) return [];
  const { rows } = await client.query<BackupHeader["migrations"][number]>(
    `select version, md5(statements::text) as digest from ${table} order by version`,
  );
  return rows;
}

/** Whether a backup only lacks later migrations that the database has. */
export async function isOlder(client: pg.Client, { migrations }: BackupHeader): Promise<boolean> {
  const applied = await appliedMigrations(client);
  const start = applied.slice(0, migrations.length);
  return start.length < applied.length && JSON.stringify(start) === JSON.stringify(migrations);
}

/** Splits rows into lines of about 10 MB. */
function* inLines(rows: readonly string[]): Generator<readonly string[]> {
  let [first, length] = [0, 0];
  for (const [n, row] of rows.entries()) {
    length += row.length;
    if (length <= 10_000_000) continue;
    yield rows.slice(first, n + 1);
    [first, length] = [n + 1, 0];
  }
  if (first < rows.length) yield rows.slice(first);
}

/** The lines of a backup, all from one snapshot, whatever is written in the meantime. */
export async function* exportLines(client: pg.Client): AsyncGenerator<string> {
  await client.query("begin isolation level repeatable read, read only");
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new StackError("there is nothing to back up yet.");
  const tables = await savedTables(client);
  const header: BackupHeader = {
    format: "rota backup 2",
    at: new Date().toISOString(),
    people: await countPeople(client),
    rows: await countRows(client, tables),
    migrations,
  };
  yield JSON.stringify(header);
  for (const { name, columns: all } of tables) {
    const saved = name === ACCOUNTS ? savedOfAccounts : all.map((column) => [column, column]);
    const columns = saved.map(([column]) => column);
    const values = saved.map(([column, value]) => `${value} as ${column}`);
    const start = `{"table":${JSON.stringify(name)},"columns":${JSON.stringify(columns)},"rows":[`;
    await client.query(
      `declare saved no scroll cursor for
         select row_to_json(kept)::text as row from (select ${values.join(", ")} from ${name}) as kept`,
    );
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_A_LINE} from saved`);
      if (rows.length === 0) break;
      // Text as PostgreSQL wrote it: JavaScript's numbers are less exact.
      for (const texts of inLines(rows.map(({ row }) => row))) yield `${start}${texts.join(",")}]}`;
    }
    await client.query("close saved");
  }
  await client.query("commit");
}

/** Generated numbers continue after the largest one. */
const continueIdentities = `do $$
declare
  numbered record;
begin
  for numbered in
    select attrelid::regclass as name, attname from pg_attribute join pg_class on oid = attrelid
    where attidentity <> '' and relnamespace = 'public'::regnamespace
  loop
    execute format(
      'select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
      numbered.name, numbered.attname, numbered.attname, numbered.name
    );
  end loop;
end;
$$`;

/** @returns the number of rows inserted */
async function insertRows(
  client: pg.Client,
  tables: SavedTable[],
  { table, columns, count, line }: BackupRows,
): Promise<number> {
  if (SET_HERE.includes(table)) return count;
  const known = tables.find(({ name }) => name === table);
  if (!known) throw new StackError(`it has ${table}, which is unknown here.`);
  if (table === ACCOUNTS) {
    const made = await insertAccounts(client, line, (name) => known.columns.includes(name));
    if (typeof made === "number") return made;
    throw new StackError(`it has what no account has, in ${table}.${made}.`);
  }
  const unknown = columns.find((column) => !known.columns.includes(column));
  if (unknown) throw new StackError(`it has ${unknown}, which is unknown here.`);
  const { rowCount } = await client.query(
    `insert into ${table} (${columns.join(", ")}) overriding system value
     select ${columns.join(", ")} from json_populate_recordset(null::${table}, $1::json -> 'rows')`,
    [line],
  );
  return rowCount ?? 0;
}

/**
 * Replaces time zones that this machine doesn't know: a single one would make the jobs of each minute fail
 * for everybody.
 */
async function forgetUnknownZones(client: pg.Client, tables: readonly SavedTable[]): Promise<void> {
  for (const table of ["public.profiles", "public.household_zones"]) {
    // Older versions have no time zones of households.
    if (!tables.some(({ name }) => name === table)) continue;
    await client.query(
      `update ${table} set time_zone = 'UTC' where not private.is_time_zone(time_zone)`,
    );
  }
}

/** Makes the digests of browsers and displays, which hold other data, out of date. */
async function beginGeneration(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('private.generation') as there");
  // Older versions have no generation.
  if (!rows[0].there) return;
  await client.query("delete from private.generation");
  await client.query("insert into private.generation (id) values (gen_random_uuid())");
}

/**
 * Replaces everything by the rows of a backup, in one transaction: on any error nothing changes.
 * @param readRows passes on the backup's lines of rows
 * @param mayReplace whether existing people may be replaced
 * @returns the number of rows
 * @throws StackError if there are people who may not be replaced, or the file has impossible values
 */
export async function importLines(
  client: pg.Client,
  header: BackupHeader,
  readRows: (takeRows: TakeRows) => Promise<void>,
  mayReplace: boolean,
): Promise<number> {
  await client.query("begin");
  const migrations = await appliedMigrations(client);
  if (JSON.stringify(migrations) !== JSON.stringify(header.migrations)) {
    throw new StackError(
      `it was made with other migrations (up to ${header.migrations.at(-1)?.version}) than the data folder has (up to ${migrations.at(-1)?.version ?? "none"}): restore it with the version of Rota that made it.`,
    );
  }
  const tables = await savedTables(client);
  await client.query("lock table auth.users in exclusive mode");
  const people = await countPeople(client);
  if (people > 0 && !mayReplace) {
    throw new StackError(
      `the data folder has ${people} people already: add --replace to replace them and all that is theirs.`,
    );
  }
  // Rows are inserted as they are: no trigger counts them again, checks their order or sends anything.
  await client.query("set local session_replication_role = replica");
  // Truncating accounts also removes sessions. The platform doesn't allow truncating Auth's tables, but a new
  // project's are empty.
  const emptied = people > 0 ? tables : tables.filter(({ name }) => name !== ACCOUNTS);
  let count = 0;
  try {
    await client.query(`truncate ${emptied.map(({ name }) => name).join(", ")} cascade`);
    await readRows(async (rows) => {
      count += await insertRows(client, tables, rows);
    });
    await makeWaysIn(client);
    await forgetUnknownZones(client, tables);
    await client.query(continueIdentities);
    await beginGeneration(client);
    const wrong = await findWrong(client, tables);
    if (wrong) throw new StackError(`it has ${wrong}.`);
    await client.query("commit");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StackError(`the database refused it (${error.message}).`);
  }
  return count;
}
