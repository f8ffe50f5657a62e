import { gzipSync } from "node:zlib";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { acceptEachOther, newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { householdOf, invite, join, newHousehold } from "../support/households.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/** Limits what one person can cost the others of a household: bytes and messages, never seconds. */

let alice: Person;
let bob: Person;
let dave: Person;
let household: string;

beforeAll(async () => {
  const made = await Promise.all(["Alice", "Bob", "Dave"].map((name) => newPerson("p", name)));
  [alice, bob, dave] = made as [Person, Person, Person];
  await acceptEachOther(made);
  household = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, household, bob);
});

/** Tasks of the household for which one of them is responsible; Bob writes them. */
async function addTasks(client: pg.ClientBase, count: number, owner = bob, notes = "null") {
  await client.query("set local rota.quiet = 'on'");
  await client.query(
    `insert into public.tasks (user_id, household_id, category, title, start_date, subtitle)
     select $1, $2, 'Home', 'Task ' || n, '1770-01-01', ${notes} from generate_series(1, $3) as n`,
    [owner.id, household, count],
  );
}

/** Alice's list: its tasks, and its size in bytes, raw and as sent. */
async function readList(client: pg.ClientBase) {
  await become(client, "authenticated", alice.id);
  const { rows } = await client.query("select public.list_tasks()::text as list");
  const { list } = rows[0];
  const tasks = JSON.parse(list).tasks as TaskJson[];
  return { tasks, size: list.length, bytes: gzipSync(list).length };
}

const cutOf = (tasks: readonly TaskJson[]) => tasks.filter(({ cut }) => cut).length;

describe("a member's list stays small, whatever another one fills the household's tasks with", () => {
  test("days: seven tasks with as many done as one can have, 70,000 days", () =>
    rolledBack(async (client) => {
      await addTasks(client, 7);
      // No two tasks or years are alike.
      await client.query(
        `insert into private.settled_days (task_id, block, done)
         select tasks.id, block, (
           select string_agg(('x' || md5(tasks.id::text || block || part))::bit(128)::text, '')
           from generate_series(1, 3) as part
         )::bit(336)
         from public.tasks, private.first_recent_block() as old, generate_series(old - 100, old + 110) as block
         where household_id = $1`,
        [household],
      );
      const { tasks, bytes } = await readList(client);
      expect(tasks).toHaveLength(7);
      expect(cutOf(tasks)).toBe(0);
      expect(bytes).toBeLessThan(500_000);
    }));

  test.each(["Bob's", "Alice's"])("former schedules of tasks in %s name", (whose) =>
    rolledBack(async (client) => {
      await addTasks(client, 200, whose === "Bob's" ? bob : alice);
      await client.query(
        `insert into public.task_schedules
           (task_id, valid_until, schedule)
         select tasks.id, date '2016-01-01' + n, jsonb_build_object(
           'startDate', '2015-01-01', 'endDate', null, 'repeatValue', 'custom', 'afterDone', null, 'season', null,
           'customRrule', rpad('FREQ=YEARLY;BYYEARDAY=' || n, 1000, ',4'),
           'customRruleText', rpad('', 1000, md5(n::text)))
         from public.tasks, generate_series(1, 10) as n where household_id = $1`,
        [household],
      );
      const { tasks, size, bytes } = await readList(client);
      expect(tasks).toHaveLength(200);
      expect(cutOf(tasks)).toBeGreaterThan(100);
      expect(size).toBeLessThan(2_000_000);
      expect(bytes).toBeLessThan(500_000);
    }),
  );

  test("notes of 5,000 characters, before the notes of one's own tasks", () =>
    rolledBack(async (client) => {
      const long =
        "left((select string_agg(md5(x || ' ' || n), ' ') from generate_series(1, 200) as x), 5000)";
      await addTasks(client, 90, alice, long);
      await client.query(
        `insert into public.tasks (user_id, category, title, start_date, subtitle)
         select user_id, 'Home', 'Own', '2020-01-01', subtitle from public.tasks
         where household_id = $1 limit 1`,
        [household],
      );
      const { tasks, bytes } = await readList(client);
      expect(tasks.find(({ title }) => title === "Own")).not.toHaveProperty("cut");
      expect(bytes).toBeLessThan(500_000);
    }));

  test("days that fifty people did", () =>
    rolledBack(async (client) => {
      await addTasks(client, 20);
      await client.query(
        `insert into public.task_completions (task_id, completed_date, user_id, people, said_by)
         select tasks.id, date '2020-01-01' + n, $2, array(
           select gen_random_uuid() from generate_series(1, 50) where n + tasks.revision > 0
         ), $2
         from public.tasks, generate_series(1, 100) as n where household_id = $1`,
        [household, bob.id],
      );
      const { tasks, bytes } = await readList(client);
      expect(cutOf(tasks)).toBe(20);
      expect(bytes).toBeLessThan(500_000);
    }));

  test("names: a task in whose record a thousand people stand", () =>
    rolledBack(async (client) => {
      await addTasks(client, 20);
      await client.query(
        `insert into private.task_people (task_id, person_id, name)
         select tasks.id, gen_random_uuid(), rpad('', 100, md5(n::text))
         from public.tasks, generate_series(1, 1000) as n where household_id = $1`,
        [household],
      );
      const { tasks, size } = await readList(client);
      expect(cutOf(tasks)).toBe(20);
      expect(size).toBeLessThan(50_000);
    }));

  test("and nothing is left out of 500 tasks in which each of 50 people did something", () =>
    rolledBack(async (client) => {
      await addTasks(client, 500);
      await client.query(
        `with people as materialized (
           select gen_random_uuid() as id, n from generate_series(1, 50) as n
         )
         insert into private.task_people (task_id, person_id, name)
         select tasks.id, people.id, 'Person ' || people.n
         from public.tasks, people where household_id = $1`,
        [household],
      );
      const { tasks, bytes } = await readList(client);
      expect(cutOf(tasks)).toBe(0);
      expect(bytes).toBeLessThan(500_000);
    }));
});

