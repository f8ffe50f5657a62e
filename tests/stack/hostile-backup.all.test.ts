import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError, withDatabase } from "embedded-supabase";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BackupHeader, parseRows } from "../../cli/backup/file.ts";
import { exportLines, importLines } from "../../cli/backup/rows.ts";
import { rootFolder } from "../../cli/project.ts";
import { ALICE, fillTables } from "../support/filled-tables.ts";
import { become } from "../support/sql.ts";

/** A backup may come from anybody, so its texts must never be more than texts. */

/** Ends any text around it, and leaves a trace if it is run. */
const HOSTILE = `');create table public.owned();--"$$`;

interface Line {
  table: string;
  columns: string[];
  rows: Record<string, unknown>[];
}

/** A line of one row, with an id of its own unless it says another. */
function lineOf(table: string, fields: Record<string, unknown>): Line {
  const row = { id: randomUUID(), ...fields };
  return { table, columns: Object.keys(row), rows: [row] };
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-hostile-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A person's calls that write and read every field of a task. */
async function act(client: pg.Client): Promise<void> {
  await client.query("begin");
  await become(client, "authenticated", ALICE);
  const fields = { title: randomUUID(), category: "Home", startDate: "2020-01-01" };
  const id = randomUUID();
  await client.query("select public.create_task($1, $2)", [id, fields]);
  await client.query("select public.update_task($1, $2)", [id, { title: randomUUID() }]);
  const entries = [{ source: randomUUID(), fields: { ...fields, title: randomUUID() } }];
  const piece = [randomUUID(), JSON.stringify(entries)];
  const { rows } = await client.query("select public.import_piece($1, 0, $2) as results", piece);
  expect(rows[0].results).toMatchObject([{ outcome: "added" }]);
  await client.query("select public.list_tasks(), public.export_tasks()");
  // The jobs of each minute, for everybody.
  await client.query("reset role");
  await client.query(
    "select private.lease_morning_mails(now(), 10), private.claim_pushes(), private.next_invitation()",
  );
  await client.query("rollback");
}

/** Provides a database with some of everything, and the lines of its backup. */
const withFile = (
  work: (client: pg.Client, header: BackupHeader, lines: Line[]) => Promise<void>,
) =>
  withDatabase(
    rootFolder,
    { path: join(folder, randomUUID()), remedy: "" },
    () => {},
    async (client) => {
      await fillTables(client);
      const lines: string[] = [];
      for await (const line of exportLines(client)) lines.push(line);
      const header = JSON.parse(lines.shift() ?? "") as BackupHeader;
      await work(
        client,
        header,
        lines.map((line) => JSON.parse(line) as Line),
      );
    },
  );

/** Restores these lines; answers the reason if they are refused. Afterwards everybody can work as before. */
async function restoreInto(
  client: pg.Client,
  header: BackupHeader,
  lines: readonly Line[],
): Promise<string | undefined> {
  try {
    await importLines(
      client,
      header,
      async (take) => {
        for (const line of lines) await take(parseRows(JSON.stringify(line)));
      },
      true,
    );
  } catch (error) {
    await client.query("rollback");
    if (!(error instanceof StackError)) throw error;
    return error.message;
  }
  await act(client);
  const { rows } = await client.query("select to_regclass('public.owned') as owned");
  expect(rows).toEqual([{ owned: null }]);
  return undefined;
}

/** Columns that are the same for each account, whatever a file contains. */
const accountsAlike = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select distinct to_jsonb(users) - '{id,email,encrypted_password,raw_user_meta_data}'::text[]
       - '{email_confirmed_at,confirmed_at,last_sign_in_at,created_at,updated_at,banned_until}'::text[] as account,
       raw_user_meta_data - '{sub,email,full_name,time_zone,language}'::text[] as meta,
       coalesce(greatest(email_confirmed_at, last_sign_in_at, created_at, updated_at) > now(), false) as "isAhead",
       (select jsonb_agg(to_jsonb(identities) - '{id,user_id,provider_id,identity_data,email,last_sign_in_at,created_at,updated_at}'::text[])
        from auth.identities where user_id = users.id and provider_id = users.id::text) as identities
     from auth.users`,
  );
  return rows;
};

const nextYear = () => new Date(Date.now() + 400 * 86_400_000).toISOString();

/** Values that might do harm in columns of a type; the last ones fit no type. */
function harm(type: string): unknown[] {
  if (type === "timestamp with time zone") return [nextYear(), "infinity", "-infinity"];
  if (type === "date") return ["infinity", "-infinity", "0044-03-15 BC"];
  if (type === "uuid") return [randomUUID()];
  if (type === "boolean") return [true, false];
  if (/^(smallint|integer|bigint)$/.test(type)) return [-1];
  if (type === "jsonb") {
    const houses = ["x", [1], ["a subject alone"], []];
    const totps = ["x", [1], ["A".repeat(33)], ["a".repeat(32)], ["A".repeat(31)], []];
    return [
      ...[{ role: "service_role", provider: "x" }, []],
      ...[...houses.map((house) => ({ house })), ...totps.map((totp) => ({ totp }))],
    ];
  }
  return ["service_role", HOSTILE];
}

test("a file says of an account its address, its password's hash, its factors' keys, its instants, its name and its subjects, and nothing else", async () => {
  await withFile(async (client, header, whole) => {
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'auth' and table_name = 'users' and is_generated = 'NEVER' order by ordinal_position`,
    );
    expect(await restoreInto(client, header, whole)).toBeUndefined();
    const alike = await accountsAlike(client);
    expect(alike).toEqual([
      {
        account: expect.objectContaining({ aud: "authenticated", role: "authenticated" }),
        ...{ meta: { email_verified: true, phone_verified: false }, isAhead: false },
        identities: [{ provider: "email" }],
      },
    ]);
    const withAccount = (change: (row: Record<string, unknown>) => object) =>
      whole.map((line) =>
        line.table === "auth.users"
          ? {
              ...line,
              columns: columns.map(({ name }) => name),
              rows: line.rows.map((row) => ({ ...row, ...change(row) })),
            }
          : line,
      );
    const refused: string[] = [];
    for (const { name, type } of columns.filter((column) => column.name !== "id")) {
      for (const value of harm(type)) {
        const why = await restoreInto(
          client,
          header,
          withAccount(() => ({ [name]: value })),
        );
        if (why) refused.push(name);
        else expect(await accountsAlike(client), `${name} ${value}`).toEqual(alike);
      }
    }
    expect([...new Set(refused)].sort()).toEqual([
      "banned_until",
      "created_at",
      "email",
      "email_confirmed_at",
      "encrypted_password",
      "last_sign_in_at",
      "raw_app_meta_data",
      "updated_at",
    ]);

    // Restoring doesn't confirm an account, or count as its sign-in.
    const never = { email_confirmed_at: null, last_sign_in_at: null };
    expect(
      await restoreInto(
        client,
        header,
        withAccount(() => never),
      ),
    ).toBeUndefined();
    const nobody =
      "select from auth.users where num_nonnulls(email_confirmed_at, last_sign_in_at) > 0";
    expect((await client.query(nobody)).rowCount).toBe(0);

    const known = columns.map(({ name }) => name);
    const nobodys = { display_name: "Eve", full_name: "", time_zone: "UTC" };
    const others: [name: string, why: RegExp, lines: Line[]][] = [
      ["a session", /auth\.sessions, which is unknown/, [lineOf("auth.sessions", {})]],
      ["a factor", /auth\.mfa_factors, which is unknown/, [lineOf("auth.mfa_factors", {})]],
      [
        "an account without its person",
        /an account without its person/,
        [{ ...lineOf("auth.users", { email: "eve@example.com" }), columns: known }],
      ],
      [
        "a person without an account",
        /profiles without its auth\.users/,
        [lineOf("public.profiles", nobodys)],
      ],
      ["an account twice", /refused it/, whole.filter(({ table }) => table === "auth.users")],
    ];
    for (const [name, why, more] of others) {
      expect(await restoreInto(client, header, [...whole, ...more]), name).toMatch(why);
    }
    for (const hash of [
      `$2b$15$${"a".repeat(53)}`,
      `$2b$31$${"a".repeat(53)}`,
      "$argon2id$v=19$m=65536",
      "rota-demo-1",
      "$2b$10$short",
    ]) {
      const lines = withAccount(() => ({ encrypted_password: hash }));
      expect(await restoreInto(client, header, lines), hash).toMatch(
        /auth\.users\.encrypted_password/,
      );
    }
    const KEY = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const withKey = withAccount(() => ({ raw_app_meta_data: { totp: [KEY] } }));
    expect(await restoreInto(client, header, withKey)).toBeUndefined();
    expect(await accountsAlike(client)).toEqual(alike);
    const factors = await client.query(
      "select distinct factor_type, status, secret, last_step::integer from auth.mfa_factors",
    );
    expect(factors.rows).toEqual([
      { factor_type: "totp", status: "verified", secret: KEY, last_step: -1 },
    ]);
    const identity = { user_id: ALICE, provider: "github", provider_id: "1" };
    const foreign = lineOf("auth.identities", identity);
    expect(await restoreInto(client, header, [...whole, foreign])).toBeUndefined();
    expect(await accountsAlike(client)).toEqual(alike);
  });
}, 120_000);

