import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  acceptEachOther,
  newAddress,
  newFriends,
  newPerson,
  type Person,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, findTask } from "../support/actors-tasks.ts";
import { sql } from "../support/sql.ts";

/** The rows that the triggers write for Realtime: who is told what. */

const call = async <Body>(person: Person, name: string, parameters: Record<string, unknown>) =>
  succeeded<Body>(await rpc(person, name, parameters));

async function newPair() {
  const [alice, bob] = await newFriends("Alice", "Bob");
  return { alice, bob, alicesInbox: inboxOf(alice), bobsInbox: inboxOf(bob) };
}

async function newSharedTask() {
  const pair = await newPair();
  const task = await addTask(pair.alice, { share_with: [pair.bob.email] });
  await pair.alicesInbox();
  await pair.bobsInbox();
  return { ...pair, task };
}

describe("a task", () => {
  test("that is created is sent to its owner as the list has it", async () => {
    const { alice, bobsInbox, alicesInbox } = await newPair();
    const { id } = await addTask(alice);
    const task = await findTask(alice, id);
    expect(await alicesInbox()).toEqual([{ event: "task", payload: { task } }]);
    expect(await bobsInbox()).toEqual([]);
  });

  test("that is shared reaches the recipient whole", async () => {
    const { alice, bob, alicesInbox, bobsInbox } = await newPair();
    const task = await addTask(alice, { share_with: [bob.email] });
    expect(await bobsInbox()).toEqual([{ event: "task", payload: { task } }]);
    expect(await alicesInbox()).toContainEqual({ event: "task", payload: { task } });
  });

  test("that is edited is sent to everyone, with the next revision", async () => {
    const { alice, task, alicesInbox, bobsInbox } = await newSharedTask();
    const edited = await call(alice, "update_task", { task_id: task.id, fields: { title: "New" } });
    expect(edited).toMatchObject({ title: "New", revision: task.revision + 1 });
    const message = { event: "task", payload: { task: edited } };
    expect(await alicesInbox()).toEqual([message]);
    expect(await bobsInbox()).toEqual([message]);
  });

  test("that an edit leaves as it was sends nothing", async () => {
    const { alice, task, alicesInbox, bobsInbox } = await newSharedTask();
    const changes = { title: task.title, category: task.category };
    await call(alice, "update_task", { task_id: task.id, fields: changes, share_with: null });
    expect([...(await alicesInbox()), ...(await bobsInbox())]).toEqual([]);
  });

  test("that is deleted goes from everyone's list, once", async () => {
    const { alice, task, alicesInbox, bobsInbox } = await newSharedTask();
    await call(alice, "delete_task", { task_id: task.id });
    await call(alice, "delete_task", { task_id: task.id });
    const message = { event: "task_removed", payload: { taskId: task.id } };
    expect(await alicesInbox()).toEqual([message]);
    expect(await bobsInbox()).toEqual([message]);
  });
});