describe("of a household with 500 tasks, ten of them shared with somebody outside, one message tells", () => {
  let home: string;
  const outsider = () => dave;

  beforeAll(async () => {
    home = await newHousehold(alice, "The house");
    await join(alice, home, bob);
    await sql(
      `insert into public.tasks (user_id, household_id, category, title, start_date, is_shared)
       select $1, $2, 'Home', 'Task ' || n, '2020-01-01', n <= 10 from generate_series(1, 500) as n`,
      [alice.id, home],
    );
    await sql(
      `insert into private.task_shares (task_id, owner_id, contact_email)
       select id, user_id, $2 from public.tasks where household_id = $1 and is_shared`,
      [home, dave.email],
    );
  });

  /** The number of messages that each of these people gets from the work. */
  async function told(people: readonly Person[], work: () => Promise<unknown>) {
    const inboxes = people.map((person) => inboxOf(person));
    for (const inbox of inboxes) await inbox();
    await work();
    return Promise.all(inboxes.map(async (inbox) => (await inbox()).map(({ event }) => event)));
  }
  const one = ["list_changed"];
  const call = async (person: Person, name: string, parameters: object) =>
    succeeded(await rpc(person, name, { household_id: home, ...parameters }));

  test("each person that somebody joins or leaves", async () => {
    const erin = await newPerson("erin", "Erin");
    await acceptEachOther([alice, erin]);
    // Shared and invited before: these end without a separate message.
    await sql(
      `insert into private.task_shares (task_id, owner_id, contact_email)
       select id, user_id, $2 from public.tasks where household_id = $1 and title = 'Task 20'`,
      [home, erin.email],
    );
    const token = await invite(alice, home, "keeper");
    const joined = () => rpc(erin, "join_household", { token }).then(succeeded);
    expect(await told([alice, bob, erin, outsider()], joined)).toEqual([one, one, one, []]);
    const { me } = await householdOf(erin, home);
    const leaves = () => call(erin, "remove_person", { id: me });
    expect(await told([alice, bob, erin, outsider()], leaves)).toEqual([one, one, one, []]);
  });

  test("each person, and whoever is outside, that all tasks stand in another name", async () => {
    const { me, people } = await householdOf(alice, home);
    const bobsId = people.find(({ name }) => name === "Bob")?.id;
    const role = (id: string | undefined, name: string, is: string) =>
      call(alice, "save_person", { id, name, face: 0, role: is });
    await role(bobsId, "Bob", "keeper");
    const stepsDown = () => role(me, "Alice", "helper");
    expect(await told([alice, bob, outsider()], stepsDown)).toEqual([one, one, one]);
    const [{ owners } = { owners: [] }] = await sql<{ owners: string[] }>(
      `select array_agg(distinct owner) as owners from (
         select user_id as owner from public.tasks where household_id = $1
         union all
         select owner_id from private.task_shares join public.tasks on id = task_id where household_id = $1
       ) as named`,
      [home],
    );
    expect(owners).toEqual([bob.id]);
  });

  test("each person, and whoever is outside, that it is deleted, and brought back", async () => {
    const all = [alice, bob, outsider()];
    const deletes = () => call(bob, "delete_household", { name: "The house" });
    expect(await told(all, deletes)).toEqual([one, one, one]);
    expect(await told(all, () => call(bob, "restore_household", {}))).toEqual([one, one, one]);
    const [row] = await sql<{ count: number }>(
      `select count(*)::int from private.task_shares join public.tasks on id = task_id
       where household_id = $1 and recipient_id = $2`,
      [home, dave.id],
    );
    expect(row?.count).toBe(10);
  });
});
