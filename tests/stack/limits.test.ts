import { type Kysely, sql as statement } from "kysely";
import { afterAll, expect, test } from "vitest";
import { RestConnection } from "../../stack/api/rest-connection.ts";
import { databaseUrl } from "../../stack/services/postgres.ts";
import { newPerson, rest, rpc } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { rolledBack, sql } from "../support/sql.ts";

/** The embedded stack must not let pass what the platform would refuse or cut off. */

const databasePort = Number(new URL(stackUnderTest().dbUrl).port);
const connection = new RestConnection(databaseUrl(databasePort, "authenticator"));
afterAll(() => connection.close());

test("a transaction has the limits of its caller's role, and leaves none behind", async () => {
  const limits = async (database: Kysely<unknown>) => {
    const { rows } = await statement<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout')
      order by name`.execute(database);
    return rows.map(({ setting }) => Number(setting));
  };
  const as = (role: string) => connection.withContext({ auth: { role } } as never, limits);
  for (let round = 0; round < 2; round += 1) {
    expect(await as("anon")).toEqual([3000, 3000]);
    expect(await as("authenticated")).toEqual([3000, 8000]);
    // Without one of its own it has that of the role that logs in.
    expect(await as("service_role")).toEqual([8000, 8000]);
  }
});

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

test("rows are changed and deleted through REST only by a filter", async () => {
  const alice = await newPerson("alice");
  const refused = (verb: string) => ({
    status: 400,
    body: { code: "21000", message: `${verb} requires a WHERE clause`, details: null, hint: null },
  });
  const name = { full_name: "Everybody" };
  expect(await rest(alice, "PATCH", "profiles", name)).toMatchObject(refused("UPDATE"));
  expect(await rest(alice, "PATCH", "profiles?select=id", name)).toMatchObject(refused("UPDATE"));
  expect(await rest(alice, "DELETE", "shared_contacts")).toMatchObject(refused("DELETE"));
  expect((await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, name)).status).toBe(204);
});

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

test("the API's services are no superusers; Auth is the owner of its schema", async () => {
  await newPerson("alice");
  const services = await sql<{ name: string }>(
    `select distinct rolname as name, rolsuper, rolbypassrls, rolcreaterole
     from pg_stat_activity join pg_roles on rolname = usename
     where application_name = 'api' order by name`,
  );
  const rights = { rolsuper: false, rolbypassrls: false, rolcreaterole: false };
  expect(services).toEqual([
    { name: "authenticator", ...rights },
    { name: "supabase_auth_admin", ...rights },
  ]);
  const owners = await sql(
    `select distinct relowner::regrole::text as owner from pg_class
     where relnamespace = 'auth'::regnamespace and relkind = 'r'`,
  );
  expect(owners).toEqual([{ owner: "supabase_auth_admin" }]);
});
