import type pg from "pg";
import { expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newFriends, type Person } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { asAdministrator, become } from "../support/sql.ts";

/** Limits how often daily events and the jobs of each minute call our own functions. */

type Calls = Readonly<Record<string, number>>;

async function callsSoFar(client: pg.Client): Promise<Calls> {
  const { rows } = await client.query<{ name: string; calls: string }>(
    `select schemaname || '.' || funcname as name, calls from pg_stat_xact_user_functions
     where schemaname in ('public', 'private')`,
  );
  return Object.fromEntries(rows.map(({ name, calls }) => [name, Number(calls)]));
}

/** How often a statement calls each of our functions. */
async function callsOf(client: pg.Client, statement: string, values: unknown[]): Promise<Calls> {
  const before = await callsSoFar(client);
  await client.query(statement, values);
  const after = Object.entries(await callsSoFar(client));
  return Object.fromEntries(
    after
      .map(([name, calls]) => [name, calls - (before[name] ?? 0)] as const)
      .filter(([, calls]) => calls > 0),
  );
}

/** A person with whom a task is shared, on a connection that counts calls and is rolled back. */
async function asRecipient(
  work: (client: pg.Client, taskId: string, bob: Person) => Promise<void>,
) {
  const [alice, bob] = await newFriends("person", "person");
  const { id } = await addTask(alice, { share_with: [bob.email] });
  await asAdministrator(async (client) => {
    await client.query("begin; set local track_functions = 'all'");
    await become(client, "authenticated", bob.id);
    await work(client, id, bob);
    await client.query("rollback");
  });
}

const tick = "select public.complete_task($1, $2)";

test.each([
  ["the first tick", tick, "2020-02-01"],
  ["the next tick", tick, "2020-02-02"],
  ["an undo", "select public.undo_completion($1, $2)", "2020-02-03"],
])(
  "%s by a recipient: at most 16 functions and 25 calls, and its JSON is made once",
  async (name, statement, day) => {
    await asRecipient(async (client, taskId) => {
      if (name !== "the first tick") await client.query(tick, [taskId, "2020-02-03"]);
      const calls = await callsOf(client, statement, [taskId, day]);
      expect(calls["private.task_json"]).toBe(1);
      expect(Object.keys(calls).length, JSON.stringify(calls)).toBeLessThanOrEqual(16);
      const total = Object.values(calls).reduce((sum, count) => sum + count, 0);
      expect(total, JSON.stringify(calls)).toBeLessThanOrEqual(25);
    });
  },
);

test("a tick that was made before is answered with the task of now, and no earlier message", async () => {
  await asRecipient(async (client, taskId, bob) => {
    await client.query(tick, [taskId, "2020-02-01"]);
    await client.query("reset role; set local rota.quiet = 'on'");
    await client.query("update public.tasks set title = 'Renamed' where id = $1", [taskId]);
    await become(client, "authenticated", bob.id);
    const { rows } = await client.query<{ task: TaskJson }>(
      "select public.complete_task($1, $2) as task",
      [taskId, "2020-02-01"],
    );
    expect(rows[0]?.task).toMatchObject({ title: "Renamed" });
    expect(runsIn(rows[0]?.task.completedDays)).toEqual([[18293, 1]]);
  });
});

test("who is ready for pushes is worked out once a look, and who takes part once a tick", async () => {
  const [alice, bob] = await newFriends("person", "person");
  const { id } = await addTask(alice, { share_with: [bob.email] });
  await asAdministrator(async (client) => {
    await client.query("begin; set local track_functions = 'all'");
    for (const person of [alice, bob]) await addDevices(client, person, 3);
    await client.query("delete from private.news");
    await become(client, "authenticated", bob.id);
    await client.query(tick, [id, "2020-02-01"]);
    // In an hour without another tick.
    await client.query("reset role");
    const at = "2099-01-01T12:00:00Z";
    await client.query("update public.task_completions set completed_at = $2 where task_id = $1", [
      ...[id, at],
    ]);
    const calls = await callsOf(client, "select private.spread_news(now())", []);
    expect(calls["private.participants"]).toBe(1);
    const look = await callsOf(client, "select private.due_push($1, $2)", [alice.id, at]);
    expect(look["private.done_for"]).toBe(1);
    expect(look["private.ready_push_devices"]).toBe(1);
    expect(look["private.participants"]).toBeUndefined();
    await client.query("rollback");
  });
});

/** Devices of a person who wants to hear of others' deeds. */
async function addDevices(client: pg.Client, { id }: Person, count: number): Promise<void> {
  await client.query(
    "insert into private.push_settings (user_id, done, invitations) values ($1, true, true)",
    [id],
  );
  await client.query(
    `insert into private.push_devices (user_id, endpoint, p256dh, auth, label, created_at)
     select $1, 'https://push.example/' || gen_random_uuid(), 'B' || repeat('A', 86), repeat('A', 22),
       'A device', now() - interval '1 hour'
     from generate_series(1, $2)`,
    [id, count],
  );
}
