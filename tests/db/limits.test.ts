import { randomUUID } from "node:crypto";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { ISSUE_TEXTS } from "../../src/domain/tasks/input-texts.ts";
import { newFriends, newPerson, type Person } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { join as joinHousehold, newHousehold } from "../support/households.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/** How much one person can store and change: at each limit and beyond it. */

const texts: Readonly<Record<string, keyof typeof ISSUE_TEXTS>> = {
  active_tasks: "TOO_MANY_TASKS",
  tasks_added: "TOO_MANY_TASKS_ADDED",
  entered_kilobytes: "TOO_MUCH_ENTERED",
  contacts: "TOO_MANY_CONTACTS",
  task_rows_per_request: "TOO_MANY_TASKS_AT_ONCE",
  completion_rows_per_request: "TOO_MANY_COMPLETIONS",
  changes_per_day: "TOO_MANY_CHANGES",
  name_changes_per_day: "TOO_MANY_NAME_CHANGES",
  put_offs: "TOO_MANY_PUT_OFFS",
  pauses: "TOO_MANY_PAUSES",
  schedules: "TOO_MANY_SCHEDULES",
  old_blocks: "TOO_MANY_OLD_DAYS",
  shares_per_import: "TOO_MANY_SHARES_IN_IMPORT",
  imported_kilobytes: "TOO_MUCH_IMPORTED",
  households: "TOO_MANY_HOUSEHOLDS",
  people_of_household: "TOO_MANY_PEOPLE",
  people_of_household_ever: "TOO_MANY_PEOPLE_EVER",
  household_changes_per_day: "TOO_MANY_HOUSEHOLD_CHANGES",
  people_on_roster: "TOO_MANY_TURN_TAKERS",
  absences_of_person: "TOO_MANY_ABSENCES",
  house_absences: "TOO_MANY_HOUSE_ABSENCES",
  absences_of_household: "TOO_MANY_ABSENCES_OF_HOUSEHOLD",
  turns_ahead: "TOO_MANY_TURNS",
  displays: "TOO_MANY_DISPLAYS",
  tokens: "TOO_MANY_TOKENS",
  token_changes_per_day: "TOO_MANY_TOKEN_CHANGES",
  push_devices: "TOO_MANY_PUSH_DEVICES",
  watched_tasks: "TOO_MANY_WATCHED_TASKS",
  display_changes_per_day: "TOO_MANY_DISPLAY_CHANGES",
  webhooks: "TOO_MANY_WEBHOOKS",
};

/** Limits that are told to nobody: anything beyond them waits. */
const silent = [
  ...["accounts_let_in_per_day", "calendar_reads_per_hour", "display_uses_per_minute"],
  ...["done_pushes_per_day", "invitation_pushes_per_day", "invited_addresses_per_day"],
  ...["mails_to_mailbox_per_day", "new_senders_mails_to_mailbox_per_day"],
  ...[
    "offer_pushes_per_day",
    "password_guesses",
    "token_uses_per_minute",
    "webhook_tests_per_hour",
  ],
];

test("every limit is what its text says", async () => {
  const limits = await sql<{ name: string; most: number }>("select name, most from private.limits");
  expect(limits.map(({ name }) => name).sort()).toEqual([...Object.keys(texts), ...silent].sort());
  for (const { name, most } of limits) {
    const code = texts[name];
    if (!code) continue;
    const text = ISSUE_TEXTS[code];
    // The database counts in kB.
    const said = text.includes(" MB") ? most / 1_000 : most;
    expect(text.match(/[\d,]*\d/)?.[0], code).toBe(said.toLocaleString("en"));
  }
});

interface Values {
  readonly person: Person;
  readonly taskId: string;
}

/** A write that reaches the limit when it is made a second time. */
type Write = (values: Values, time: number) => [text: string, values: unknown[]];

