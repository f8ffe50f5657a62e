import { createHash } from "node:crypto";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newFriends, newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask, findTask, listTasks, updateTask } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { become, inTransaction, rolledBack, sql } from "../support/sql.ts";

/** Like an import, it tells nobody: the messages would take most of the time. */
const addMany = (owner: Person, count: number, isShared = false) =>
  inTransaction(async (client) => {
    await client.query("set local rota.quiet = 'on'");
    const { rows } = await client.query<{ id: string }>(
      `insert into public.tasks (user_id, category, title, start_date, is_shared)
       select $1, 'Home', 'Task ' || gen_random_uuid(), '2020-01-01', $3
       from generate_series(1, $2::int)
       returning id`,
      [owner.id, count, isShared],
    );
    return rows;
  });

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;
const daysOf = ({ completedDays }: TaskJson) =>
  runsIn(completedDays).flatMap(([first = 0, length = 0]) =>
    Array.from({ length }, (_, n) => first + n),
  );

const addCompletions = (person: Person, taskId: string, days: readonly string[]) =>
  sql(
    `insert into public.task_completions (task_id, user_id, completed_date, completed_at)
     select $1, $2, day, day + time '12:00' from unnest($3::date[]) as day`,
    [taskId, person.id, days],
  );

test("the list has every task once, own and shared, however many", async () => {
  const [alice, bob] = await newFriends("person", "person");
  const own = await addMany(alice, 990);
  const shared = await addMany(bob, 30, true);
  await addMany(bob, 5);
  await sql(
    `insert into private.task_shares (task_id, owner_id, contact_email)
     select unnest($1::uuid[]), $2, $3`,
    [shared.map(({ id }) => id), bob.id, alice.email],
  );
  const expected = [...own, ...shared].map(({ id }) => id).sort();
  expect((await listTasks(alice)).map(({ id }) => id)).toEqual(expected);
});

describe("the list", () => {
  interface List {
    readonly names: string;
    readonly profile?: unknown;
    readonly households?: unknown;
    readonly tasks?: readonly TaskJson[];
  }
  const list = async (person: Person, parameters = {}) =>
    succeeded<List>(await rpc(person, "list_tasks", parameters));

  /** Computed as in the app. */
  function digestOf({ names, tasks = [] }: List): string {
    const text = tasks.map(({ id, revision }) => `${id}:${revision}`).join(",");
    return `${names}.${createHash("sha256").update(text).digest("base64")}`;
  }

  test("comes with the profile, and is empty for somebody new", async () => {
    const alice = await newPerson("alice", "Alice");
    expect(await list(alice)).toEqual({
      names: expect.any(String),
      profile: { fullName: "Alice", timeZone: "UTC", dateStyle: null },
      invitations: [],
      households: [],
      tasks: [],
    });
  });

  test("comes again only when something in it has changed", async () => {
    const [alice, bob] = await newFriends("person", "person");
    const { id } = await addTask(alice, { share_with: [bob.email] });
    const changes = [
      () => rpc(alice, "complete_task", { task_id: id, completed_date: "2020-02-01" }),
      () => sql("update public.profiles set full_name = 'Alicia' where id = $1", [alice.id]),
      () => sql("update public.profiles set time_zone = 'Asia/Tokyo' where id = $1", [bob.id]),
      () => updateTask(alice, id, {}, []),
    ];
    for (const change of changes) {
      const known = await list(bob);
      const { tasks, households, ...unchanged } = known;
      expect(await list(bob, { known_digest: digestOf(known) })).toEqual(unchanged);
      await change();
      expect(await list(bob, { known_digest: digestOf(known) })).not.toEqual(unchanged);
    }
    expect((await list(bob, { known_digest: "what nobody knows" })).tasks).toEqual([]);
  });
});

