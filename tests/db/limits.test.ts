import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { INPUT_TEXTS } from "../../src/domain/tasks/input-texts.ts";
import { newPerson, type Person } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/** How much one person can store and change: at each limit and beyond it. */

const texts: Readonly<Record<string, keyof typeof INPUT_TEXTS>> = {
  active_tasks: "TOO_MANY_TASKS",
  tasks: "TOO_MANY_TASKS_EVER",
  contacts: "TOO_MANY_CONTACTS",
  task_rows_per_request: "TOO_MANY_TASKS_AT_ONCE",
  completion_rows_per_request: "TOO_MANY_COMPLETIONS",
  share_rows_per_request: "TOO_MANY_SHARES_AT_ONCE",
  changes_per_day: "TOO_MANY_CHANGES",
  name_changes_per_day: "TOO_MANY_NAME_CHANGES",
  put_offs: "TOO_MANY_PUT_OFFS",
  pauses: "TOO_MANY_PAUSES",
  schedules: "TOO_MANY_SCHEDULES",
  shares_per_import: "TOO_MANY_SHARES_IN_IMPORT",
  imported_kilobytes: "TOO_MUCH_IMPORTED",
  households: "TOO_MANY_HOUSEHOLDS",
  people_of_household: "TOO_MANY_PEOPLE",
  people_of_household_ever: "TOO_MANY_PEOPLE_EVER",
  household_changes_per_day: "TOO_MANY_HOUSEHOLD_CHANGES",
  people_on_roster: "TOO_MANY_TURN_TAKERS",
  absences_of_person: "TOO_MANY_ABSENCES",
  absences_of_household: "TOO_MANY_ABSENCES_OF_HOUSEHOLD",
  turns_ahead: "TOO_MANY_TURNS",
  displays: "TOO_MANY_DISPLAYS",
  push_devices: "TOO_MANY_PUSH_DEVICES",
  watched_tasks: "TOO_MANY_WATCHED_TASKS",
  display_changes_per_day: "TOO_MANY_DISPLAY_CHANGES",
};

/** Nobody is told of these: what is beyond them waits. */
const silent = [
  "display_uses_per_minute",
  "done_pushes_per_day",
  "invitation_pushes_per_day",
  "invited_addresses_per_day",
  "mails_to_mailbox_per_day",
  "offer_pushes_per_day",
  "new_senders_mails_to_mailbox_per_day",
];

test("every limit is what its text and the documentation say", async () => {
  const limits = await sql<{ name: string; most: number }>("select name, most from private.limits");
  expect(limits.map(({ name }) => name).sort()).toEqual([...Object.keys(texts), ...silent].sort());
  const design = readFileSync(join(rootFolder, "docs/design/limits.md"), "utf8");
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
    guard: "check_task_quota",
    table: "tasks",
    write: (_, time) => insertTask(`Number ${time}`),
  },
  {
    limit: "tasks",
    most: 2,
    guard: "check_task_quota",
    table: "tasks",
    write: (_, time) => insertTask(`Number ${time}`),
  },
  {
    limit: "contacts",
    most: 1,
    guard: "check_contacts",
    table: "shared_contacts",
    write: ({ taskId }, time) => [
      "insert into public.task_shares (task_id, contact_email) values ($1, $2)",
      [taskId, `limit-${time}@example.com`],
    ],
  },
  {
    limit: "task_rows_per_request",
    most: 1,
    guard: "check_too_many_rows",
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
    guard: "check_too_many_rows",
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
    guard: "check_too_many_rows",
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
    guard: "check_edit",
    table: "tasks",
    write: ({ taskId }, time) => [
      "update public.tasks set title = $2 where id = $1",
      [taskId, `Limited ${time}`],
    ],
  },
  {
    limit: "name_changes_per_day",
    most: 1,
    guard: "check_name_changes",
    table: "profiles",
    write: ({ person }, time) => [
      "update public.profiles set full_name = $2 where id = $1",
      [person.id, `Name ${time}`],
    ],
  },
  {
    limit: "changes_per_day",
    most: 1,
    guard: "check_completions",
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
