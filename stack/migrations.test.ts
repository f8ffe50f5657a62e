import pg from "pg";
import { expect, test } from "vitest";
import { applyMigrations, splitStatements, WITHOUT_TRANSACTION } from "./migrations.ts";

/** Each as the Supabase CLI 3.1 splits it. */
test.each([
  ["nothing", " \n;;\n", []],
  ["two", "select 1;\nselect 2", ["select 1", "select 2"]],
  ["a comment before", "-- one; still\nselect 1;\n-- last", ["-- one; still\nselect 1", "-- last"]],
  ["comments within", "/* a; /* b; */ ' c; */ select 1;", ["/* a; /* b; */ ' c; */ select 1"]],
  [
    "texts and names",
    `select 'it''s;', "a"";b"; select 2`,
    [`select 'it''s;', "a"";b"`, "select 2"],
  ],
  ["bodies", "do $$ a; $x$; $$; do $a$ $$; $a$;", ["do $$ a; $x$; $$", "do $a$ $$; $a$"]],
  ["parameters", "select $1; select $2;", ["select $1", "select $2"]],
  ["parentheses", "create rule r as do (a; (b;)); c", ["create rule r as do (a; (b;))", "c"]],
  ["standard bodies", "f() begin atomic a; b; end; c", ["f() begin atomic a; b; end", "c"]],
])("%s", (_, sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});

/** What a connection is asked for. */
async function asked(sql: string): Promise<string[]> {
  const queries: string[] = [];
  const client = Object.assign(new pg.Client(), {
    query: async (text: string) => void queries.push(text),
  });
  await applyMigrations(client, [{ version: "1", name: "one", sql }]);
  return queries.slice(1).map((text) => text.replace(/ into .*/s, ""));
}

test("a migration is one transaction, unless its first line says that each statement is its own", async () => {
  const two = "select 1;\nselect 2;\n";
  expect(await asked(two)).toEqual(["reset all; begin", two, "insert", "commit"]);
  const [first, second] = [`${WITHOUT_TRANSACTION}\nselect 1`, "select 2"];
  expect(await asked(`${first};\n${second};`)).toEqual(["reset all", first, second, "insert"]);
  const later = `\n${WITHOUT_TRANSACTION}\n${two}`;
  expect(await asked(later)).toEqual(["reset all; begin", later, "insert", "commit"]);
});
