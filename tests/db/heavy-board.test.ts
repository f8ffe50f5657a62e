import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { DisplayJson } from "../../src/domain/households/display.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { updateTask } from "../support/actors-tasks.ts";
import { askForCalendar, renewCalendar } from "../support/calendar.ts";
import { householdOf, join, newDisplay, newHousehold } from "../support/households.ts";
import { inTransaction, sql } from "../support/sql.ts";

/** A household of 1,000 tasks, as heavy as one member can make it: the others' reads stay small. */

const DUE = 60;

let keeper: Person;
let household: string;
beforeAll(async () => {
  const [made, member] = await Promise.all([newPerson("keeper"), newPerson("member")]);
  keeper = made;
  const others = Array.from({ length: 46 }, (_, n) => `Person ${n}`);
  household = await newHousehold(keeper, "Heavy", others);
  await join(keeper, household, member);
  const { people, me } = await householdOf(member, household);
  await inTransaction(async (client) => {
    // Random letters, which can't be compressed; weekly, done a day before yesterday with some exceptions.
    await client.query("set local rota.quiet = 'on'");
    await client.query(
      `insert into public.tasks (user_id, household_id, category, title, start_date, repeat_value, roster)
       select $1, $2, left(md5(random()::text), 30), left(md5(random()::text) || md5(random()::text) || n, 95),
         '2020-01-01', case when n <= $4 then 'daily' else 'weekly' end, $3
       from generate_series(1, 1000) as n`,
      [member.id, household, people.slice(0, 8).map(({ id }) => id), DUE],
    );
    await client.query(
      `insert into public.task_completions (task_id, completed_date, user_id, completed_at)
       select id, now()::date - 2, user_id, now() - interval '2 days'
       from public.tasks where household_id = $1 and repeat_value = 'weekly'`,
      [household],
    );
    await client.query(
      `insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on)
       select gen_random_uuid(), $1, $2, date '2030-01-01' + 3 * n, date '2030-01-02' + 3 * n, '2026-01-01'
       from generate_series(1, 300) as n`,
      [household, me],
    );
  });
});

const sent = (body: unknown) => gzipSync(JSON.stringify(body)).length;

test("a board as heavy as that takes no more, and says so", async () => {
  const tasks = await sql<{ id: string }>(
    "select id from public.tasks where household_id = $1 order by id limit 10",
    [household],
  );
  const codes: string[] = [];
  for (const { id } of tasks) {
    codes.push(refusalCode(await updateTask(keeper, id, { subtitle: "ä".repeat(5_000) })));
  }
  expect(codes).toContain("LIMIT_REACHED");
});

test("the list is at most 0.5 MB as it is sent", async () => {
  const list = succeeded<{ tasks: TaskJson[] }>(await rpc(keeper, "list_tasks"));
  expect(list.tasks.length).toBeGreaterThan(990);
  expect(sent(list)).toBeLessThan(500_000);
  // None of them is cut, as the entered text is limited.
  expect(list.tasks.filter(({ cut }) => cut)).toEqual([]);
});

test("a tablet gets what is due first, and is told how much there is besides", async () => {
  const token = await newDisplay(keeper, household);
  const shown = succeeded<DisplayJson>(await rpc(null, "read_display", { token }));
  // An absence from tomorrow on changes nothing that it shows.
  expect(JSON.stringify(shown).length).toBeLessThan(60_000);
  expect(sent(shown)).toBeLessThan(50_000);
  expect(shown.tasks.filter(({ repeatValue }) => repeatValue === "daily")).toHaveLength(DUE);
  expect(shown.leftOut).toBeGreaterThan(500);
});

test("a calendar has at most 2 MB", async () => {
  const response = await askForCalendar(`?token=${await renewCalendar(keeper)}`);
  expect(response.status).toBe(200);
  const size = (await response.arrayBuffer()).byteLength;
  expect(size).toBeGreaterThan(1_000_000);
  expect(size).toBeLessThan(2_001_000);
});