const insertTask: Write = (_, time) => [
  "insert into public.tasks (category, title, start_date) values ('Home', 'Number ' || $1, '2020-01-01')",
  [String(time)],
];
const rename: Write = ({ taskId }, time) => [
  "update public.tasks set title = $2 where id = $1",
  [taskId, `Limited ${time}`],
];
const complete: Write = ({ taskId }, time) => [
  "insert into public.task_completions (task_id, completed_date) values ($1, $2)",
  [taskId, `2020-01-0${time}`],
];
const addTasks: Write = (_, time) => [
  `insert into public.tasks (category, title, start_date)
   select 'Home', 'Number ' || $1 || n, '2020-01-01' from generate_series(1, $1::int) n`,
  [time],
];
const completeMany: Write = ({ taskId }, time) => [
  `insert into public.task_completions (task_id, completed_date)
   select $1, date '2020-01-01' + 10 * $2 + n from generate_series(1, $2::int) n`,
  [taskId, time],
];
const share: Write = ({ taskId }, time) => [
  "insert into private.task_shares (task_id, contact_email) values ($1, $2)",
  [taskId, `limit-${time}@example.com`],
];
const changeName: Write = ({ person }, time) => [
  "update public.profiles set full_name = $2 where id = $1",
  [person.id, `Name ${time}`],
];
const putOff: Write = ({ taskId }, time) => [
  "select public.put_off($1, date '2020-01-01' + 10 * $2::int, date '2020-02-02' + $2::int)",
  [taskId, time],
];
const pause: Write = ({ taskId }, time) => [
  "select public.pause_task($1, date '2020-01-01' + 10 * $2::int, date '2020-01-02' + 10 * $2::int)",
  [taskId, time],
];
const changeSchedule: Write = ({ taskId }, time) => [
  `select public.update_task($1, jsonb_build_object('repeatValue', 'weekly',
     'scheduleFrom', (now() at time zone 'UTC' - interval '12 hours')::date + $2::int - 1))`,
  [taskId, time],
];

/** At the number given the second write is one too many, and the first is not: one task exists already. */
const cases: readonly [guard: string, table: string, keyof typeof texts, most: number, Write][] = [
  ["check_task_quota", "tasks", "active_tasks", 2, insertTask],
  ["check_task_quota", "tasks", "tasks_added", 2, insertTask],
  ["check_contacts", "shared_contacts", "contacts", 1, share],
  ["check_too_many_rows", "tasks", "task_rows_per_request", 1, addTasks],
  ["check_too_many_rows", "task_completions", "completion_rows_per_request", 1, completeMany],
  ["check_edit", "tasks", "changes_per_day", 1, rename],
  ["check_name_changes", "profiles", "name_changes_per_day", 1, changeName],
  ["check_completions", "task_completions", "changes_per_day", 1, complete],
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
  const partCases: [limit: keyof typeof texts, write: Write][] = [
    ["put_offs", putOff],
    ["pauses", pause],
    ["schedules", changeSchedule],
  ];
  test.each(partCases)("%s", async (limit, write) => {
    const person = await newPerson();
    const { id: taskId } = await addTask(person, { repeat_value: "yearly" });
    const outcomes = await rolledBack(async (client) => {
      await client.query("update private.limits set most = 1 where name = $1", [limit]);
      await become(client, "authenticated", person.id);
      const first = await outcome(client, write({ person, taskId }, 1));
      return [first, await outcome(client, write({ person, taskId }, 2))];
    });
    expect(outcomes).toEqual(["ok", texts[limit]]);
  });
});

test("what a member adds and deletes uses up no room but their own, and that for 30 days", async () => {
  const [keeper, member] = await Promise.all([newPerson("keeper"), newPerson("member")]);
  const household = await newHousehold(keeper);
  await joinHousehold(keeper, household, member);
  await rolledBack(async (client) => {
    const add = async (person: Person) => {
      await become(client, "authenticated", person.id);
      const title = randomUUID();
      const added = await outcome(client, [
        "insert into public.tasks (category, title, start_date, household_id) values ('Home', $1, '2020-01-01', $2)",
        [title, household],
      ]);
      if (added === "ok") {
        await client.query("update public.tasks set is_active = false where title = $1", [title]);
      }
      return added;
    };
    await client.query(
      "update private.limits set most = 2 where name in ('tasks_added', 'active_tasks')",
    );
    const before = [await add(member), await add(member), await add(member), await add(keeper)];
    expect(before).toEqual(["ok", "ok", "TOO_MANY_TASKS_ADDED", "ok"]);
    await client.query("reset role");
    await client.query(
      "update public.task_events set happened_at = now() - interval '31 days' where user_id = $1",
      [member.id],
    );
    expect(await add(member)).toBe("ok");
  });
});

