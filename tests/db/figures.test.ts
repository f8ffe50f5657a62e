import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { factsFromJson } from "../../src/domain/figures/facts.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask } from "../support/actors-tasks.ts";
import { newFlat, newHousehold } from "../support/households.ts";
import type { RecordJson } from "../support/record-json.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/** The doers of days, delays and swapped turns, in one answer. */

const FIRST = "2020-01-01";
const YEAR = { first_day: FIRST, until_day: "2021-01-01" };

const read = async (person: Person, days = YEAR) =>
  succeeded<RecordJson>(await rpc(person, "read_record", days));

/** The doers of a task's days, and their delays, by date. */
async function factsOf(person: Person, taskId: string) {
  const facts = factsFromJson(await read(person), FIRST).tasks.get(taskId);
  return {
    who: (date: string) => facts?.doers.get(toDayNumber(date)),
    late: (date: string) => facts?.late.get(toDayNumber(date)),
  };
}

const done = async (person: Person, task_id: string, completed_date: string, more: object = {}) =>
  succeeded(await rpc(person, "complete_task", { task_id, completed_date, ...more }));

/** A daily task since 2020-01-01. */
const daily = { start_date: FIRST };

describe("who did it", () => {
  test("an account, a household's people, and nobody in particular", async () => {
    const { alice, bob, id: household, ids } = await newFlat();
    const { Alice: ofAlice, Bob: ofBob, Carol: carol } = ids;
    const task = await addTask(alice, daily);
    await done(alice, task.id, "2020-01-01");
    expect((await factsOf(alice, task.id)).who("2020-01-01")).toEqual([alice.id]);

    // Deeds from before the task came belong to that account's person.
    succeeded(
      await rpc(alice, "update_task", { task_id: task.id, fields: { householdId: household } }),
    );
    await done(bob, task.id, "2020-01-02");
    await done(alice, task.id, "2020-01-03", { people: [carol, ofBob] });
    await done(alice, task.id, "2020-01-04", { people: [] });
    for (const viewer of [alice, bob]) {
      const { who } = await factsOf(viewer, task.id);
      expect(who("2020-01-01")).toEqual([ofAlice]);
      expect(who("2020-01-02")).toEqual([ofBob]);
      expect(who("2020-01-03")?.toSorted()).toEqual([carol, ofBob].sort());
      expect(who("2020-01-04")).toEqual([]);
      expect(who("2020-01-05")).toBeUndefined();
    }
  });

  test("what was skipped was done by nobody, and what is undone any more, too", async () => {
    const alice = await newPerson();
    const task = await addTask(alice, daily);
    succeeded(await rpc(alice, "skip_occurrence", { task_id: task.id, day: "2020-01-01" }));
    await done(alice, task.id, "2020-01-02");
    succeeded(
      await rpc(alice, "undo_completion", { task_id: task.id, completed_date: "2020-01-02" }),
    );
    expect((await read(alice)).tasks).toEqual({});
  });
});

test("how often each has done a task, in one go too, for whoever may read it", async () => {
  const { alice, dave: stranger, id: household, ids } = await newFlat();
  const { Alice: me, Carol: carol } = ids;
  const task = await addTask(alice, daily);
  await done(alice, task.id, "2020-01-01");
  succeeded(await rpc(alice, "skip_occurrence", { task_id: task.id, day: "2020-01-02" }));
  const catchUp = { id: crypto.randomUUID(), task_id: task.id, status: "done" };
  const days = [
    [toDayNumber("2020-02-01"), 3],
    [toDayNumber("2020-02-10"), 2],
  ];
  succeeded(await rpc(alice, "catch_up", { ...catchUp, days }));
  succeeded(
    await rpc(alice, "update_task", { task_id: task.id, fields: { householdId: household } }),
  );
  await done(alice, task.id, "2020-01-03", { people: [carol, me] });
  await done(alice, task.id, "2020-01-04", { people: [] });
  const count = (person: Person) => rpc(person, "count_done", { task_id: task.id });
  expect(succeeded(await count(alice))).toEqual({ [alice.id]: 6, [carol]: 1, [me]: 1 });
  expect(succeeded(await count(stranger))).toEqual({});
});

