import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  callFunction,
  newFriends,
  newPerson,
  type Person,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, createTask } from "../support/actors-tasks.ts";
import {
  householdOf,
  join as joinHousehold,
  newHousehold,
  personId,
} from "../support/households.ts";
import { exportFile } from "../support/portability.ts";
import { sql } from "../support/sql.ts";

/** A deed that waited on an offline device keeps both instants: when it was made and when it arrived. */

const DAY = "2026-11-01";
const HOUR = 3_600;
const MONTH = 30 * 24 * HOUR;

const headersOf = (ago: unknown) => ({ "x-made-ago": String(ago) });

/** Calls a function of the database for a deed made so many seconds ago. */
const callAgo = (person: Person, ago: unknown, name: string, parameters: Record<string, unknown>) =>
  rpc(person, name, parameters, headersOf(ago));

const twoPeople = async () => {
  const [alice, bob] = await newFriends("person", "person");
  const { id } = await addTask(alice, {
    start_date: "2026-10-01",
    repeat_value: "yearly",
    share_with: [bob.email],
  });
  return { alice, bob, id };
};

interface Event {
  readonly kind: string;
  readonly ago: number;
  readonly waited: number | null;
}

const eventsOf = (taskId: string) =>
  sql<Event>(
    `select kind, extract(epoch from now() - happened_at)::float8 as ago,
       extract(epoch from arrived_at - happened_at)::float8 as waited
     from public.task_events where task_id = $1 and kind not in ('created', 'shared') order by id`,
    [taskId],
  );

const ticked = async (taskId: string) =>
  (
    await sql<{ ago: number; user_id: string }>(
      `select extract(epoch from now() - completed_at)::float8 as ago, user_id
       from public.task_completions where task_id = $1 and completed_date = $2`,
      [taskId, DAY],
    )
  )[0];

const tick = { completed_date: DAY };

/** Within the seconds that a request may take here. */
const near = (seconds: number) => expect.closeTo(seconds, -1.5);

test("every deed keeps when it was made and when it came", async () => {
  const { alice, id } = await twoPeople();
  const deeds: [string, Record<string, unknown>][] = [
    ["complete_task", { task_id: id, ...tick }],
    ["undo_completion", { task_id: id, ...tick }],
    ["skip_occurrence", { task_id: id, day: DAY }],
    ["put_off", { task_id: id, due_date: "2026-11-02", new_date: "2026-11-03" }],
    ["note_day", { task_id: id, day: DAY, note: "Late" }],
    ["catch_up", { task_id: id, id: crypto.randomUUID(), days: [[20_740, 1]], status: "done" }],
  ];
  for (const [index, [name, parameters]] of deeds.entries()) {
    succeeded(await callAgo(alice, 12 * HOUR - index * 60, name, parameters));
  }
  const events = await eventsOf(id);
  expect(events.map(({ kind }) => kind)).toEqual([
    ...["done", "undone", "skipped", "put_off", "noted", "done"],
  ]);
  for (const [index, event] of events.entries()) {
    expect(event).toMatchObject({ ago: near(12 * HOUR - index * 60) });
    expect(event.waited).toBeCloseTo(12 * HOUR - index * 60, 3);
  }
});

test("what did not wait has one instant", async () => {
  const { alice, id } = await twoPeople();
  succeeded(await rpc(alice, "complete_task", { task_id: id, ...tick }));
  expect(await eventsOf(id)).toEqual([{ kind: "done", ago: near(0), waited: null }]);
});

test.each([
  // It has waited for an unknown time: a microsecond tells it from deeds that haven't.
  ["a clock that went back: nothing is made in the future", -HOUR, 0, 0.000001],
  ["more than 30 days", 2 * MONTH, MONTH, MONTH],
  ["no number at all", "NaN", MONTH, MONTH],
  ["for ever", "Infinity", MONTH, MONTH],
])("%s is bounded", async (_, ago, made, waited) => {
  const { alice, id } = await twoPeople();
  succeeded(await callAgo(alice, ago, "complete_task", { task_id: id, ...tick }));
  expect(await eventsOf(id)).toEqual([{ kind: "done", ago: near(made), waited }]);
});

test("an age that can't be read is refused, and nothing is recorded", async () => {
  const { alice, id } = await twoPeople();
  const { status } = await callAgo(alice, "a day", "complete_task", { task_id: id, ...tick });
  expect(status).toBe(400);
  expect(await eventsOf(id)).toEqual([]);
});

test("the first that came stays, also when the second was made earlier", async () => {
  const { alice, bob, id } = await twoPeople();
  succeeded(await callAgo(alice, HOUR, "complete_task", { task_id: id, ...tick }));
  const answer = await callAgo(bob, 2 * HOUR, "complete_task", { task_id: id, ...tick });
  const { recentCompletions } = succeeded<TaskJson>(answer);
  expect(recentCompletions).toMatchObject([{ date: DAY, completedBy: alice.id }]);
  expect(await ticked(id)).toEqual({ user_id: alice.id, ago: near(HOUR) });
  expect(await eventsOf(id)).toHaveLength(1);
});

test("an undo that has waited leaves what was done since", async () => {
  const { alice, bob, id } = await twoPeople();
  succeeded(await callAgo(bob, HOUR, "complete_task", { task_id: id, ...tick }));
  // By an owner, who may undo everybody's.
  succeeded(await callAgo(alice, 2 * HOUR, "undo_completion", { task_id: id, ...tick }));
  expect(await ticked(id)).toMatchObject({ user_id: bob.id });
  succeeded(await callAgo(alice, HOUR / 2, "undo_completion", { task_id: id, ...tick }));
  expect(await ticked(id)).toBeUndefined();
});

