import { beforeAll, describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, utcDay } from "../support/actors-tasks.ts";
import { askApi, Copy, newToken } from "../support/api.ts";
import { join, newHousehold, personId } from "../support/households.ts";
import { sql } from "../support/sql.ts";

/** What happens makes a task due: docs/design/api.md. */

interface Due {
  readonly tasks: readonly { task: { id: string }; day: string; status: string }[];
}

interface Today {
  readonly occurrences: readonly { task: { id: string }; dueDay: string; status: string }[];
}

let alice: Person;
let bob: Person;
let flat: string;
let today: string;
let yesterday: string;
let tomorrow: string;

const NAME = "Dishwasher done";
const waiting = async (person: Person, fields: object = {}) =>
  succeeded<TaskJson>(
    await createTask(person, {
      ...{ title: `Dishes ${Math.random()}`, category: "Kitchen", start_date: await utcDay(-7) },
      ...{ repeat_value: "custom", waits_for: NAME, ...fields },
    }),
  );
const happen = async (token: string, body: object, key?: string) =>
  await askApi<Due>(token, "POST events", body, key ? { "Idempotency-Key": key } : {});
/** The statuses and days of a task in the answer to an event. */
const said = async (token: string, body: object, { id }: TaskJson) =>
  (await happen(token, body)).body.tasks
    .filter(({ task }) => task.id === id)
    .map(({ status, day }) => [status, day]);
const tick = async (person: Person, { id }: TaskJson) =>
  succeeded<TaskJson>(await rpc(person, "complete_task", { task_id: id, completed_date: today }));
const inToday = async (token: string, { id }: TaskJson) =>
  (await askApi<Today>(token, "GET today")).body.occurrences.find(({ task }) => task.id === id);

