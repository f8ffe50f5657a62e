import { randomUUID } from "node:crypto";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask } from "../support/actors-tasks.ts";
import { newFlat } from "../support/households.ts";
import { entriesOf, exportFile, type FileTask, importEntries } from "../support/portability.ts";
import { inTransaction, sql, sqlValue } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";

/** Corrections of who did something and when, as opposed to who ticked it and when. */

const call = async <Body = unknown>(
  person: Person,
  name: string,
  parameters: Record<string, unknown> = {},
) => succeeded<Body>(await rpc(person, name, parameters));

/** A chore of a flat in which Dave is a helper. */
async function newChore() {
  const flat = await newFlat({ dave: "helper" });
  return { ...flat, task: await addTask(flat.alice, { household_id: flat.id }) };
}

describe("a tick on the kitchen tablet or by a label", () => {
  const openDoor = (client: pg.ClientBase, via: string, taskId: string) =>
    client.query(
      "select private.open_door($1, household => household_id) from public.tasks where id = $2",
      [via, taskId],
    );

  /** The row that a tablet or label writes. */
  const tickVia = (via: string, taskId: string, day: string, people: readonly string[]) =>
    inTransaction(async (client) => {
      await openDoor(client, via, taskId);
      await client.query(
        `insert into public.task_completions (task_id, completed_date, user_id, people, time_zone)
         values ($1, $2, null, $3, 'Europe/Berlin')`,
        [taskId, day, people],
      );
    });

  test("says who did it and how, and nobody who said so", async () => {
    const { alice, task, ids } = await newChore();
    await tickVia("display", task.id, "2020-01-02", [ids.Carol]);
    await tickVia("label", task.id, "2020-01-03", []);
    const read = await call<TaskJson>(alice, "read_task", { task_id: task.id });
    expect(read.recentCompletions).toMatchObject([
      { date: "2020-01-02", completedBy: null, people: [ids.Carol], via: "display" },
      { date: "2020-01-03", completedBy: null, people: [], via: "label" },
    ]);
    expect(read.recentCompletions[0]).not.toHaveProperty("saidBy");
    // The record keeps her name, in case she leaves.
    expect(read.people[ids.Carol]).toBe("Carol");
    await call(alice, "undo_completion", { task_id: task.id, completed_date: "2020-01-03" });
    const events = await sql<{ kind: string; details: object; user_id: string | null }>(
      "select kind, details, user_id from public.task_events where task_id = $1 and kind in ('done', 'undone') order by id",
      [task.id],
    );
    expect(events).toMatchObject([
      { kind: "done", user_id: null, details: { by: null, people: [ids.Carol], via: "display" } },
      { kind: "done", user_id: null, details: { by: null, people: [], via: "label" } },
      { kind: "undone", user_id: alice.id, details: { by: null, people: [] } },
    ]);
    expect(events[2]?.details).not.toHaveProperty("via");
  });

  test("is taken back there, too", async () => {
    const { task, ids } = await newChore();
    await tickVia("display", task.id, "2020-01-02", [ids.Carol]);
    await inTransaction(async (client) => {
      await openDoor(client, "display", task.id);
      await client.query("delete from public.task_completions where task_id = $1", [task.id]);
    });
    const [undone] = await sql(
      "select user_id, details from public.task_events where task_id = $1 and kind = 'undone'",
      [task.id],
    );
    expect(undone).toMatchObject({
      user_id: null,
      details: { by: null, people: [ids.Carol], status: "done", via: "display" },
    });
  });

  test("is in a file once, by name", async () => {
    const { alice, task, ids } = await newChore();
    await tickVia("display", task.id, "2020-01-02", [ids.Carol]);
    const { tasks } = await call<{
      tasks: { id: string; completions: unknown[]; events: { kind: string }[] }[];
    }>(alice, "export_tasks");
    const [exported] = tasks.filter(({ id }) => id === task.id);
    expect(exported?.completions).toMatchObject([{ by: { name: "Carol" }, via: "display" }]);
    expect(exported?.events.map(({ kind }) => kind)).toEqual(["created"]);
  });

  test("knows no other way", async () => {
    const { task, ids } = await newChore();
    await expect(tickVia("clock", task.id, "2020-01-02", [ids.Carol])).rejects.toThrow(/via/);
  });
});

