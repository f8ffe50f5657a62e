import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { INPUT_TEXTS } from "../../src/domain/tasks/input-texts.ts";
import {
  type Answer,
  acceptEachOther,
  callFunction,
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
} from "../support/actors.ts";
import { addTask, createTask, findTask, updateTask } from "../support/actors-tasks.ts";
import { become, inTransaction, rolledBack, sql, sqlValue } from "../support/sql.ts";
import { newTask } from "./matrix-operations.ts";

/** How much one person can store and change: at each limit, beyond it, and of two who race to it. */

const limitOf = (name: string) =>
  sqlValue<number>("select most from private.limits where name = $1", [name]);

function limitReached(answer: Answer): string {
  const { details } = answer.body as { details: string };
  expect(refusalCode(answer)).toBe("LIMIT_REACHED");
  expect(answer.status).toBe(422);
  return JSON.parse(details)[0].code;
}

const texts: Readonly<Record<string, keyof typeof INPUT_TEXTS>> = {
  active_tasks: "TOO_MANY_TASKS",
  tasks: "TOO_MANY_TASKS_EVER",
  contacts: "TOO_MANY_CONTACTS",
  task_rows_per_request: "TOO_MANY_TASKS_AT_ONCE",
  completion_rows_per_request: "TOO_MANY_COMPLETIONS",
  share_rows_per_request: "TOO_MANY_SHARES_AT_ONCE",
  changes_per_day: "TOO_MANY_CHANGES",
  put_offs: "TOO_MANY_PUT_OFFS",
  pauses: "TOO_MANY_PAUSES",
  schedules: "TOO_MANY_SCHEDULES",
};

/** Nobody is told of these: what is beyond them waits. */
const silent = ["invited_addresses_per_day", "invitations_to_address_per_day"];

test("every limit is what its text and the documentation say", async () => {
  const limits = await sql<{ name: string; most: number }>("select name, most from private.limits");
  expect(limits.map(({ name }) => name).sort()).toEqual([...Object.keys(texts), ...silent].sort());
  const design = readFileSync(join(rootFolder, "docs/design.md"), "utf8");
  for (const { name, most } of limits) {
    const code = texts[name];
    const number = most.toLocaleString("en");
    if (code) expect(INPUT_TEXTS[code].match(/[\d,]*\d/)?.[0], code).toBe(number);
    const row = design.split("\n").find((line) => line.includes(`\`${name}\``));
    expect(row?.match(/\| ([\d,]*\d) /)?.[1], name).toBe(number);
  }
});

interface Values {
  readonly person: Person;
  readonly taskId: string;
}

/** A write that adds up to the limit when it is made for the second time. */
interface Case {
  readonly limit: keyof typeof texts;
  /** for which the second write is one too many, and the first is not */
  readonly most: number;
  readonly guard: string;
  readonly table: string;
  readonly write: (values: Values, time: number) => [text: string, values: unknown[]];
}

const insertTask = (title: string): [string, unknown[]] => [
  "insert into public.tasks (category, title, start_date) values ('Home', $1, '2020-01-01')",
  [title],
];
const cases: readonly Case[] = [
  // One is there already.
  {
    limit: "active_tasks",
    most: 2,
    guard: "limit_tasks",
    table: "tasks",
    write: (_, time) => insertTask(`Number ${time}`),
  },
  {
    limit: "tasks",
    most: 2,
    guard: "limit_tasks",
    table: "tasks",
    write: (_, time) => insertTask(`Number ${time}`),
  },
  {
    limit: "contacts",
    most: 1,
    guard: "limit_contacts",
    table: "shared_contacts",
    write: ({ taskId }, time) => [
      "insert into public.task_shares (task_id, contact_email) values ($1, $2)",
      [taskId, `limit-${time}@example.com`],
    ],
  },
  {
    limit: "task_rows_per_request",
    most: 1,
    guard: "count_row",
    table: "tasks",
    write: (_, time) => [
      `insert into public.tasks (category, title, start_date)
       select 'Home', 'Number ' || $1 || n, '2020-01-01' from generate_series(1, $1::int) n`,
      [time],
    ],
  },
  {
    limit: "completion_rows_per_request",
    most: 1,
    guard: "count_row",
    table: "task_completions",
    write: ({ taskId }, time) => [
      `insert into public.task_completions (task_id, completed_date)
       select $1, date '2020-01-01' + 10 * $2 + n from generate_series(1, $2::int) n`,
      [taskId, time],
    ],
  },
  {
    limit: "share_rows_per_request",
    most: 1,
    guard: "count_row",
    table: "task_shares",
    write: ({ taskId }, time) => [
      `insert into public.task_shares (task_id, contact_email)
       select $1, 'limit-' || $2 || '-' || n || '@example.com' from generate_series(1, $2::int) n`,
      [taskId, time],
    ],
  },
  {
    limit: "changes_per_day",
    most: 1,
    guard: "count_edit",
    table: "tasks",
    write: ({ taskId }, time) => [
      "update public.tasks set title = $2 where id = $1",
      [taskId, `Limited ${time}`],
    ],
  },
  {
    limit: "changes_per_day",
    most: 1,
    guard: "broadcast_completions",
    table: "task_completions",
    write: ({ taskId }, time) => [
      "insert into public.task_completions (task_id, completed_date) values ($1, $2)",
      [taskId, `2020-01-0${time}`],
    ],
  },
];

