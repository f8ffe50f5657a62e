import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test, vi } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { sendWebhooks } from "../../supabase/functions/send-webhooks/send.ts";
import { webhookHandler } from "../../supabase/functions/webhook/handler.ts";
import { newPerson, type Person, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { askApi, newToken } from "../support/api.ts";
import { newFlat } from "../support/households.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { functionEnvironment, serviceCall } from "../support/service.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Webhooks, from the record to a real receiver: signed, in order, at least once, and given up after a day. */

const variables = { WEBHOOK_HOSTS: "127.0.0.1", MAIL_LINK_SECRET: "a secret of these tests" };
const environment = () => functionEnvironment(variables);
const context = () => ({ environment: environment(), call: serviceCall(), appUrl: "" });

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

async function ask(person: Person | null, body: object, more = environment()) {
  const request = new Request("http://functions/webhook", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(person && { Authorization: `Bearer ${person.token}` }),
    },
    body: JSON.stringify(body),
  });
  const response = await webhookHandler(more)(request);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

interface Hook {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

/** A webhook that is told of no day before 2030: no run reaches one. */
async function hookOf(person: Person, household: string | null = null): Promise<Hook> {
  const [id, receiver] = [randomUUID(), await startReceiver()];
  const address = `${receiver.url}/hook`;
  const answer = await ask(person, { action: "add", id, household, address });
  await sql("update private.webhooks set told_until = '2029-12-31' where id = $1", [id]);
  return { id, receiver, ...succeeded<{ secret: string }>(answer) };
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const send = ({ id }: Hook, instant = new Date()) => sendWebhooks(context(), { instant, only: id });

interface Said {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly [key: string]: unknown };
}

/** What a receiver was told, checked as its owner would. */
const told = ({ receiver, secret }: Hook): Said[] =>
  receiver.received.map(
    ({ headers, body }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as Said,
  );

const idsOf = ({ receiver }: Hook) => receiver.received.map(({ headers }) => headers["webhook-id"]);
const typesTo = (hook: Hook) => told(hook).map(({ type }) => type);

interface Listed {
  readonly id: string;
  readonly host: string;
  readonly failure: string | null;
  readonly failingSince: string | null;
  readonly givenUp: number;
  readonly waiting: number;
}

const listed = async (person: Person, household_id?: string) =>
  succeeded<Listed[]>(await rpc(person, "read_webhooks", household_id ? { household_id } : {}));

async function tick(person: Person, task_id: string, completed_date: string, more = {}) {
  succeeded(await rpc(person, "complete_task", { task_id, completed_date, ...more }));
}

test("a household's webhook is told of each deed and change in order, by whom, and signed", async () => {
  const { alice, bob, id: household, ids } = await newFlat();
  const hook = await hookOf(alice, household);
  const [yesterday, today] = await Promise.all([utcDay(-1), utcDay(0)]);
  const task = await addTask(alice, {
    household_id: household,
    start_date: yesterday,
    repeat_value: "weekly",
  });
  await tick(bob, task.id, yesterday);
  succeeded(await rpc(bob, "undo_completion", { task_id: task.id, completed_date: yesterday }));
  succeeded(
    await rpc(alice, "put_off", { task_id: task.id, due_date: yesterday, new_date: today }),
  );
  succeeded(await rpc(alice, "skip_occurrence", { task_id: task.id, day: today }));
  succeeded(await updateTask(alice, task.id, { title: "Renamed" }));
  succeeded(await rpc(alice, "delete_task", { task_id: task.id }));
  await send(hook);
  const said = told(hook);
  expect(said.map(({ type }) => type)).toEqual([
    ...["task.added", "deed.done", "deed.undone", "deed.put-off", "deed.skipped", "task.changed"],
    "task.deleted",
  ]);
  const brief = {
    ...{ id: task.id, title: "Renamed", category: task.category },
    household: { id: household, name: expect.any(String) },
  };
  expect(said[0]?.data).toEqual(brief);
  expect(said[1]?.data).toEqual({
    task: brief,
    ...{ day: yesterday, count: 1, to: null, status: "done", door: null },
    people: [{ id: ids.Bob, name: "Bob" }],
    at: expect.any(String),
  });
  expect(said[3]?.data).toMatchObject({ day: yesterday, to: today, people: [{ name: "Alice" }] });
  // Taken is taken.
  await send(hook, minutes(10));
  expect(hook.receiver.received).toHaveLength(7);
});

test("what happened and made a task due is told, and by which door", async () => {
  const { alice, id: household } = await newFlat();
  const task = succeeded<TaskJson>(
    await createTask(alice, {
      ...{
        title: "Dishes",
        category: "Kitchen",
        start_date: "2020-01-01",
        household_id: household,
      },
      ...{ repeat_value: "custom", waits_for: "Dishwasher done" },
    }),
  );
  const hook = await hookOf(alice, household);
  const token = await newToken(alice, "tick", household, { name: "Hub" });
  await askApi(token, "POST events", { name: "dishwasher done", number: 41.5 });
  await send(hook);
  expect(told(hook)).toMatchObject([
    {
      type: "task.due",
      data: {
        ...{ id: task.id, title: "Dishes", day: await utcDay(0), what: "Dishwasher done" },
        number: 41.5,
        door: { kind: "token", name: "Hub" },
      },
    },
  ]);
});

test("a webhook of one's own tasks is told of no other's, and no household's of one's own", async () => {
  const { alice, bob, id: household } = await newFlat();
  const [own, theirs] = [await hookOf(alice), await hookOf(alice, household)];
  const mine = await addTask(alice, { title: "Mine" });
  const common = await addTask(alice, { title: "Ours", household_id: household });
  await addTask(bob, { title: "Bob's own" });
  await Promise.all([send(own), send(theirs)]);
  expect(told(own).map(({ data }) => data.id)).toEqual([mine.id]);
  expect(told(theirs).map(({ data }) => data.id)).toEqual([common.id]);
  // A task that moves into the household: its former webhook learns no more than that.
  succeeded(await updateTask(alice, mine.id, { title: "Moved", householdId: household }));
  await Promise.all([send(own), send(theirs)]);
  expect(told(own).slice(1)).toMatchObject([{ type: "task.moved", data: { isHere: false } }]);
  expect(JSON.stringify(told(own))).not.toContain("Moved");
  expect(told(theirs).map(({ type }) => type)).toContain("task.moved");
});

test("what isn't taken waits with all that comes after it in its task, and others' go on", async () => {
  const alice = await newPerson("alice");
  const hook = await hookOf(alice);
  const [today, first, second] = [await utcDay(0), await addTask(alice), await addTask(alice)];
  hook.receiver.answer = (body) => (body.includes(first.id) ? 500 : 204);
  await tick(alice, first.id, today);
  await tick(alice, second.id, today);
  await send(hook);
  expect(await listed(alice)).toMatchObject([
    { failure: "500", failingSince: expect.any(String), waiting: 4 },
  ]);
  await send(hook, new Date(Date.now() + 10_000));
  const of = (id: string) =>
    told(hook)
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .map(({ type }) => type);
  expect(of(first.id)).toEqual(["task.added"]);
  expect(of(second.id)).toEqual(["task.added", "deed.done"]);
  hook.receiver.answer = () => 200;
  await send(hook, minutes(2));
  expect(of(first.id)).toEqual(["task.added", "task.added", "deed.done"]);
  const ids = idsOf(hook);
  expect(ids[0]).toBe(ids.at(-2));
  expect(new Set(ids).size).toBe(4);
  expect(await listed(alice)).toMatchObject([{ failure: null, failingSince: null, waiting: 0 }]);
});

test("after a day it is given up, which the list says; what comes later is told", async () => {
  const alice = await newPerson("alice");
  const hook = await hookOf(alice);
  hook.receiver.answer = () => 302;
  const task = await addTask(alice);
  for (const at of [0, 2, 60, 23 * 60]) await send(hook, minutes(at));
  expect(hook.receiver.received.length).toBeGreaterThan(1);
  expect(await listed(alice)).toMatchObject([{ givenUp: 0, failure: "302" }]);
  hook.receiver.answer = () => 200;
  hook.receiver.received.length = 0;
  await send(hook, minutes(25 * 60));
  expect(typesTo(hook).filter((type) => type !== "due")).toEqual([]);
  // What became due on the days between is given up with it.
  expect((await listed(alice))[0]?.givenUp).toBeGreaterThan(0);
  succeeded(await rpc(alice, "delete_task", { task_id: task.id }));
  await send(hook, new Date());
  expect(typesTo(hook)).toContain("task.deleted");
});

test("a worker that dies leaves its lease: then the same messages are sent again, and none before", async () => {
  const alice = await newPerson("alice");
  const hook = await hookOf(alice);
  await addTask(alice);
  await serviceCall()("claim_webhooks", { webhook: hook.id });
  await send(hook, minutes(4));
  expect(hook.receiver.received).toHaveLength(0);
  await send(hook, minutes(6));
  expect(typesTo(hook)).toEqual(["task.added"]);
});

test("workers side by side send each message once", async () => {
  const alice = await newPerson("alice");
  const hook = await hookOf(alice);
  const task = await addTask(alice);
  for (const day of [-2, -1, 0]) await tick(alice, task.id, await utcDay(day));
  await Promise.all(Array.from({ length: 6 }, () => send(hook)));
  expect(typesTo(hook)).toEqual(["task.added", "deed.done", "deed.done", "deed.done"]);
});

test("what becomes due is told once a day, with whose turn it is", async () => {
  const { alice, id: household, ids } = await newFlat();
  const hook = await hookOf(alice, household);
  const roster = [ids.Alice, ids.Bob];
  const task = await addTask(alice, {
    title: "Bins",
    household_id: household,
    roster,
    start_date: "2030-01-01",
    repeat_value: "weekly",
  });
  await addTask(alice, { title: "Not the household's", start_date: "2030-01-01" });
  await send(hook);
  hook.receiver.received.length = 0;
  for (const hour of ["03:00", "03:01", "23:00"]) {
    await send(hook, new Date(`2030-01-01T${hour}:00Z`));
  }
  expect(told(hook).map(({ type, data }) => [type, data])).toEqual([
    [
      "due",
      {
        day: "2030-01-01",
        timeZone: expect.any(String),
        occurrences: [
          {
            task: expect.objectContaining({ id: task.id, title: "Bins" }),
            ...{ day: "2030-01-01", dueDay: "2030-01-01", isOverdue: false, status: "open" },
            ...{ doneBy: [], door: null, at: null },
            turn: { id: ids.Alice, name: "Alice" },
          },
        ],
      },
    ],
  ]);
  await send(hook, new Date("2030-01-02T12:00:00Z"));
  expect(hook.receiver.received).toHaveLength(1);
});

test("only keepers see, make, test and remove a household's, and it ends with their keepership", async () => {
  const { alice, bob, id: household, ids } = await newFlat({ bob: "keeper" });
  const carol = await newPerson("carol");
  const hook = await hookOf(bob, household);
  expect((await listed(alice, household)).map(({ id }) => id)).toEqual([hook.id]);
  expect(await listed(alice)).toEqual([]);
  expect(await listed(carol, household)).toEqual([]);
  const add = { action: "add", id: randomUUID(), household, address: hook.receiver.url };
  expect(refusalCode(await ask(carol, add))).toBe("HOUSEHOLD_NOT_FOUND");
  expect(refusalCode(await ask(null, add))).toBe("UNAUTHENTICATED");
  expect(refusalCode(await ask(carol, { action: "test", id: hook.id }))).toBe("NOT_ALLOWED");
  succeeded(await rpc(carol, "remove_webhook", { id: hook.id }));
  // Somebody else's can't be taken over by its id.
  expect(refusalCode(await ask(carol, { ...add, id: hook.id, household: null }))).toBe(
    "VALIDATION_FAILED",
  );
  const as = (role: string) =>
    rpc(alice, "save_person", { household_id: household, id: ids.Bob, name: "Bob", face: 1, role });
  succeeded(await as("member"));
  expect(refusalCode(await ask(bob, add))).toBe("NOT_ALLOWED");
  succeeded(await as("keeper"));
  expect(await listed(alice, household)).toEqual([]);
  await addTask(alice, { household_id: household });
  await send(hook);
  expect(hook.receiver.received).toEqual([]);
});

test("a test goes the way of every message, and says what came of it", async () => {
  const alice = await newPerson("alice");
  const hook = await hookOf(alice);
  const go = async () => succeeded(await ask(alice, { action: "test", id: hook.id }));
  expect(await go()).toEqual({ isTaken: true, failure: null });
  expect(typesTo(hook)).toEqual(["test"]);
  hook.receiver.answer = () => 418;
  expect(await go()).toEqual({ isTaken: false, failure: "418" });
  succeeded(await rpc(alice, "remove_webhook", { id: hook.id }));
  expect(refusalCode(await ask(alice, { action: "test", id: hook.id }))).toBe("NOT_ALLOWED");
});

test("ten a person, at addresses that may be sent to; nothing of them is readable in the database", async () => {
  const alice = await newPerson("alice");
  const hook = await hookOf(alice);
  for (const address of ["https://10.0.0.1/", "http://example.com/", "nothing"]) {
    const body = { action: "add", id: randomUUID(), household: null, address };
    const open = functionEnvironment({ ...variables, WEBHOOK_HOSTS: "*" });
    expect((await ask(alice, body, open)).body).toMatchObject({
      error: { code: "VALIDATION_FAILED", issues: [{ path: "address" }] },
    });
  }
  const row = await sqlValue<string>(
    "select to_jsonb(webhooks)::text from private.webhooks where id = $1",
    [hook.id],
  );
  expect(row).not.toContain(hook.secret.slice(6));
  expect(row).not.toContain("/hook");
  // With another key it is sent nowhere, and said.
  await addTask(alice);
  const other = functionEnvironment({ ...variables, MAIL_LINK_SECRET: "replaced" });
  await sendWebhooks({ ...context(), environment: other }, { only: hook.id });
  expect(await listed(alice)).toMatchObject([{ host: expect.any(String), failure: "LOCKED" }]);
  expect(hook.receiver.received).toEqual([]);
  for (let count = 1; count < 10; count++) await hookOf(alice);
  const { url: address } = hook.receiver;
  const eleventh = { action: "add", id: randomUUID(), household: null, address };
  expect(refusalCode(await ask(alice, eleventh))).toBe("LIMIT_REACHED");
});