describe("the end of a share", () => {
  test("by the owner takes the task from the recipient, who hears nothing more", async () => {
    const { alice, task, alicesInbox, bobsInbox } = await newSharedTask();
    await call(alice, "update_task", { task_id: task.id, fields: {}, share_with: [] });
    expect(await bobsInbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
    expect(await alicesInbox()).toMatchObject([
      { event: "task", payload: { task: { revision: task.revision + 1 } } },
    ]);

    await call(alice, "update_task", { task_id: task.id, fields: { title: "Secret" } });
    await call(alice, "complete_task", { task_id: task.id, completed_date: "2020-02-01" });
    await call(alice, "undo_completion", { task_id: task.id, completed_date: "2020-02-01" });
    await call(alice, "delete_task", { task_id: task.id });
    expect(await bobsInbox()).toEqual([]);
  });

  test("by clearing the flag does the same", async () => {
    const { alice, task, bobsInbox } = await newSharedTask();
    await call(alice, "update_task", { task_id: task.id, fields: { isShared: false } });
    expect(await bobsInbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
  });

  test("by the recipient tells them alone", async () => {
    const { bob, task, alicesInbox, bobsInbox } = await newSharedTask();
    await call(bob, "leave_task", { task_id: task.id });
    expect(await bobsInbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
    expect(await alicesInbox()).toEqual([]);
  });

  test("of one recipient leaves the others with the task", async () => {
    const { alice, bob, task, bobsInbox } = await newSharedTask();
    const carol = await newPerson("carol");
    await acceptEachOther([alice, carol]);
    const share_with = [bob.email, carol.email];
    await call(alice, "update_task", { task_id: task.id, fields: {}, share_with });
    await bobsInbox();
    const carolsInbox = inboxOf(carol);
    await call(alice, "update_task", { task_id: task.id, fields: {}, share_with: [bob.email] });
    expect(await bobsInbox()).toMatchObject([{ event: "task" }]);
    expect((await carolsInbox()).at(-1)).toMatchObject({ event: "task_removed" });
  });

  test("with the owner's account takes the task from the recipient", async () => {
    const { alice, task, bobsInbox } = await newSharedTask();
    await sql("delete from auth.users where id = $1", [alice.id]);
    expect(await bobsInbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
  });
});

describe("a completion", () => {
  test("carries all that a list needs, and so does its undoing", async () => {
    const { bob, task, alicesInbox, bobsInbox } = await newSharedTask();
    const occurrence = { task_id: task.id, completed_date: "2020-02-01" };
    const done = await call<TaskJson>(bob, "complete_task", occurrence);
    expect(done).toMatchObject({
      revision: task.revision + 1,
      people: { [bob.id]: "Bob" },
      completedDays: [[expect.any(Number), expect.any(String)]],
      recentCompletions: [
        { date: "2020-02-01", completedBy: bob.id, completedAt: expect.any(String) },
      ],
    });
    const message = { event: "task", payload: { task: done } };
    expect(await alicesInbox()).toEqual([message]);
    expect(await bobsInbox()).toEqual([message]);

    const undone = await call<TaskJson>(bob, "undo_completion", occurrence);
    expect(undone).toMatchObject({ revision: task.revision + 2, completedDays: [] });
    expect(await alicesInbox()).toEqual([{ event: "task", payload: { task: undone } }]);
    expect(await bobsInbox()).toEqual([{ event: "task", payload: { task: undone } }]);
  });

  test("of many days in one statement is one revision and one message", async () => {
    const { bob, task, alicesInbox } = await newSharedTask();
    const rows = Array.from({ length: 50 }, (_, n) => ({
      task_id: task.id,
      completed_date: new Date(Date.UTC(2020, 1, 1 + n)).toISOString().slice(0, 10),
    }));
    succeeded(await rest(bob, "POST", "task_completions", rows));
    expect(await alicesInbox()).toMatchObject([
      { event: "task", payload: { task: { revision: task.revision + 1 } } },
    ]);
  });

  test("that changes nothing sends nothing", async () => {
    const { alice, bob, task, alicesInbox, bobsInbox } = await newSharedTask();
    const occurrence = { task_id: task.id, completed_date: "2020-02-01" };
    await call(bob, "complete_task", occurrence);
    await alicesInbox();
    await bobsInbox();
    await call(alice, "complete_task", occurrence);
    await call(alice, "undo_completion", { ...occurrence, completed_date: "2020-02-02" });
    expect([...(await alicesInbox()), ...(await bobsInbox())]).toEqual([]);
  });
});

describe("a changed name", () => {
  const rename = async (person: Person, fullName: string) =>
    succeeded(await rest(person, "PATCH", `profiles?id=eq.${person.id}`, { full_name: fullName }));

  test("of an owner reaches those they share with, and themself", async () => {
    const { alice, alicesInbox, bobsInbox } = await newSharedTask();
    await rename(alice, "  Alicia ");
    const message = { event: "list_changed", payload: {} };
    expect(await alicesInbox()).toEqual([message]);
    expect(await bobsInbox()).toEqual([message]);
  });

  test("of a recipient reaches the owner only when the owner can see the name", async () => {
    const { bob, task, alicesInbox, bobsInbox } = await newSharedTask();
    await rename(bob, "Robert");
    expect(await bobsInbox()).toMatchObject([{ event: "list_changed" }]);
    expect(await alicesInbox(), "the invited have no name yet").toEqual([]);
    await call(bob, "complete_task", { task_id: task.id, completed_date: "2020-02-01" });
    await alicesInbox();
    await rename(bob, "Rob");
    expect(await alicesInbox()).toEqual([{ event: "list_changed", payload: {} }]);
  });

  test("that is none, or another time zone, sends nothing", async () => {
    const { alice, alicesInbox, bobsInbox } = await newSharedTask();
    await rename(alice, "Alice");
    const changes = { time_zone: "Europe/Berlin" };
    succeeded(await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, changes));
    expect([...(await alicesInbox()), ...(await bobsInbox())]).toEqual([]);
  });
});

test("what is sent for an address without an account reaches nobody", async () => {
  const { alice, alicesInbox } = await newPair();
  const address = newAddress("nobody");
  const task = await addTask(alice, { share_with: [address] });
  const told = await alicesInbox();
  expect(told.every(({ event }) => event === "task")).toBe(true);
  expect(JSON.stringify(told)).not.toContain(address);
  const topics = await sql(
    `select distinct topic, exists (
       select from auth.users where topic = 'user:' || users.id
     ) as "isSomeones"
     from realtime.messages where payload::text like '%' || $1 || '%'
     order by 2 desc`,
    [task.id],
  );
  expect(topics).toEqual([
    { topic: `user:${alice.id}`, isSomeones: true },
    { topic: expect.stringMatching(/^user:[0-9a-f-]{36}$/), isSomeones: false },
  ]);
});