async function outcome(client: pg.ClientBase, [text, values]: [string, unknown[]]) {
  await client.query("savepoint write");
  try {
    await client.query(text, values);
    return "ok";
  } catch (error) {
    await client.query("rollback to savepoint write");
    const { message, detail = "" } = error as pg.DatabaseError;
    return detail.startsWith("[") ? JSON.parse(detail)[0].code : message;
  }
}

describe("a small limit on what a task has lets the last one in, and no more", () => {
  const partCases: [limit: keyof typeof texts, write: Case["write"]][] = [
    [
      "put_offs",
      ({ taskId }, time) => [
        "select public.put_off($1, date '2020-01-01' + 10 * $2::int, date '2020-02-02' + $2::int)",
        [taskId, time],
      ],
    ],
    [
      "pauses",
      ({ taskId }, time) => [
        "select public.pause_task($1, date '2020-01-01' + 10 * $2::int, date '2020-01-02' + 10 * $2::int)",
        [taskId, time],
      ],
    ],
    [
      "schedules",
      ({ taskId }, time) => [
        `select public.update_task($1, jsonb_build_object('repeatValue', 'weekly',
           'scheduleFrom', (now() at time zone 'UTC' - interval '12 hours')::date + $2::int - 1))`,
        [taskId, time],
      ],
    ],
  ];
  test.each(partCases)("%s", async (limit, write) => {
    const person = await newPerson();
    const { id: taskId } = await addTask(person);
    const outcomes = await rolledBack(async (client) => {
      await client.query("update private.limits set most = 1 where name = $1", [limit]);
      await become(client, "authenticated", person.id);
      const first = await outcome(client, write({ person, taskId }, 1));
      return [first, await outcome(client, write({ person, taskId }, 2))];
    });
    expect(outcomes).toEqual(["ok", texts[limit]]);
  });
});

describe("a small limit lets the last one in, and no more, because of", () => {
  test.each(cases)("$guard on $table: $limit", async ({ limit, most, guard, table, write }) => {
    const person = await newPerson();
    const { id: taskId } = await addTask(person, { is_shared: true });
    const outcomes = (isGuarded: boolean) =>
      rolledBack(async (client) => {
        await client.query("update private.limits set most = $2 where name = $1", [limit, most]);
        if (!isGuarded) await client.query(`alter table public.${table} disable trigger ${guard}`);
        await become(client, "authenticated", person.id);
        const first = await outcome(client, write({ person, taskId }, 1));
        return [first, await outcome(client, write({ person, taskId }, 2))];
      });
    expect(await outcomes(true)).toEqual(["ok", texts[limit]]);
    expect(await outcomes(false)).toEqual(["ok", "ok"]);
  });
});

/** Waits until some statement of another connection waits for a lock of that kind. */
const someoneWaits = (kinds: readonly string[]) =>
  expect
    .poll(() => sql("select from pg_locks where locktype = any ($1) and not granted", [kinds]))
    .not.toEqual([]);

/** Begins `second` while `first` is done but not committed. */
async function race(
  person: Person,
  first: [string, unknown[]],
  second: () => Promise<Answer>,
  kinds: readonly string[],
): Promise<Answer> {
  let waiting: Promise<Answer> | undefined;
  await inTransaction(async (client) => {
    await become(client, "authenticated", person.id);
    await client.query(...first);
    waiting = second();
    await someoneWaits(kinds);
  });
  return (await waiting) as Answer;
}

