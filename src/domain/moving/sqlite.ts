import * as v from "valibot";
import type { Locale } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";

/** The tables of another program's SQLite database. */

export interface Tables {
  /** Whether there is such a table. */
  readonly has: (table: string) => boolean;
  /** A table's rows by `schema` (names in small letters), in the order of their ids; none where it doesn't exist. */
  readonly rows: <Schema extends v.GenericSchema>(
    table: string,
    schema: Schema,
  ) => v.InferOutput<Schema>[];
}

const HEAD = "SQLite format 3\0";
const WAL = 2;
const JOURNAL = 1;

export const isSqlite = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(0, HEAD.length)) === HEAD;

/** Values as programs of all versions have them: a number that is text, a text that is a number or bytes, or nothing. */
export const column = {
  flag: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => value === true || value === 1 || value === "1" || value === "true"),
    ),
    false,
  ),
  text: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => {
        if (value instanceof Uint8Array) return new TextDecoder().decode(value);
        return typeof value === "string" || typeof value === "number" ? String(value) : null;
      }),
    ),
    null,
  ),
  number: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => {
        const isNumber = typeof value === "number" || (typeof value === "string" && value !== "");
        return isNumber && Number.isFinite(Number(value)) ? Number(value) : null;
      }),
    ),
    null,
  ),
};

/** Reads tables of a database, and closes it. @throws FileProblem for one that is broken or encrypted */
export async function readDatabase<Result>(
  bytes: Uint8Array<ArrayBuffer>,
  { t }: Locale,
  read: (tables: Tables) => Result,
): Promise<Result> {
  const broken = new FileProblem(t("This database is broken or encrypted."));
  if (!isSqlite(bytes)) throw broken;
  const { default: initSqlJs } = await import("sql.js/dist/sql-wasm-inline.js");
  const { Database } = await initSqlJs();
  const copy = bytes.slice();
  // A write-ahead log is a file of its own, which WebAssembly can't share.
  if (copy[18] === WAL) copy.fill(JOURNAL, 18, 20);
  const database = new Database(copy);
  try {
    const [names] = database.exec("select name from sqlite_master where type = 'table'");
    const tables = new Set(names?.values.map(([name]) => String(name).toLowerCase()));
    return read({
      has: (table) => tables.has(table),
      rows: (table, schema) => {
        if (!tables.has(table)) return [];
        const statement = database.prepare(`select * from "${table}" order by rowid`);
        // Some versions write a column's name in capitals.
        const names = statement.getColumnNames().map((name) => name.toLowerCase());
        const rows: v.InferOutput<typeof schema>[] = [];
        while (statement.step()) {
          const values = statement.get();
          const row: Record<string, unknown> = {};
          for (const [place, name] of names.entries()) row[name] = values[place];
          rows.push(v.parse(schema, row));
        }
        statement.free();
        return rows;
      },
    });
  } catch (error) {
    // SQLite's own errors are plain ones.
    throw error instanceof Error && error.constructor === Error ? broken : error;
  } finally {
    database.close();
  }
}
