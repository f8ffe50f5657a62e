import { gzipSync } from "node:zlib";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newFriends, newPerson, type Person } from "../support/actors.ts";
import { become, rolledBack } from "../support/sql.ts";

/** A list stays small for its readers, whatever anybody enters: bytes, never seconds. */

let alice: Person;
let bob: Person;

beforeAll(async () => {
  [alice, bob] = await newFriends("alice", "bob");
});

/** Tasks of one of them, Bob's shared with Alice, with so many characters of notes. */
async function addTasks(client: pg.ClientBase, owner: Person, count: number, notes = 0) {
  await client.query("set local rota.quiet = 'on'");
  await client.query(
    `with added as (
       insert into public.tasks (user_id, category, title, start_date, is_shared, subtitle)
       select $1::uuid, 'Home', 'Task ' || n, '2015-01-01', $1::uuid <> $2::uuid,
         nullif(left((select string_agg(md5(x || ' ' || n), ' ') from generate_series(1, 200) as x), $4), '')
       from generate_series(1, $5) as n
       returning id
     )
     insert into private.task_shares (task_id, owner_id, contact_email, recipient_id)
     select id, $1::uuid, $3, $2::uuid from added where $1::uuid <> $2::uuid`,
    [owner.id, alice.id, alice.email, notes, count],
  );
}

/** So many former schedules of each task of a person, each with a rule and a text of 1,000 characters. */
const addFormerSchedules = (client: pg.ClientBase, owner: Person, count: number) =>
  client.query(
    `insert into public.task_schedules
       (task_id, valid_until, schedule)
     select tasks.id, date '2016-01-01' + n, jsonb_build_object(
       'startDate', '2015-01-01', 'endDate', null, 'repeatValue', 'custom', 'afterDone', null, 'season', null,
       'customRrule', rpad('FREQ=YEARLY;BYYEARDAY=' || n, 1000, ',4'),
       'customRruleText', rpad('', 1000, md5(n::text)))
     from public.tasks, generate_series(1, $2) as n where tasks.user_id = $1`,
    [owner.id, count],
  );

/** Alice's list: its tasks, and its size in bytes as sent. */
async function readList(client: pg.ClientBase) {
  await become(client, "authenticated", alice.id);
  const { rows } = await client.query("select public.list_tasks()::text as list");
  const { list } = rows[0];
  return { tasks: JSON.parse(list).tasks as TaskJson[], bytes: gzipSync(list).length };
}

const isCut = ({ cut }: TaskJson) => cut === true;

describe("what is left out of a list", () => {
  test("nothing, of a household's: 300 tasks of a friend, each with four former schedules", () =>
    rolledBack(async (client) => {
      await addTasks(client, bob, 300, 300);
      await addFormerSchedules(client, bob, 2);
      const { tasks } = await readList(client);
      expect([tasks.length, tasks.filter(isCut).length]).toEqual([300, 0]);
    }));

  test("the record of each task with 200 former schedules, but not its title and whose it is", () =>
    rolledBack(async (client) => {
      await addTasks(client, bob, 88);
      await addFormerSchedules(client, bob, 200);
      await client.query(
        "insert into public.tasks (user_id, category, title, start_date) values ($1, 'Home', 'Light', '2026-01-01')",
        [alice.id],
      );
      const { tasks, bytes } = await readList(client);
      expect([tasks.length, tasks.filter(isCut).length]).toEqual([89, 88]);
      expect(bytes).toBeLessThan(50_000);
      const long = tasks.find(isCut);
      expect(long).toMatchObject({
        title: expect.stringMatching(/^Task \d+$/),
        ownerId: bob.id,
        people: { [bob.id]: expect.any(String) },
        formerSchedules: [],
        completedDays: [],
      });
    }));

  test("of many tasks that are long together, the longest of a friend's", () =>
    rolledBack(async (client) => {
      await addTasks(client, bob, 200);
      await addFormerSchedules(client, bob, 10);
      await client.query(
        "insert into public.tasks (user_id, category, title, start_date, is_shared) values ($1, 'Home', 'Light', '2026-01-01', true)",
        [bob.id],
      );
      await client.query(
        `insert into private.task_shares (task_id, owner_id, contact_email, recipient_id)
         select id, user_id, $2, $3 from public.tasks where user_id = $1 and title = 'Light'`,
        [bob.id, alice.email, alice.id],
      );
      const { tasks, bytes } = await readList(client);
      const cut = tasks.filter(isCut).length;
      expect(cut).toBeGreaterThan(100);
      expect(tasks.length - cut).toBeGreaterThan(50);
      expect(tasks.find(({ title }) => title === "Light")).not.toHaveProperty("cut");
      expect(bytes).toBeLessThan(500_000);
    }));
});

