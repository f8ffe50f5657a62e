import { expect, test } from "vitest";
import { newPerson, rest, rpc } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { rolledBack, sql } from "../support/sql.ts";

/** The embedded stack must not let pass what the platform would refuse or cut off. */

test("a call that waits for longer is cancelled, and nothing of it is done", async () => {
  const alice = await newPerson("alice");
  const task = await addTask(alice, { start_date: "2026-01-01" });
  const complete = () =>
    rpc(alice, "complete_task", { task_id: task.id, completed_date: "2026-01-01" });
  await rolledBack(async (client) => {
    await client.query("select from public.tasks where id = $1 for update", [task.id]);
    const { body, status } = await complete();
    expect({ body, status }).toMatchObject({ body: { code: "55P03" }, status: 500 });
  });
  expect((await rest(alice, "GET", "task_completions?select=task_id")).body).toEqual([]);
  expect((await complete()).status).toBe(200);
}, 60_000);

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
