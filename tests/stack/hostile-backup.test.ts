import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError, withDatabase } from "embedded-supabase";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupHeader } from "../../cli/backup/file.ts";
import { exportLines, importLines } from "../../cli/backup/rows.ts";
import { rootFolder } from "../../cli/project.ts";
import { become } from "../support/sql.ts";

/** A backup may come from anybody: no text in it is ever more than a text. */

const ALICE = "00000000-0000-4000-8000-00000000a11c";
/** Ends whatever text it is put into, and leaves a trace where it is run. */
const HOSTILE = `');create table public.owned();--"$$`;

interface Line {
  table: string;
  columns: string[];
  rows: Record<string, unknown>[];
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-hostile-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a person does whose call writes and reads every field of a task. */
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
  await client.query("rollback");
}

test("a file whose every text is hostile is refused, or restored as texts", async () => {
  const data = { path: join(folder, "data"), reset: "" };
  await withDatabase(
    rootFolder,
    data,
    () => {},
    async (client) => {
      await client.query(readFileSync(join(rootFolder, "supabase/seed.sql"), "utf8"));
      await client.query("begin");
      await become(client, "authenticated", ALICE);
      const household = randomUUID();
      await client.query("select public.create_household($1, 'The flat', '{Carol}')", [household]);
      await client.query("select public.create_display($1, $2, 'Tablet')", [
        household,
        randomUUID(),
      ]);
      await client.query(
        "select public.invite_to_household_by_mail($1, 'dan@example.com', 'member')",
        [household],
      );
      await client.query("select public.renew_calendar()");
      await client.query("commit");

      const lines: string[] = [];
      for await (const line of exportLines(client)) lines.push(line);
      const header = JSON.parse(lines.shift() ?? "") as BackupHeader;
      const whole = lines.map((line) => JSON.parse(line) as Line);
      const { rows: texts } = await client.query<{ table: string; column: string }>(
        `select format('%I.%I', table_schema, table_name) as table, column_name as column
       from information_schema.columns where (data_type in ('text', 'character varying', 'jsonb') or udt_name = '_text')
         and table_schema in ('public', 'private', 'auth')`,
      );

      /** Restores these lines; whether the database took them. */
      const restore = async (changed: readonly Line[]): Promise<boolean> => {
        try {
          const read = async (onRows: (line: string) => Promise<void>) => {
            for (const line of changed) await onRows(JSON.stringify(line));
          };
          await importLines(client, header, read, true);
        } catch (error) {
          await client.query("rollback");
          if (!(error instanceof StackError)) throw error;
          return false;
        }
        await act(client);
        const { rows } = await client.query("select to_regclass('public.owned') as owned");
        expect(rows).toEqual([{ owned: null }]);
        return true;
      };

      // What the database holds to a form is refused; everything else is at once what it is.
      const { rows: held } = await client.query<{ table: string; column: string }>(
        `select format('%I.%I', nspname, relname) as table, attname as column
           from pg_constraint join pg_class on pg_class.oid = conrelid
             join pg_namespace on pg_namespace.oid = pg_class.relnamespace
             join pg_attribute on attrelid = conrelid and attnum = any (conkey)
           where contype = 'c' or contype = 'f'
           union all
           select 'public.tasks', unnest(array['repeat_value', 'missed_policy', 'turn_length', 'after_done'])`,
      );
      const isHeld = (text: { table: string; column: string }) =>
        held.some(({ table, column }) => table === text.table && column === text.column);
      const withHostile = (columns: typeof texts) =>
        whole.map((line) => {
          const names = columns.filter(({ table }) => table === line.table);
          const change = (row: Record<string, unknown>) => ({
            ...row,
            ...Object.fromEntries(names.map(({ column }) => [column, hostile(row[column])])),
          });
          return { ...line, rows: line.rows.map(change) };
        });
      const free = texts.filter((text) => !isHeld(text));
      expect(free.length).toBeGreaterThan(40);
      expect(await restore(withHostile(free))).toBe(true);
      expect(await restore(withHostile(texts.filter(isHeld)))).toBe(false);

      // Names of tables and columns are no texts of a file, either; nor is what the schema says.
      const [first] = whole as [Line];
      for (const line of [
        { ...first, table: `${first.table}; ${HOSTILE}` },
        { ...first, columns: [HOSTILE] },
        { table: "auth.users", columns: ["id", HOSTILE], rows: [] },
      ]) {
        await restore([...whole, line]);
      }
      const field = {
        table: "private.task_fields",
        columns: ["field"],
        rows: [{ field: HOSTILE }],
      };
      const limit = { table: "private.limits", columns: ["most"], rows: [{ most: -1 }] };
      expect(await restore([...whole, field, limit])).toBe(true);
    },
  );
}, 60_000);

let made = 0;

/** The hostile text in the form of a value; another one each time, where two may not be the same. */
function hostile(value: unknown): unknown {
  made += 1;
  if (Array.isArray(value)) return [HOSTILE + made];
  if (value !== null && typeof value === "object") {
    return { title: HOSTILE, by: HOSTILE, people: [HOSTILE] };
  }
  return typeof value === "string" ? HOSTILE + made : value;
}