describe("active tasks", () => {
  test("are at most the limit, however many people and devices add them", async () => {
    const alice = await newPerson("alice");
    const most = await limitOf("active_tasks");
    await sql(
      `insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, $2::int - 1) n`,
      [alice.id, most],
    );
    const beaten = await race(
      alice,
      [
        `select public.create_task(gen_random_uuid(),
           '{"category": "Home", "title": "The last", "startDate": "2020-01-01"}')`,
        [],
      ],
      () => createTask(alice, newTask()),
      ["advisory"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_TASKS");
    expect(limitReached(await rest(alice, "POST", "tasks", newTask()))).toBe("TOO_MANY_TASKS");
    const { start_date: startDate, ...fields } = newTask();
    expect(await callFunction(alice, "create-task", { ...fields, startDate })).toMatchObject({
      status: 422,
      body: { error: { code: "LIMIT_REACHED", message: INPUT_TEXTS.TOO_MANY_TASKS } },
    });

    const id = await sqlValue("select id from public.tasks where user_id = $1 limit 1", [alice.id]);
    await rpc(alice, "delete_task", { task_id: id });
    expect((await createTask(alice, newTask())).status).toBe(200);
    // Its place is taken.
    const restored = await rpc(alice, "restore_task", { task_id: id });
    expect(limitReached(restored)).toBe("TOO_MANY_TASKS");
    const bob = await newPerson("bob");
    expect((await createTask(bob, newTask())).status).toBe(200);
  });
});

describe("contacts", () => {
  test("are at most the limit; one that is removed makes room", async () => {
    const alice = await newPerson("alice");
    const most = await limitOf("contacts");
    const [one, other] = await Promise.all([
      addTask(alice, { is_shared: true }),
      addTask(alice, { is_shared: true }),
    ]);
    await sql(
      `insert into public.shared_contacts (owner_id, contact_email)
       select $1, 'contact-' || n || '@example.com' from generate_series(1, $2::int - 1) n`,
      [alice.id, most],
    );
    const share = (taskId: string, address: string) => updateTask(alice, taskId, {}, [address]);
    expect(limitReached(await updateTask(alice, one.id, {}, [newAddress(), newAddress()]))).toBe(
      "TOO_MANY_CONTACTS",
    );
    const beaten = await race(
      alice,
      [`select public.update_task($1, '{}', array[$2])`, [one.id, newAddress()]],
      () => share(other.id, newAddress()),
      ["advisory"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_CONTACTS");
    expect((await share(other.id, "contact-1@example.com")).status).toBe(200);
    await rest(alice, "DELETE", "shared_contacts?contact_email=eq.contact-2@example.com");
    expect((await share(one.id, newAddress())).status).toBe(200);
  });
});

describe("completions of one request", () => {
  const rows = (task_id: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      task_id,
      completed_date: new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
    }));

  test("are at most the limit, added or undone", async () => {
    const alice = await newPerson("alice");
    const most = await limitOf("completion_rows_per_request");
    const { id } = await addTask(alice);
    const stored = () =>
      sqlValue<number>("select count(*)::int from public.task_completions where task_id = $1", [
        id,
      ]);
    const beyond = await rest(alice, "POST", "task_completions", rows(id, most + 1));
    expect(limitReached(beyond)).toBe("TOO_MANY_COMPLETIONS");
    expect(await stored()).toBe(0);
    expect((await rest(alice, "POST", "task_completions", rows(id, most))).status).toBe(201);

    const other = await addTask(alice);
    await sql(
      `insert into public.task_completions (task_id, user_id, completed_date)
       select $1, $2, date '2020-01-01' + n from generate_series(0, $3::int) n`,
      [other.id, alice.id, most],
    );
    const all = `task_completions?task_id=eq.${other.id}`;
    expect(limitReached(await rest(alice, "DELETE", all))).toBe("TOO_MANY_COMPLETIONS");
    expect((await findTask(alice, other.id))?.completedDays).toEqual([[18262, most + 1]]);
    const allButOne = `${all}&completed_date=gt.2020-01-01`;
    expect((await rest(alice, "DELETE", allButOne)).status).toBe(204);
  });
});

describe("changes of a task in a day", () => {
  const used = (taskId: string, person: Person, changes: number, daysAgo = 0) =>
    sql(
      `insert into private.daily_changes (task_id, user_id, day, changes)
       values ($1, $2, (now() at time zone 'UTC')::date - $4::int, $3)
       on conflict (task_id, user_id) do update set day = excluded.day, changes = excluded.changes`,
      [taskId, person.id, changes, daysAgo],
    );
  const tick = (person: Person, task_id: string, completed_date: string) =>
    rpc(person, "complete_task", { task_id, completed_date });

  test("are at most the limit, each person's own, and anew every day", async () => {
    const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]).then(
      acceptEachOther,
    );
    const { id } = await addTask(alice, { share_with: [bob.email] });
    const most = await limitOf("changes_per_day");
    await used(id, bob, most - 1);
    const beaten = await race(
      bob,
      ["select public.complete_task($1, '2020-02-01')", [id]],
      () => tick(bob, id, "2020-02-02"),
      ["transactionid", "tuple"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_CHANGES");
    const undo = await rpc(bob, "undo_completion", { task_id: id, completed_date: "2020-02-01" });
    expect(limitReached(undo)).toBe("TOO_MANY_CHANGES");
    expect((await tick(bob, id, "2020-02-01")).status, "changes nothing").toBe(200);

    expect((await tick(alice, id, "2020-02-03")).status).toBe(200);
    await used(id, alice, most);
    expect(limitReached(await updateTask(alice, id, { title: "Other" }))).toBe("TOO_MANY_CHANGES");
    await used(id, bob, most, 1);
    expect((await tick(bob, id, "2020-02-04")).status).toBe(200);
    expect((await rpc(alice, "delete_task", { task_id: id })).status).toBe(204);
  });
});
