import { expect, test } from "vitest";
import { splitStatements } from "./migrations.ts";

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
