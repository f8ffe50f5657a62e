import { expect, test } from "vitest";
import { sql } from "../support/sql.ts";

test("no statement of the database's own changes or deletes without a condition", async () => {
  const bodies = await sql<{ name: string; body: string }>(
    `select oid::regprocedure::text as name, prosrc as body from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  const writing = /\b(?:update\s+[\w.]+(?:\s+\w+)?\s+set|delete\s+from)\b[^;]*/gi;
  const statements = bodies.flatMap(({ name, body }) =>
    [...body.replaceAll(/--.*/g, "").matchAll(writing)].map(([text]) => ({ name, text })),
  );
  expect(statements.length).toBeGreaterThan(3);
  for (const { name, text } of statements) expect(text, name).toMatch(/\bwhere\b/i);
});