beforeAll(async () => {
  [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
  flat = await newHousehold(alice, "The flat");
  await join(alice, flat, bob);
  [yesterday, today, tomorrow] = await Promise.all([utcDay(-1), utcDay(0), utcDay(1)]);
});

test("it is due from that day, open until it is done, and each turn is the next person's", async () => {
  const [a, b] = [await personId(alice, flat, "Alice"), await personId(alice, flat, "Bob")];
  const task = await waiting(alice, { household_id: flat, roster: [a, b] });
  expect(task).toMatchObject({
    waitsFor: NAME,
    afterDone: null,
    waitsAmount: null,
    customRrule: null,
    happened: null,
  });
  const token = await newToken(alice, "tick", flat, { name: "Home Assistant" });
  const copy = new Copy(await newToken(bob, "read"));
  await copy.follow();
  expect(await inToday(token, task)).toBeUndefined();

  const at = `${yesterday}T12:00:00Z`;
  expect(await said(token, { name: " dishwasher DONE", at }, task)).toEqual([["due", yesterday]]);
  expect(await said(token, { name: NAME }, task)).toEqual([["open", yesterday]]);
  const open = { dueDay: yesterday, isOverdue: true, status: "open", turn: { name: "Alice" } };
  expect(await inToday(token, task)).toMatchObject(open);
  expect((await copy.follow()).tasks).toEqual([task.id]);
  const door = { kind: "token", name: "Home Assistant" };
  expect(copy.tasks.get(task.id)).toMatchObject({
    happened: { name: NAME, number: null, day: yesterday, door },
  });

  // Bob does Alice's, and what came before changes nothing.
  expect((await tick(bob, task)).recentCompletions.at(-1)).toMatchObject({ dueOn: yesterday });
  for (const late of [at, `${yesterday}T23:00:00Z`, new Date(Date.now() - 60_000).toISOString()]) {
    expect((await said(token, { name: NAME, at: late }, task))[0]?.[0], late).toBe("late");
  }
  succeeded(await rpc(bob, "undo_completion", { task_id: task.id, completed_date: today }));
  expect(await inToday(token, task)).toMatchObject(open);
  expect(await said(token, { name: NAME }, task)).toEqual([["open", yesterday]]);
  await tick(bob, task);

  // A day is done once.
  expect(await said(token, { name: NAME }, task)).toEqual([["due", tomorrow]]);
  const { body } = await askApi(token, `GET tasks/${task.id}`);
  expect(body.next).toMatchObject([{ day: tomorrow, turn: { name: "Bob" } }]);
  const events = await sql<{ details: object; days: string }>(
    `select details - 'at' as details, lower(days)::text as days from public.task_events
     where task_id = $1 and kind = 'happened' order by id`,
    [task.id],
  );
  const details = { what: NAME, via: "token", viaName: "Home Assistant" };
  expect(events).toEqual([
    { details, days: yesterday },
    { details, days: tomorrow },
  ]);
});

describe("who is meant", () => {
  test("one's own tasks and one's household's, and nobody learns of others", async () => {
    const [own, common, bobs] = [
      await waiting(alice),
      await waiting(alice, { household_id: flat }),
      await waiting(bob),
    ];
    const shared = await waiting(bob, { is_shared: true, share_with: [alice.email] });
    succeeded(await rpc(alice, "accept_sender", { sender: bob.id }));
    await addTask(alice);
    const ids = async (token: string) =>
      new Set((await happen(token, { name: NAME })).body.tasks.map(({ task }) => task.id));
    const told = await ids(await newToken(alice, "tick"));
    expect([own, common, bobs, shared].map(({ id }) => told.has(id))).toEqual([
      ...[true, true, false, false],
    ]);
    const ofFlat = await ids(await newToken(alice, "tick", flat));
    expect([own, common].map(({ id }) => ofFlat.has(id))).toEqual([false, true]);
    const stranger = await newToken(await newPerson("stranger"), "write");
    expect((await happen(stranger, { name: NAME })).body).toEqual({ tasks: [] });
    expect((await happen(stranger, { name: "Nobody waits" })).body).toEqual({ tasks: [] });
  });

  test("a scope that is too small, and what is no event, are refused", async () => {
    expect((await happen(await newToken(alice, "read"), { name: NAME })).status).toBe(403);
    const token = await newToken(alice, "tick");
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const bodies = [{}, { name: " " }, { name: "x".repeat(101) }, { name: NAME, at: "2020-01-01" }];
    const numbers = [-1, 1e12 + 1, 0.0001, "300", null].map((number) => ({ name: NAME, number }));
    for (const body of [
      ...bodies,
      ...numbers,
      { name: NAME, at: future },
      { name: NAME, at: "2020-01-01T00:00:00Z" },
    ]) {
      const { status, body: problem } = await happen(token, body);
      expect([status, problem], JSON.stringify(body)).toMatchObject([
        422,
        { code: "VALIDATION_FAILED" },
      ]);
    }
  });
});

test("a retry with its key is the same event, and 10 at once are one", async () => {
  const carol = await newPerson("carol");
  const task = await waiting(carol);
  const token = await newToken(carol, "tick");
  const [first, again] = [
    await happen(token, { name: NAME }, "run 7"),
    await happen(token, { name: NAME }, "run 7"),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  await tick(carol, task);
  const all = await Promise.all(
    Array.from({ length: 10 }, () => said(token, { name: NAME }, task)),
  );
  expect(
    all
      .flat()
      .map(([status]) => status)
      .sort(),
  ).toEqual(["due", ...Array(9).fill("open")]);
});

test("another rhythm waits for nothing; it isn't put off to before it happened", async () => {
  const dave = await newPerson("dave");
  const task = await waiting(dave);
  const token = await newToken(dave, "tick");
  await happen(token, { name: NAME });
  const move = { task_id: task.id, due_date: today };
  expect(await rpc(dave, "put_off", { ...move, new_date: yesterday })).toMatchObject({
    status: 422,
  });
  succeeded(await rpc(dave, "put_off", { ...move, new_date: tomorrow }));
  expect(await said(token, { name: NAME }, task)).toEqual([["open", tomorrow]]);
  const fields = { afterDone: "P3D", waitsFor: null };
  succeeded(await rpc(dave, "update_task", { task_id: task.id, fields }));
  expect((await happen(token, { name: NAME })).body).toEqual({ tasks: [] });
});

describe("a meter", () => {
  const HOURS = "Drier hours";
  const METER = { waits_for: HOURS, waits_amount: 300, category: "Cellar" };
  let token: string;
  /** The status of a task in the answer to a reading, told some minutes ago. */
  const reads = async (task: TaskJson, number: number | undefined, ago = 0) => {
    const at = ago > 0 ? { at: new Date(Date.now() - ago * 60_000).toISOString() } : {};
    return (
      await said(token, { name: HOURS, ...(number !== undefined && { number }), ...at }, task)
    )
      .map(([status]) => status)
      .join();
  };
  let carol: Person;
  const meter = (fields: object = {}) => waiting(carol, { ...METER, ...fields });

  beforeAll(async () => {
    carol = await newPerson("carol", "Carol");
    token = await newToken(carol, "tick", null, { name: "Drier" });
  });

  test("it is due when it has grown enough since it was last done, and says at what", async () => {
    const task = await meter();
    expect(task).toMatchObject({ waitsFor: HOURS, waitsAmount: 300, happened: null });
    const revision = async () => (await listed(task)).revision;
    const before = await revision();
    expect(await reads(task, 12.5)).toBe("waits");
    // Nothing is said of how far it is.
    expect(await reads(task, undefined)).toBe("waits");
    expect(await reads(task, 312.499)).toBe("waits");
    expect(await revision()).toBe(before);
    expect(await reads(task, 312.5)).toBe("due");
    expect(await reads(task, 320)).toBe("open");
    expect(await reads(task, undefined)).toBe("open");
    expect((await listed(task)).happened).toMatchObject({ name: HOURS, day: today, number: 312.5 });
    const { body } = await askApi(token, `GET tasks/${task.id}`);
    const door = { kind: "token", name: "Drier" };
    expect(body.task).toMatchObject({
      ...{ waitsAmount: 300, happened: { name: HOURS, number: 312.5, day: today, door } },
    });
    const events = await sql<{ details: object }>(
      `select details - 'at' as details from public.task_events
       where task_id = $1 and kind = 'happened'`,
      [task.id],
    );
    const details = { what: HOURS, number: 312.5, via: "token", viaName: "Drier" };
    expect(events).toEqual([{ details }]);

    // It counts on from 320, the last reading before it was done; once more, and late, count for nothing.
    await tick(carol, task);
    expect(await reads(task, 320)).toBe("waits");
    expect(await reads(task, 700, 10)).toBe("late");
    expect(await reads(task, 619.999)).toBe("waits");
    expect(await reads(task, 620)).toBe("due");
  });

  test("an undo counts from where it was before, a new meter from its first reading", async () => {
    const task = await meter();
    await reads(task, 1000);
    expect(await reads(task, 1200)).toBe("waits");
    await tick(carol, task);
    expect(await reads(task, 1290)).toBe("waits");
    const undo = { task_id: task.id, completed_date: today };
    succeeded(await rpc(carol, "undo_completion", undo));
    // 290 so far; the new meter adds what it grows, and no more.
    expect(await reads(task, 0)).toBe("waits");
    expect(await reads(task, 9)).toBe("waits");
    expect(await reads(task, 10)).toBe("due");
    await tick(carol, task);
    succeeded(await rpc(carol, "undo_completion", undo));
    expect(await reads(task, 20)).toBe("open");
  });

  test("another amount counts from the next reading on, another name from its first", async () => {
    const task = await meter();
    await reads(task, 0);
    await reads(task, 100);
    const change = (fields: object) => rpc(carol, "update_task", { task_id: task.id, fields });
    succeeded(await change({ waitsAmount: 50 }));
    expect(await inToday(token, task)).toBeUndefined();
    succeeded(await change({ waitsFor: `${HOURS} new` }));
    const renamed = { name: `${HOURS} new`, number: 200 };
    expect(await said(token, renamed, task)).toEqual([["waits", today]]);
    expect(await said(token, { ...renamed, number: 250 }, task)).toEqual([["due", today]]);
    for (const waitsAmount of [0, 1_000_001]) {
      expect(await change({ waitsAmount }), `${waitsAmount}`).toMatchObject({ status: 422 });
    }
    const weekly = succeeded<TaskJson>(await change({ repeatValue: "weekly" }));
    expect(weekly).toMatchObject({ waitsFor: null, waitsAmount: null });
  });

  test("at the latest it is due after a time, and by what came first", async () => {
    const old = { start_date: await utcDay(-20), after_done: "P1W" };
    const task = await meter(old);
    expect(task).toMatchObject({ afterDone: "P1W", waitsAmount: 300 });
    const due = { dueDay: await utcDay(-13), status: "open" };
    expect(await inToday(token, task)).toMatchObject(due);
    // While it is open a reading opens nothing.
    await reads(task, 0);
    expect(await reads(task, 400)).toBe("open");
    expect(await tick(carol, task)).toMatchObject({ happened: null });
    const why = async () =>
      (await askApi(token, `GET tasks/${task.id}/day?day=${today}`)).body as object;
    expect(await inToday(token, task)).toMatchObject({ status: "done" });
    const next = async () => (await askApi(token, `GET tasks/${task.id}`)).body.next;
    expect(await next()).toMatchObject([{ day: await utcDay(7) }]);
    // Before that time it is due by the reading, on the day after the one that is done.
    expect(await said(token, { name: HOURS, number: 700 }, task)).toEqual([["due", tomorrow]]);
    expect(await next()).toMatchObject([{ day: tomorrow }]);
    succeeded(await rpc(carol, "undo_completion", { task_id: task.id, completed_date: today }));
    expect(await inToday(token, task)).toMatchObject(due);
    expect(await why()).toMatchObject({ why: "interval", status: "open" });
  });

  test("without an amount, a number is only told", async () => {
    const task = await meter({ waits_amount: null, after_done: "P1M" });
    expect(await reads(task, 7)).toBe("due");
    const { happened } = await listed(task);
    expect(happened).toMatchObject({ number: 7 });
    expect(await sql("select number from private.readings where task_id = $1", [task.id])).toEqual(
      [],
    );
  });

  const listed = async ({ id }: TaskJson) =>
    succeeded<TaskJson>(await rpc(carol, "read_task", { task_id: id }));
});
