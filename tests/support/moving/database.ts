import initSqlJs from "sql.js";

type Value = string | number | Uint8Array | null;

export interface Table {
  /** a column each, as `create table` has it */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** A SQLite database's file. */
export async function databaseOf(tables: Readonly<Record<string, Table>>) {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run("begin");
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    database.run(`CREATE TABLE "${name}" (${columns.join(", ")})`);
    const insert = database.prepare(
      `insert into "${name}" values (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of rows) insert.run([...row]);
    insert.free();
  }
  database.run("commit");
  const bytes = new Uint8Array(database.export());
  database.close();
  return bytes;
}