test("what is entered in a household's tasks has an end, by whatever way it comes; less is always taken", async () => {
  const keeper = await newPerson("keeper");
  const household = await newHousehold(keeper);
  await rolledBack(async (client) => {
    await client.query("update private.limits set most = 2 where name = 'entered_kilobytes'");
    await become(client, "authenticated", keeper.id);
    const add = (title: string, notes: number, where: string | null = household) =>
      outcome(client, [
        `insert into public.tasks (category, title, start_date, subtitle, household_id)
         values ('Home', $1, '2020-01-01', repeat('ä', $2), $3)`,
        [title, notes, where],
      ]);
    const change = (title: string, set: string) =>
      outcome(client, [`update public.tasks set ${set} where title = $1`, [title]]);
    const full = "TOO_MUCH_ENTERED";
    expect(await add("One", 400)).toBe("ok");
    expect(await add("Two", 600)).toBe(full);
    expect(await add("Two", 550)).toBe("ok");
    for (const set of [
      "subtitle = repeat('ä', 700)",
      "checklist = array[repeat('a', 90), repeat('b', 90)]",
      "custom_rrule = 'FREQ=DAILY' || repeat(';', 200), repeat_value = 'custom'",
    ]) {
      expect(await change("One", set), set).toBe(full);
    }
    expect(await change("One", "subtitle = 'Short'")).toBe("ok");
    expect(await change("Two", "is_active = false")).toBe("ok");
    expect(await change("One", "subtitle = repeat('ä', 500)")).toBe("ok");
    expect(await change("Two", "is_active = true")).toBe(full);
    expect(await add("Own", 900, null)).toBe("ok");
    const move = `household_id = '${household}'`;
    expect(await change("Own", move)).toBe(full);
    expect(await add("Another", 200, null), "a person's own, too").toBe(full);
  });
});

test("what was done more than 100 years ago has an end, by whatever call; what is later, or is taken back, has none", async () => {
  const [alice, bob] = await newFriends("person", "person");
  const { id } = await addTask(alice, { start_date: "0001-01-01", share_with: [bob.email] });
  await rolledBack(async (client) => {
    await client.query("update private.limits set most = 2 where name = 'old_blocks'");
    const ask = async (person: Person, call: string, ...values: unknown[]) => {
      await become(client, "authenticated", person.id);
      return outcome(client, [call, [id, ...values]]);
    };
    const catchUp = (person: Person, first: string, last: string, status = "done") =>
      ask(
        person,
        `select public.catch_up(
           gen_random_uuid(), $1, jsonb_build_array(jsonb_build_array(
             $2::date - date '1970-01-01', $3::date - $2::date
           )), $4)`,
        ...[first, last, status],
      );
    const full = "TOO_MANY_OLD_DAYS";
    expect(await catchUp(bob, "0001-01-01", "0003-01-01")).toBe(full);
    expect(await catchUp(bob, "0001-01-01", "0002-06-01")).toBe("ok");
    for (const [call, day] of [
      ["select public.complete_task($1, $2)", "1700-01-01"],
      ["select public.skip_occurrence($1, $2)", "1700-01-01"],
      [
        "insert into public.task_completions (task_id, completed_date) values ($1, $2)",
        "1700-01-01",
      ],
    ] as const) {
      expect(await ask(alice, call, day), call).toBe(full);
    }
    expect(await catchUp(alice, "1700-01-01", "1700-01-02", "skipped")).toBe(full);
    expect(await ask(alice, "select public.complete_task($1, $2)", "0002-08-01")).toBe("ok");
    expect(await catchUp(alice, "1930-01-01", "2026-11-01"), "what is recent").toBe("ok");
    // Undone, it leaves space, and costs nothing any more.
    expect(await ask(alice, "select public.undo_completion($1, $2)", "0002-08-01")).toBe("ok");
    await client.query("reset role");
    await client.query("update private.limits set most = 0 where name = 'old_blocks'");
    const undo = `select public.undo_catch_up($1, (
      select id from public.task_catch_ups where task_id = $1 and days @> $2::date
    ))`;
    for (const day of ["0001-01-01", "2000-01-01"]) {
      expect(await ask(alice, undo, day)).toBe("ok");
    }
    await client.query("reset role");
    const { rows } = await client.query("select from private.settled_days where task_id = $1", [
      id,
    ]);
    expect(rows).toEqual([]);
  });
});

test("what is put off goes back, however much there is", async () => {
  const alice = await newPerson();
  const { id } = await addTask(alice, { start_date: "2020-01-01", repeat_value: "weekly" });
  await rolledBack(async (client) => {
    await become(client, "authenticated", alice.id);
    const put = (due: string, to: string) =>
      outcome(client, ["select public.put_off($1, $2, $3)", [id, due, to]]);
    expect(await put("2020-01-08", "2020-01-09")).toBe("ok");
    expect(await put("2020-01-15", "2020-01-16")).toBe("ok");
    await client.query("reset role");
    await client.query("update private.limits set most = 0 where name = 'put_offs'");
    await become(client, "authenticated", alice.id);
    expect(await put("2020-01-22", "2020-01-23")).toBe("TOO_MANY_PUT_OFFS");
    expect(await put("2020-01-15", "2020-01-15")).toBe("ok");
  });
});

describe("a small limit lets the last one in, and no more, because of", () => {
  test.each(cases)("%s on %s: %s", async (guard, table, limit, most, write) => {
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