test("an undo takes back what the server wrote before its clock stepped back", async () => {
  const { alice, id } = await twoPeople();
  succeeded(await rpc(alice, "complete_task", { task_id: id, ...tick }));
  await sql(
    "update public.task_completions set completed_at = now() + interval '1 hour' where task_id = $1",
    [id],
  );
  succeeded(await rpc(alice, "undo_completion", { task_id: id, ...tick }));
  expect(await ticked(id)).toBeUndefined();
});

test("a new task that has waited says so in its first event", async () => {
  const alice = await newPerson();
  const id = crypto.randomUUID();
  const input = { id, title: "Bins", category: "Home", startDate: DAY, repeatValue: "daily" };
  for (const _ of ["once", "again"]) {
    succeeded(await callFunction(alice, "create-task", input, headersOf(HOUR)));
  }
  const events = await sql<Event>(
    `select kind, extract(epoch from now() - happened_at)::float8 as ago
     from public.task_events where task_id = $1`,
    [id],
  );
  expect(events).toEqual([{ kind: "created", ago: near(HOUR) }]);
});

test("a file has both instants, of a tick that stands, too", async () => {
  const { alice, id } = await twoPeople();
  succeeded(await callAgo(alice, HOUR, "complete_task", { task_id: id, ...tick }));
  succeeded(await rpc(alice, "complete_task", { task_id: id, completed_date: "2026-11-02" }));
  const { tasks } = JSON.parse(await exportFile(alice)) as {
    tasks: { events: { kind: string; at: string; arrivedAt: string | null }[] }[];
  };
  // A deed that didn't wait is only told by its completion.
  const done = tasks.flatMap(({ events }) => events).filter(({ kind }) => kind === "done");
  const waited = done.map(({ at, arrivedAt }) => Date.parse(arrivedAt ?? "") - Date.parse(at));
  expect(waited).toEqual([HOUR * 1_000]);
});

describe("nothing counts as made before its maker came into the household", () => {
  const flatWith = async (join: "as a new person" | "as one who was named" | "once more") => {
    const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]);
    const household = await newHousehold(alice, "The flat", ["Bob"]);
    const bobId = await personId(alice, household, "Bob");
    await sql(
      "update public.household_people set joined_at = now() - interval '20 days' where household_id = $1",
      [household],
    );
    const { id } = succeeded<TaskJson>(
      await createTask(alice, {
        ...{ category: "Home", title: "Sweep", start_date: "2026-10-01", repeat_value: "daily" },
        ...{ checklist: ["Corners"], household_id: household },
      }),
    );
    await joinHousehold(
      alice,
      household,
      bob,
      "member",
      join === "as one who was named" ? bobId : null,
    );
    if (join === "once more") {
      await sql(
        "update public.household_people set account_since = now() - interval '20 days' where account_id = $1",
        [bob.id],
      );
      const { me } = await householdOf(bob, household);
      succeeded(await rpc(bob, "remove_person", { household_id: household, id: me }));
      await joinHousehold(alice, household, bob);
    }
    return { alice, bob, id };
  };

  const instants = `
    select 'event ' || kind as what, happened_at as at from public.task_events where task_id = $1 and user_id = $2
    union all select 'completion', completed_at from public.task_completions where task_id = $1 and user_id = $2
    union all select 'catch-up', recorded_at from public.task_catch_ups where task_id = $1 and user_id = $2
    union all select 'note', written_at from public.task_day_notes where task_id = $1 and user_id = $2
    union all select 'line', made_at from public.task_checks where task_id = $1 and user_id = $2`;

  test.each(["as a new person", "as one who was named", "once more"] as const)(
    "%s",
    async (join) => {
      const { alice, bob, id } = await flatWith(join);
      const deeds: [string, Record<string, unknown>][] = [
        ["complete_task", { task_id: id, ...tick }],
        ["skip_occurrence", { task_id: id, day: "2026-11-02" }],
        ["undo_completion", { task_id: id, completed_date: "2026-11-02" }],
        ["put_off", { task_id: id, due_date: "2026-11-03", new_date: "2030-11-03" }],
        ["note_day", { task_id: id, day: DAY, note: "Late" }],
        ["note_day", { task_id: id, day: DAY, note: "Later", based_on: "Late" }],
        ["catch_up", { task_id: id, id: crypto.randomUUID(), days: [[20_740, 1]], status: "done" }],
        ["check_line", { task_id: id, day: DAY, line: "Corners", is_checked: true }],
      ];
      for (const [name, parameters] of deeds) await callAgo(bob, 10 * 24 * HOUR, name, parameters);
      const another = { task_id: id, completed_date: "2026-11-05" };
      await callAgo(alice, 10 * 24 * HOUR, "complete_task", another);
      const made = await sql<{ what: string; at: Date }>(instants, [id, bob.id]);
      expect(made.length).toBeGreaterThan(8);
      const [since] = await sql<{ at: Date }>(
        "select coalesce(account_since, joined_at) as at from public.household_people where account_id = $1",
        [bob.id],
      );
      const early = made.filter(({ at }) => at.getTime() < Number(since?.at.getTime()));
      expect(early).toEqual([]);
      // A person who was there at that time has the instant that the request says.
      const ofAlice = await sql<{ is_early: boolean }>(
        `select bool_or(at < now() - interval '9 days') as is_early from (${instants}) as made`,
        [id, alice.id],
      );
      expect(ofAlice).toEqual([{ is_early: true }]);
    },
  );
});
