import fc from "fast-check";
import type pg from "pg";
import { expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { daysOf, type TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson } from "../support/actors.ts";
import { runs, seed } from "../support/runs.ts";
import { rolledBack } from "../support/sql.ts";

/** The bits that a list and a tick read match the rows, whatever was written in which order. */

const FIRST = toDayNumber("0001-01-01");
const LAST = toDayNumber("9999-12-31");

/** Around the edges of blocks and of the calendar, close enough to collide. */
const pastDay = fc.oneof(
  fc.integer({ min: FIRST, max: FIRST + 700 }),
  fc.integer({ min: 20_000, max: 20_600 }),
);
const anyDay = fc.oneof(pastDay, fc.integer({ min: LAST - 700, max: LAST }));
const status = fc.constantFrom("done" as const, "skipped" as const);
const step = fc.oneof(
  fc.record({ kind: fc.constant("tick" as const), day: pastDay, status }),
  fc.record({ kind: fc.constant("undo" as const), day: pastDay }),
  fc.record({
    kind: fc.constant("catch up" as const),
    status,
    runs: fc.array(fc.tuple(anyDay, fc.integer({ min: 1, max: 1_500 })), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ kind: fc.constant("undo part" as const), from: anyDay }),
  fc.record({ kind: fc.constant("undo all" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const settledRows = `
  select completed_date - date '1970-01-01' as first, 1 as length, status
  from public.task_completions where task_id = $1
  union all
  select lower(run) - date '1970-01-01', upper(run) - lower(run), status
  from public.task_catch_ups, unnest(days) as run where task_id = $1`;

/** Days in no other row, as the calls that write them ensure. */
const free = "not exists (select from taken where taken.days @> day)";
const taken = `
  taken as (
    select daterange(completed_date, completed_date, '[]') as days
    from public.task_completions where task_id = $1
    union all
    select unnest(days) from public.task_catch_ups where task_id = $1
  )`;

async function take(client: pg.ClientBase, id: string, one: Step): Promise<void> {
  if (one.kind === "tick") {
    await client.query(
      `with ${taken} insert into public.task_completions (task_id, completed_date, user_id, status, time_zone)
       select $1, day, null, $3, 'UTC' from (select $2::date as day) as chosen where ${free}`,
      [id, fromDayNumber(one.day), one.status],
    );
  } else if (one.kind === "undo") {
    await client.query(
      "delete from public.task_completions where task_id = $1 and completed_date = $2",
      [id, fromDayNumber(one.day)],
    );
  } else if (one.kind === "catch up") {
    const days = one.runs.map(
      ([first, length]) =>
        `[${fromDayNumber(first)},${fromDayNumber(Math.min(first + length - 1, LAST))}]`,
    );
    await client.query(
      `with ${taken}, chosen as (
         select $2::datemultirange - coalesce((select range_agg(days) from taken), '{}') as days
       )
       insert into public.task_catch_ups (id, task_id, days, status, time_zone)
       select gen_random_uuid(), $1, days, $3, 'UTC' from chosen where not isempty(days)`,
      [id, `{${days}}`, one.status],
    );
  } else if (one.kind === "undo part") {
    const part = `[${fromDayNumber(one.from)},${fromDayNumber(Math.min(one.from + 400, LAST))}]`;
    await client.query(
      `update public.task_catch_ups set days = days - $2::datemultirange
       where task_id = $1 and not isempty(days - $2::datemultirange)`,
      [id, `{${part}}`],
    );
  } else {
    await client.query("delete from public.task_catch_ups where task_id = $1", [id]);
  }
}

test("whatever is done, skipped, caught up on and taken back, the bits are the days of the rows", async () => {
  const alice = await newPerson("alice");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await rolledBack(async (client) => {
        const { rows: added } = await client.query(
          `insert into public.tasks (user_id, category, title, start_date)
           values ($1, 'Home', 'Sweep', '0001-01-01') returning id`,
          [alice.id],
        );
        const { id } = added[0];
        for (const one of steps) await take(client, id, one);
        const { rows } = await client.query<{ task: TaskJson }>(
          "select private.task_json(array[$1::uuid]) as task",
          [id],
        );
        const settled = await client.query(settledRows, [id]);
        const expected = (wanted: string) =>
          settled.rows
            .filter((row) => row.status === wanted)
            .flatMap(({ first, length }) => Array.from({ length }, (_, n) => first + n))
            .sort((one, other) => one - other);
        const actual = (name: "completedDays" | "skippedDays") =>
          daysOf(rows[0]?.task[name] ?? [])
            .toRuns()
            .flatMap(([first, length]) => Array.from({ length }, (_, n) => first + n));
        expect(actual("completedDays")).toEqual(expected("done"));
        expect(actual("skippedDays")).toEqual(expected("skipped"));
      });
    }),
    { seed, numRuns: runs(300) },
  );
});