test("whatever one column of one table says, it is refused, or nobody is harmed", async () => {
  await withFile(async (client, header, whole) => {
    const { rows: columns } = await client.query<{
      table: string;
      name: string;
      type: string;
      isReference: boolean;
    }>(
      `select format('%I.%I', table_schema, table_name) as table, column_name as name, data_type as type,
         exists (
           select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
           where contype = 'f' and conrelid = format('%I.%I', table_schema, table_name)::regclass and attname = column_name
         ) as "isReference"
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema in ('public', 'private') and is_generated = 'NEVER' and table_type = 'BASE TABLE'
         and format('%I.%I', table_schema, table_name) <> all ('{private.limits,private.task_fields,private.generation}')`,
    );
    const lacking = columns.filter(({ table }) => !whole.some((line) => line.table === table));
    expect(new Set(lacking.map(({ table }) => table)), "tables without a row").toEqual(new Set());
    const taken: string[] = [];
    for (const { table, name, type, isReference } of columns) {
      const isSaved = whole.some((line) => line.table === table && line.columns.includes(name));
      if (!isSaved) expect(name, table).toBe("next_at");
      for (const value of harm(type)) {
        const lines = whole.map((line) =>
          line.table === table
            ? {
                ...{ table, columns: [...new Set([...line.columns, name])] },
                rows: line.rows.map((row) => ({ ...row, [name]: value })),
              }
            : line,
        );
        const why = await restoreInto(client, header, lines);
        if (why !== undefined) continue;
        if (isReference || /infinity/.test(String(value)) || type.startsWith("timestamp")) {
          taken.push(`${table}.${name} ${value}`);
        }
      }
    }
    expect(taken.sort()).toEqual([
      // This only delays a mail.
      expect.stringMatching(/^private\.invitation_mails\.due_at 2/),
      // A household's first zone has no beginning.
      "public.household_zones.counts_from -infinity",
      "public.household_zones.first_day -infinity",
    ]);
  });
}, 600_000);

test("names of tables and columns are no texts of a file, and what the schema says is not taken from one", async () => {
  await withFile(async (client, header, whole) => {
    const [first] = whole as [Line];
    for (const line of [
      { ...first, table: `${first.table}; ${HOSTILE}` },
      { ...first, columns: [HOSTILE] },
      { table: "auth.users", columns: ["id", HOSTILE], rows: [] },
    ]) {
      await restoreInto(client, header, [...whole, line]);
    }
    const field = {
      table: "private.task_fields",
      columns: ["field"],
      rows: [{ field: HOSTILE }],
    };
    const limit = { table: "private.limits", columns: ["most"], rows: [{ most: -1 }] };
    expect(await restoreInto(client, header, [...whole, field, limit])).toBeUndefined();
  });
}, 60_000);