describe("completions", () => {
  test("beyond a thousand come whole and compact", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice, { start_date: "2000-01-01" });
    const days = Array.from({ length: 1500 }, (_, n) =>
      new Date(Date.UTC(2010, 0, 1 + n)).toISOString().slice(0, 10),
    ).filter((day) => day !== "2012-02-29");
    await addCompletions(alice, id, days);
    expect(runsIn((await findTask(alice, id))?.completedDays)).toEqual([
      [dayNumber("2010-01-01"), 789],
      [dayNumber("2012-03-01"), 710],
    ]);
  });

  test("are exactly the days that were completed, whatever the gaps", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice, { start_date: "0001-01-01" });
    const days = new Set(["0001-01-01", "0001-01-02", "1969-12-31", "1970-01-01"]);
    for (let n = 0; n < 200; n += 1) {
      // A fixed sequence without a pattern.
      days.add(new Date(Date.UTC(2015, 0, (n * n * 7) % 400)).toISOString().slice(0, 10));
    }
    await addCompletions(alice, id, [...days]);
    const task = await findTask(alice, id);
    expect(task && daysOf(task)).toEqual([...days].sort().map(dayNumber));
  });

  test("of the last 48 hours, and those dated yesterday or later, come with who and when", async () => {
    const [alice, bob] = await newFriends("Alice", "Bob");
    const { id } = await addTask(alice, { share_with: [bob.email] });
    // Within one transaction, midnight can't pass.
    const listed = await rolledBack(async (client) => {
      await client.query(
        `insert into public.task_completions (task_id, user_id, completed_date, completed_at)
         values ($1, $2, '2020-02-01', now() - interval '49 hours'),
           ($1, $2, '2020-02-02', now() - interval '47 hours'),
           ($1, $3, (now() at time zone 'UTC')::date - 1, now() - interval '50 hours'),
           ($1, $3, (now() at time zone 'UTC')::date, now())`,
        [id, alice.id, bob.id],
      );
      await become(client, "authenticated", bob.id);
      const { rows } = await client.query<{ task: TaskJson; today: string; yesterday: string }>(
        `select task, (now() at time zone 'UTC')::date as today,
           (now() at time zone 'UTC')::date - 1 as yesterday
         from jsonb_array_elements(public.list_tasks() -> 'tasks') as task`,
      );
      return rows[0];
    });
    expect(listed?.task.recentCompletions).toMatchObject([
      { date: "2020-02-02", completedBy: alice.id },
      { date: listed?.yesterday, completedBy: bob.id },
      { date: listed?.today, completedBy: bob.id },
    ]);
    expect(listed?.task.people).toEqual({ [alice.id]: "Alice", [bob.id]: "Bob" });
    expect(listed && daysOf(listed.task)).toHaveLength(4);
  });
});

test("a person's list shows the owner and those who did something, and nobody else", async () => {
  const [alice, bob, carol] = await newFriends("Alice", "Bob", "carol");
  const { id } = await addTask(alice, { share_with: [bob.email, carol.email] });
  expect((await findTask(carol, id))?.people).toEqual({ [alice.id]: "Alice" });
  await rpc(carol, "complete_task", { task_id: id, completed_date: "2020-02-01" });
  expect((await findTask(bob, id))?.people).toEqual({
    [alice.id]: "Alice",
    [carol.id]: carol.email.split("@")[0],
  });
  await rpc(carol, "leave_task", { task_id: id });
  expect(Object.keys((await findTask(bob, id))?.people ?? {})).toContain(carol.id);
});

describe("three at once of what can take its time, of one account", () => {
  const calls: readonly [string, Record<string, string>][] = [
    ["list_tasks", {}],
    ["export_tasks", {}],
    ["read_record", { first_day: "2026-01-01", until_day: "2026-02-01" }],
  ];

  test.each(calls)(
    "%s: a fourth waits with no connection, and is told when to ask again",
    async (name, parameters) => {
      const [alice, bob] = await Promise.all([newPerson(), newPerson()]);
      const arguments_ = Object.values(parameters);
      const places = arguments_.map((_, n) => `$${n + 1}`);
      const underWay = async (client: pg.PoolClient) => {
        await become(client, "authenticated", alice.id);
        await client.query(`select public.${name}(${places})`, arguments_);
      };
      await rolledBack(async (first) =>
        rolledBack(async (second) => {
          await underWay(first);
          await underWay(second);
          expect((await rpc(alice, name, parameters)).status).toBe(200);
          await rolledBack(async (third) => {
            await underWay(third);
            expect(await rpc(alice, name, parameters)).toMatchObject({
              status: 429,
              body: { message: "TOO_MANY_ATTEMPTS", details: "1" },
            });
            // Nobody else has to wait.
            expect((await rpc(bob, name, parameters)).status).toBe(200);
          });
          expect((await rpc(alice, name, parameters)).status).toBe(200);
        }),
      );
    },
  );

  test("and a mail's or a calendar's list is none of them", async () => {
    const alice = await newPerson();
    await rolledBack(async (client) => {
      for (let n = 0; n < 5; n += 1) {
        await client.query("set local role service_role");
        const { rows } = await client.query("select public.list_tasks_for($1) as list", [alice.id]);
        expect(rows[0].list).toHaveProperty("tasks");
        await client.query("reset role");
      }
      const { rows } = await client.query(
        "select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
      );
      expect(rows).toEqual([]);
    });
  });
});