describe("how late", () => {
  test("by the day on which it was said to be done", async () => {
    const alice = await newPerson();
    const task = await addTask(alice, daily);
    await done(alice, task.id, "2020-01-10", { done_on: "2020-01-10" });
    await done(alice, task.id, "2020-01-11", { done_on: "2020-01-13" });
    await done(alice, task.id, "2020-01-12", { done_on: "2020-01-09" });
    const { late } = await factsOf(alice, task.id);
    expect([late("2020-01-10"), late("2020-01-11"), late("2020-01-12")]).toEqual([
      undefined,
      2,
      undefined,
    ]);
  });

  test("else by the day on which it was ticked or caught up, on the clocks of whoever did", async () => {
    const alice = await newPerson();
    const task = await addTask(alice, daily);
    await done(alice, task.id, "2020-01-10");
    const first = toDayNumber("2020-02-01");
    const catchUp = { id: crypto.randomUUID(), task_id: task.id, status: "done" };
    succeeded(await rpc(alice, "catch_up", { ...catchUp, days: [[first, 3]] }));
    const { late, who } = await factsOf(alice, task.id);
    // Midnight may pass between the tick and the read.
    const since = (date: string) => Math.floor(Date.now() / 86_400_000) - toDayNumber(date);
    expect(Math.abs((late("2020-01-10") ?? 0) - since("2020-01-10"))).toBeLessThanOrEqual(1);
    const caughtUp = ["2020-02-01", "2020-02-02", "2020-02-03", "2020-02-04"];
    expect(caughtUp.map(who)).toEqual([[alice.id], [alice.id], [alice.id], undefined]);
    expect((late("2020-02-01") ?? 0) - (late("2020-02-03") ?? 0)).toBe(2);
  });

  test("of an interval task, by the day on which it was due", async () => {
    const alice = await newPerson();
    const title = "Descale the kettle";
    const task = succeeded<TaskJson>(
      await createTask(alice, {
        ...{ category: "Home", title, start_date: FIRST },
        ...{ repeat_value: "custom", after_done: "P7D" },
      }),
    );
    const on = (date: string) => done(alice, task.id, date, { done_on: date });
    await on("2020-01-01");
    await on("2020-01-11");
    expect((await factsOf(alice, task.id)).late("2020-01-11")).toBe(3);
  });
});

describe("swaps", () => {
  /** Bins of Alice's flat, where Bob lives too, with Carol's turns on some past days. */
  async function flatWith(columns: object, ...days: readonly string[]) {
    const { alice, bob, id: household, ids } = await newFlat();
    const { Alice: me, Carol: carol } = ids;
    const task = succeeded<TaskJson>(
      await createTask(alice, {
        ...{ category: "Home", title: "Bins", ...daily, ...columns },
        ...{ household_id: household, roster: [me] },
      }),
    );
    // No call takes the turn of a past day.
    await sql(
      "insert into public.turn_swaps (task_id, day, person_id) select $1, day, $2 from unnest($3::date[]) as day",
      [task.id, carol, days],
    );
    return { alice, bob, carol, task };
  }

  test("of long ago are there in the order of their days, also of what was never done", async () => {
    const { bob, carol, task } = await flatWith({}, "2020-03-01", "2020-02-01", "2021-01-01");
    expect((await read(bob)).tasks).toEqual({
      [task.id]: {
        doers: [],
        swaps: [
          [31, carol],
          [60, carol],
        ],
      },
    });
    await done(bob, task.id, "2020-03-01");
    const facts = factsFromJson(await read(bob), FIRST).tasks.get(task.id);
    expect(facts?.doers.size).toBe(1);
    expect(facts?.swaps.map(({ day }) => day)).toEqual(["2020-02-01", "2020-03-01"]);
  });

  test("are nobody else's to read, and gone with a deleted task", async () => {
    const { alice, carol, task } = await flatWith({}, "2020-02-01");
    const [stranger, other] = await Promise.all([newPerson(), newPerson()]);
    await newHousehold(other, "Another flat", ["Carol"]);
    const nothing = { tasks: {}, leftOut: [] };
    const rows = async (person: Person) =>
      (await rest(person, "GET", `turn_swaps?task_id=eq.${task.id}&select=day`)).body;
    for (const person of [stranger, other]) {
      expect([await read(person), await rows(person)]).toEqual([nothing, []]);
    }
    expect(await rows(alice)).toEqual([{ day: "2020-02-01" }]);
    expect((await read(alice)).tasks[task.id]?.swaps).toEqual([[31, carol]]);
    succeeded(await rpc(alice, "delete_task", { task_id: task.id }));
    expect(await read(alice)).toEqual(nothing);
  });

  test("before the first day are there where they may decide a later one", async () => {
    const before = ["2019-11-01", "2019-12-01", "2019-12-30"];
    const latest = await flatWith({}, ...before);
    expect((await read(latest.alice)).tasks[latest.task.id]?.swaps).toEqual([[-2, latest.carol]]);
    const putOff = await flatWith({ start_date: "2019-10-01", repeat_value: "yearly" }, ...before);
    const days = { due_date: "2019-11-01", new_date: "2020-01-04" };
    succeeded(await rpc(putOff.alice, "put_off", { task_id: putOff.task.id, ...days }));
    expect((await read(putOff.alice)).tasks[putOff.task.id]?.swaps).toEqual([
      [-61, putOff.carol],
      [-2, putOff.carol],
    ]);
  });
});

test("the days are counted from the first one, and end before the last one", async () => {
  const alice = await newPerson();
  const task = await addTask(alice, daily);
  for (const date of ["2020-03-01", "2020-03-02", "2020-03-03"]) await done(alice, task.id, date);
  const { tasks } = await read(alice, { first_day: "2020-03-02", until_day: "2020-03-03" });
  // The highest bit of the first byte.
  expect(tasks[task.id]?.doers).toEqual([[[alice.id], "g"]]);
});