const DAY = "2020-01-02";

interface When {
  readonly done_on?: string | null;
  readonly done_at?: string | null;
}

const correct = (
  person: Person,
  taskId: string,
  what: When & { people?: readonly string[] | null },
) => rpc(person, "correct_completion", { task_id: taskId, completed_date: DAY, ...what });

const tick = (person: Person, taskId: string, people?: readonly string[]) =>
  call<TaskJson>(person, "complete_task", {
    task_id: taskId,
    completed_date: DAY,
    ...(people && { people }),
  });

const doneOf = async (person: Person, taskId: string) =>
  (await call<TaskJson>(person, "read_task", { task_id: taskId })).recentCompletions[0];

interface CorrectionEvent {
  readonly kind: string;
  readonly user_id: string;
  readonly details: Record<string, unknown>;
}

const eventsOf = (taskId: string) =>
  sql<CorrectionEvent>(
    `select kind, user_id, details from public.task_events
     where task_id = $1 and kind in ('done', 'corrected', 'undone') order by id`,
    [taskId],
  );

describe("who did it", () => {
  test("is corrected by somebody who says so from then on, and what was said first stays", async () => {
    const { alice, bob, task, ids } = await newChore();
    const ticked = await tick(alice, task.id);
    const [first] = ticked.recentCompletions;
    const answer = succeeded<TaskJson>(await correct(bob, task.id, { people: [ids.Carol] }));
    expect(answer.revision).toBe(ticked.revision + 1);
    expect(answer.people[ids.Carol]).toBe("Carol");
    expect(answer.completedDays).toEqual(ticked.completedDays);
    expect(answer.recentCompletions).toEqual([
      { ...first, completedBy: bob.id, people: [ids.Carol], saidBy: ids.Bob },
    ]);
    expect(await eventsOf(task.id)).toEqual([
      {
        kind: "done",
        user_id: alice.id,
        details: { by: alice.id, status: "done", people: [ids.Alice], saidBy: ids.Alice },
      },
      {
        kind: "corrected",
        user_id: bob.id,
        details: {
          ...{ by: alice.id, people: [ids.Alice], saidBy: ids.Alice },
          ...{ before: {}, after: { people: [ids.Carol] } },
        },
      },
    ]);
  });

  test("again, or in another order, changes nothing and tells nobody", async () => {
    const { alice, bob, task, ids } = await newChore();
    await tick(alice, task.id);
    const corrected = { people: [ids.Carol, ids.Bob], done_on: "2020-01-01", done_at: "22:00" };
    const once = succeeded<TaskJson>(await correct(alice, task.id, corrected));
    const inbox = inboxOf(bob);
    await inbox();
    const people = [ids.Bob, ids.Carol];
    expect(succeeded(await correct(alice, task.id, corrected))).toEqual(once);
    expect(succeeded(await correct(bob, task.id, { ...corrected, people }))).toEqual(once);
    expect(await eventsOf(task.id)).toHaveLength(2);
    expect(await inbox()).toEqual([]);
  });

  test("is corrected by who is named, who may correct that again, and by no other helper", async () => {
    const { alice, bob, dave, task, ids } = await newChore();
    await tick(alice, task.id);
    const toBob = { people: [ids.Bob] };
    expect(refusalCode(await correct(dave, task.id, toBob))).toBe("COMPLETION_NOT_YOURS");
    succeeded(await correct(bob, task.id, { people: [ids.Dave] }));
    succeeded(await correct(dave, task.id, toBob));
    succeeded(await correct(dave, task.id, { people: [] }));
    expect(await doneOf(alice, task.id)).toMatchObject({ people: [], saidBy: ids.Dave });
  });

  test("of a tablet's tick is what an account says then", async () => {
    const { alice, task, ids } = await newChore();
    await sql(
      `insert into public.task_completions (task_id, completed_date, user_id, people, via, via_name, time_zone)
       values ($1, $2, null, $3, 'display', 'Hall', 'UTC')`,
      [task.id, DAY, [ids.Carol]],
    );
    const { revision } = await call<TaskJson>(alice, "read_task", { task_id: task.id });
    const when = succeeded<TaskJson>(await correct(alice, task.id, { done_on: "2020-01-01" }));
    const tablet = { via: "display", viaName: "Hall" };
    expect(when.recentCompletions[0]).toMatchObject({ ...tablet, doneOn: "2020-01-01" });
    expect(when.revision).toBe(revision + 1);
    succeeded(await correct(alice, task.id, { people: [ids.Bob] }));
    const done = await doneOf(alice, task.id);
    expect(done).toMatchObject({ people: [ids.Bob], saidBy: ids.Alice, completedBy: alice.id });
    for (const door of Object.keys(tablet)) expect(done).not.toHaveProperty(door);
  });

  test("elsewhere, before an import, becomes somebody of the household", async () => {
    const { alice, task, ids } = await newChore();
    await sql(
      `insert into public.task_completions (task_id, completed_date, user_id, by_name, time_zone)
       values ($1, $2, null, 'Robin', 'UTC')`,
      [task.id, DAY],
    );
    succeeded(await correct(alice, task.id, { people: [ids.Carol] }));
    expect(
      await sql("select by_name, people from public.task_completions where task_id = $1", [
        task.id,
      ]),
    ).toEqual([{ by_name: null, people: [ids.Carol] }]);
    const events = await eventsOf(task.id);
    expect(events.at(-1)).toMatchObject({
      kind: "corrected",
      details: { by: null, name: "Robin" },
    });
  });

  test("can't be somebody who left, of elsewhere, or anyone where nobody is named", async () => {
    const { alice, task, id, ids } = await newChore();
    await tick(alice, task.id);
    await call(alice, "remove_person", { household_id: id, id: ids.Carol });
    for (const people of [[ids.Carol], [randomUUID()], [ids.Bob, ids.Bob]]) {
      expect(refusalCode(await correct(alice, task.id, { people }))).toBe("VALIDATION_FAILED");
    }
    const own = await addTask(alice);
    await tick(alice, own.id);
    for (const people of [[ids.Alice], []]) {
      expect(refusalCode(await correct(alice, own.id, { people }))).toBe("VALIDATION_FAILED");
    }
    expect((await eventsOf(own.id)).map(({ kind }) => kind)).toEqual(["done"]);
  });
});