test("a task is read whole by those who take part in it, and sent small", () =>
  rolledBack(async (client) => {
    await addTasks(client, bob, 1, 5_000);
    await addFormerSchedules(client, bob, 200);
    const { rows } = await client.query("select id from public.tasks where user_id = $1", [bob.id]);
    const { id } = rows[0];
    const sent = await client.query("select private.task_json(array[$1::uuid])::text as task", [
      id,
    ]);
    expect(sent.rows[0].task.length).toBeLessThan(2_000);
    for (const person of [alice, bob]) {
      await become(client, "authenticated", person.id);
      const answer = await client.query("select public.read_task($1) as task", [id]);
      expect(answer.rows[0].task).toMatchObject({ formerSchedules: { length: 200 } });
      expect(answer.rows[0].task.subtitle).toHaveLength(5_000);
      expect(answer.rows[0].task).not.toHaveProperty("cut");
    }
    const carol = await newPerson("carol");
    await become(client, "authenticated", carol.id);
    const refused = await client.query("select public.read_task($1) as task", [id]);
    expect(refused.rows).toEqual([{ task: null }]);
  }));

/**
 * The ways in which a record grows, n times: each part of a task's JSON that others enter, at its longest. In
 * each, an uncut task is never much longer than 40 kB.
 */
const parts: Record<string, (n: number) => string> = {
  "days that are done and skipped": (n) => `
    insert into private.settled_days (task_id, block, done, skipped)
    select $1, block, ~ 0::bit(336), ~ 0::bit(336) from generate_series(2100 - ${n}, 2099) as block`,
  "blocks of days with gaps between them": (n) => `
    insert into private.settled_days (task_id, block, done)
    select $1, 2 * block, ~ 0::bit(336) from generate_series(1, ${n}) as block`,
  "put-offs of many people": (n) => `
    insert into public.task_put_offs (task_id, due_date, new_date)
    select $1, date '2015-01-01' + 2 * n, date '2015-01-02' + 2 * n from generate_series(1, ${n}) as n`,
  "former schedules": (n) => `
    insert into public.task_schedules (task_id, valid_until, schedule)
    select $1, date '2016-01-01' + n, '{"startDate": "2015-01-01", "endDate": null, "repeatValue": "daily"}'
    from generate_series(1, least(200, ${n})) as n`,
  "ticked lines": (n) => `
    with lines as (
      update public.tasks set checklist = array(
        select rpad(n::text, 100, '✓') from generate_series(1, 20) as n
      ) where id = $1 returning checklist
    )
    insert into public.task_checks (task_id, day, line, time_zone)
    select $1, date '2020-01-01' + (n - 1) / 20, checklist[1 + n % 20], 'UTC'
    from lines, generate_series(1, ${n}) as n`,
  "names of people who have left": (n) => `
    insert into private.task_people (task_id, person_id, name)
    select $1, gen_random_uuid(), rpad('', 100, 'ä') from generate_series(1, ${n})`,
  "runs of days in what was caught up on lately": (n) => `
    insert into public.task_catch_ups (id, task_id, days, status, time_zone)
    select gen_random_uuid(), $1, range_agg(daterange(day, day, '[]')), 'skipped', 'UTC'
    from (select date '2000-01-01' + 2 * n as day, n % 20 as turn from generate_series(1, ${n}) as n) as days
    group by turn`,
};

test.each(Object.entries(parts))(
  "what is sent of a task is bounded, whatever grows: %s",
  (_, grow) =>
    rolledBack(async (client) => {
      await addTasks(client, alice, 1);
      const { rows } = await client.query("select id from public.tasks where user_id = $1", [
        alice.id,
      ]);
      const { id } = rows[0];
      // Records from before that limit existed.
      await client.query("alter table private.settled_days disable trigger check_old_blocks");
      let longest = 0;
      for (const n of [60, 160, 300, 350, 510, 1_000, 3_000]) {
        await client.query("savepoint before");
        await client.query(grow(n), [id]);
        const sent = await client.query(
          "select octet_length(private.task_json(array[$1::uuid])::text) as bytes",
          [id],
        );
        longest = Math.max(longest, sent.rows[0].bytes);
        await client.query("rollback to before");
      }
      expect(longest).toBeGreaterThan(10_000);
      expect(longest).toBeLessThan(46_000);
    }),
);