test.each([
  ["2020-01-01", "2020-01-01"],
  ["2020-01-01", "2021-01-02"],
  ["2020-01-02", "2020-01-01"],
  ["0001-01-01 BC", "0001-01-01"],
  ["-infinity", "2020-01-01"],
  ["2020-01-01", "infinity"],
  [null, "2020-01-01"],
])("from %s until %s is refused", async (first_day, until_day) => {
  const answer = await rpc(await newPerson(), "read_record", { first_day, until_day });
  expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
});

test("a stranger, and whoever has not taken a share yet, learn nothing", async () => {
  const [alice, bob] = await Promise.all([newPerson(), newPerson()]);
  const task = await addTask(alice, { ...daily, is_shared: true, share_with: [bob.email] });
  await done(alice, task.id, "2020-01-01");
  expect(await read(bob)).toEqual({ tasks: {}, leftOut: [] });
});

test("a deleted task is left out", async () => {
  const alice = await newPerson();
  const task = await addTask(alice, daily);
  await done(alice, task.id, "2020-01-01");
  succeeded(await rpc(alice, "delete_task", { task_id: task.id }));
  expect(await read(alice)).toEqual({ tasks: {}, leftOut: [] });
});

describe("its size", () => {
  /** So many daily tasks of a household of eight, done on each day of ten years by one of them. */
  const answerOf = (count: number) =>
    rolledBack(async (client) => {
      const alice = await newPerson();
      const household = await newHousehold(alice, "The flat", [..."BCDEFGH"]);
      await client.query("set local rota.quiet = 'on'");
      await client.query(
        `insert into public.tasks (user_id, household_id, category, title, start_date)
         select $1, $2, 'Home', 'Task ' || n, '2011-01-01' from generate_series(1, $3) as n`,
        [alice.id, household, count],
      );
      await client.query(
        `insert into public.task_completions
           (task_id, completed_date, user_id, people, said_by, completed_at, time_zone)
         select tasks.id, day, $1, array[people.id], people.id,
           day + interval '12 hours' + interval '1 day' * greatest(0, (day - date '2011-01-01') % 10 - 7), 'UTC'
         from public.tasks
         cross join (
           select date '2011-01-01' + n as day from generate_series(0, $3 - 1) as n
         ) as days
         join (
           select *, row_number() over (order by id) - 1 as place from public.household_people
           where household_id = $2
         ) as people on people.place = (day - date '2011-01-01' + hashtext(tasks.id::text) % 8 + 8) % 8
         where tasks.household_id = $2`,
        [alice.id, household, 3650],
      );
      await become(client, "authenticated", alice.id);
      const call = "select public.read_record('2020-01-01', '2020-12-31')::text as answer";
      const { rows } = await client.query<{ answer: string }>(call);
      return rows[0]?.answer ?? "";
    });

  test("of 20 daily tasks of ten years, in a household of eight, is far below 300 kB", {
    tags: ["all"],
  }, async () => {
    const answer = await answerOf(20);
    expect(Object.keys((JSON.parse(answer) as RecordJson).tasks)).toHaveLength(20);
    expect(answer.length).toBeLessThan(60_000);
    expect(gzipSync(answer).length).toBeLessThan(15_000);
  });
});

test("tasks with too many days, the most of all, are named and left out", () =>
  rolledBack(async (client) => {
    const alice = await newPerson();
    await client.query("set local rota.quiet = 'on'");
    await client.query(
      `insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Task ' || n, '2020-01-01' from generate_series(1, 500) as n`,
      [alice.id],
    );
    // Each has 336 days in each of two blocks; done bits are enough to be counted.
    await client.query(
      `insert into private.settled_days (task_id, block, done)
       select tasks.id, (date '2020-01-01' - date '0001-01-01') / 336 + n, ~ 0::bit(336)
       from public.tasks, generate_series(0, 1) as n where user_id = $1`,
      [alice.id],
    );
    await become(client, "authenticated", alice.id);
    const { rows } = await client.query<{ answer: RecordJson }>(
      "select public.read_record('2020-01-01', '2021-01-01') as answer",
    );
    // 150,000 days are 223 tasks with 672 each.
    expect(rows[0]?.answer.leftOut).toHaveLength(500 - 223);
  }));

test("how long a task takes is 1 to 5, or not said", async () => {
  const alice = await newPerson();
  const fields = (effort: unknown) => ({
    ...{ category: "Home", title: `Task ${crypto.randomUUID()}`, startDate: FIRST },
    effort,
  });
  const create = (effort: unknown) =>
    rpc(alice, "create_task", { id: crypto.randomUUID(), fields: fields(effort) });
  for (const effort of [1, 5, null]) {
    expect(succeeded<TaskJson>(await create(effort)).effort).toBe(effort);
  }
  for (const effort of [0, 6, "3"]) {
    expect(refusalCode(await create(effort))).toBe("VALIDATION_FAILED");
  }
  const { effort } = succeeded<TaskJson>(
    await createTask(alice, { category: "Home", title: "Not said", start_date: FIRST }),
  );
  expect(effort).toBeNull();
});