describe("when it was done", () => {
  test("is another day and time, beside when it was ticked, and may be taken back", async () => {
    const alice = await newPerson("alice", "Alice");
    const task = await addTask(alice);
    const first = (await tick(alice, task.id)).recentCompletions[0];
    const at = { doneOn: "2020-01-01", doneAt: "22:00" };
    succeeded(await correct(alice, task.id, { done_on: "2020-01-01", done_at: "22:00:31" }));
    expect(await doneOf(alice, task.id)).toEqual({ ...first, ...at });
    succeeded(await correct(alice, task.id, {}));
    expect(await doneOf(alice, task.id), "nothing given, nothing changed").toEqual({
      ...first,
      ...at,
    });
    succeeded(await correct(alice, task.id, { done_on: "2020-01-01" }));
    expect(await doneOf(alice, task.id)).toEqual({ ...first, doneOn: "2020-01-01" });
    const today = await sqlValue<string>("select (now() at time zone $1)::date", [first?.timeZone]);
    succeeded(await correct(alice, task.id, { done_on: today }));
    expect(await doneOf(alice, task.id)).toEqual(first);
    expect((await eventsOf(task.id)).map(({ details }) => [details.before, details.after])).toEqual(
      [
        [undefined, undefined],
        [{}, at],
        [at, { doneOn: "2020-01-01" }],
        [{ doneOn: "2020-01-01" }, {}],
      ],
    );
  });

  test("is in the zone in which it was ticked, wherever that is corrected", async () => {
    const alice = await newPerson("alice", "Alice");
    const task = await addTask(alice);
    // On their side of the date line, tomorrow has begun.
    await sql("update public.profiles set time_zone = 'Pacific/Kiritimati' where id = $1", [
      alice.id,
    ]);
    await tick(alice, task.id);
    await sql("update public.profiles set time_zone = 'Pacific/Niue' where id = $1", [alice.id]);
    const there = await sqlValue<string>("select (now() at time zone 'Pacific/Kiritimati')::date");
    succeeded(await correct(alice, task.id, { done_on: there, done_at: "00:00" }));
    expect(await doneOf(alice, task.id)).toMatchObject({
      doneOn: there,
      timeZone: "Pacific/Kiritimati",
    });
  });

  test.each<[string, When, string]>([
    ["tomorrow", { done_on: "tomorrow" }, "DONE_LATER"],
    ["later today", { done_on: "today", done_at: "23:59" }, "DONE_LATER"],
    ["more than a year before", { done_on: "2018-12-31" }, "DONE_TOO_EARLY"],
    ["infinity", { done_on: "infinity" }, "DONE_LATER"],
    ["the beginning of time", { done_on: "-infinity" }, "DONE_TOO_EARLY"],
    ["a time of no day", { done_at: "08:00" }, "INVALID"],
    ["the end of a day", { done_on: "2020-01-01", done_at: "24:00" }, "INVALID"],
  ])("can't be %s", async (_, { done_on, done_at }, code) => {
    const alice = await newPerson("alice", "Alice");
    const task = await addTask(alice);
    const before = await tick(alice, task.id);
    // In a zone where it is about noon, so that some of the day is left.
    const zone = await sqlValue<string>(
      "select case when extract(hour from now() at time zone 'UTC') < 22 then 'UTC' else 'Asia/Tokyo' end",
    );
    await sql("update public.task_completions set time_zone = $2 where task_id = $1", [
      task.id,
      zone,
    ]);
    const days = await sql<{ today: string; tomorrow: string }>(
      "select (now() at time zone $1)::date as today, (now() at time zone $1)::date + 1 as tomorrow",
      [zone],
    );
    const day = days[0]?.[done_on as "today" | "tomorrow"] ?? done_on;
    const answer = await correct(alice, task.id, {
      ...(day && { done_on: day }),
      ...(done_at && { done_at }),
    });
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect((answer.body as { details: string }).details).toContain(code);
    expect(await doneOf(alice, task.id)).toEqual({
      ...before.recentCompletions[0],
      timeZone: zone,
    });
  });

  test.each([
    ["2020-13-01", null],
    ["2020-01-01", "25:00"],
    ["2020-01-01", "ten"],
  ])("is a day and a time: %s %s", async (done_on, done_at) => {
    const alice = await newPerson("alice", "Alice");
    const task = await addTask(alice);
    await tick(alice, task.id);
    const answer = await correct(alice, task.id, { done_on, done_at });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("is of what is done: not of what is open, skipped or taken back", async () => {
    const alice = await newPerson("alice", "Alice");
    const task = await addTask(alice);
    const when = { done_on: "2020-01-01" };
    const refused = async () => {
      const answer = await correct(alice, task.id, when);
      expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
      expect((answer.body as { details: string }).details).toContain("NOT_DONE");
    };
    await refused();
    await call(alice, "skip_occurrence", { task_id: task.id, day: DAY });
    await refused();
    await call(alice, "undo_completion", { task_id: task.id, completed_date: DAY });
    await refused();
  });

  test("counts as a change of the day", async () => {
    const alice = await newPerson("alice", "Alice");
    const task = await addTask(alice);
    await tick(alice, task.id);
    await setUses("changes_per_day", task.id + alice.id, 2000);
    const answer = await correct(alice, task.id, { done_on: "2020-01-01" });
    expect(refusalCode(answer)).toBe("LIMIT_REACHED");
  });
});

describe("of a correction", () => {
  test("of two at once, each says what the other has said before it", async () => {
    const { alice, bob, task, ids } = await newChore();
    await tick(alice, task.id);
    const both = await Promise.all([
      correct(alice, task.id, { people: [ids.Carol] }),
      correct(bob, task.id, { people: [ids.Dave] }),
      correct(bob, task.id, { done_on: "2020-01-01", done_at: "22:00" }),
    ]);
    both.forEach(succeeded);
    const events = await eventsOf(task.id);
    expect(events.map(({ kind }) => kind)).toEqual(["done", ...both.map(() => "corrected")]);
    let people: unknown = [ids.Alice];
    let when: Record<string, unknown> = {};
    for (const { details } of events.slice(1)) {
      const { people: now, ...then } = details.after as Record<string, unknown>;
      expect(details).toMatchObject({ people, before: when });
      people = now ?? people;
      when = then;
    }
    expect(await doneOf(alice, task.id)).toMatchObject({ people, ...when });
    expect(when).toEqual({ doneOn: "2020-01-01", doneAt: "22:00" });
  });

  test("and an undo at once, one comes first, and nobody waits for ever", async () => {
    const { alice, bob, task, ids } = await newChore();
    for (let round = 0; round < 10; round++) {
      await tick(alice, task.id);
      const [undone, corrected] = await Promise.all([
        rpc(alice, "undo_completion", { task_id: task.id, completed_date: DAY }),
        correct(bob, task.id, { people: [ids.Carol] }),
      ]);
      succeeded(undone);
      expect([200, 422]).toContain(corrected.status);
      expect(
        (await call<TaskJson>(alice, "read_task", { task_id: task.id })).completedDays,
      ).toEqual([]);
    }
  });

  test("no account's id is left when it is closed, and every name is", async () => {
    const { alice, bob, dave, task, ids } = await newChore();
    await tick(bob, task.id);
    succeeded(await correct(alice, task.id, { people: [ids.Dave] }));
    succeeded(await correct(dave, task.id, { people: [ids.Bob], done_on: "2020-01-01" }));
    await sql("delete from auth.users where id in ($1, $2)", [bob.id, dave.id]);
    const rows = await sqlValue<string>(
      `select jsonb_agg(to_jsonb(e))::text || (select jsonb_agg(to_jsonb(c))::text from public.task_completions c where c.task_id = $1)
       from public.task_events e where e.task_id = $1`,
      [task.id],
    );
    expect(rows).not.toContain(bob.id);
    expect(rows).not.toContain(dave.id);
    const { people, recentCompletions } = await call<TaskJson>(alice, "read_task", {
      task_id: task.id,
    });
    expect([people[ids.Bob], people[ids.Dave]]).toEqual(["Bob", "Dave"]);
    expect(recentCompletions).toMatchObject([
      { completedBy: null, people: [ids.Bob], saidBy: ids.Dave, doneOn: "2020-01-01" },
    ]);
  });

  test("a file says who, by name, and when, and so does the task that it becomes", async () => {
    const { alice, task, ids } = await newChore();
    await tick(alice, task.id);
    succeeded(
      await correct(alice, task.id, {
        people: [ids.Carol, ids.Bob],
        done_on: "2020-01-01",
        done_at: "22:00",
      }),
    );
    const file = await exportFile(alice);
    const [exported] = (JSON.parse(file) as { tasks: FileTask[] }).tasks;
    expect(JSON.stringify(exported)).not.toContain(ids.Carol);
    expect(exported).toMatchObject({
      completions: [
        { by: { name: "Carol and Bob" }, days: [[DAY, expect.any(String), "2020-01-01", "22:00"]] },
      ],
      events: [
        { kind: "created" },
        { kind: "done", details: { by: { me: true } } },
        {
          kind: "corrected",
          details: {
            ...{ by: { me: true }, before: {} },
            after: { by: { name: "Carol and Bob" }, doneOn: "2020-01-01", doneAt: "22:00" },
          },
        },
      ],
    });
    const erin = await newPerson("erin", "Erin");
    await importEntries(erin, entriesOf(file));
    expect(
      await sql(
        `select by_name, done_on, done_at from public.task_completions
         where task_id in (select id from public.tasks where user_id = $1)`,
        [erin.id],
      ),
    ).toEqual([{ by_name: "Carol and Bob", done_on: "2020-01-01", done_at: "22:00:00" }]);
  });
});
