import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { isOccurrence } from "../../src/domain/recurrence/recurrence.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { refreshTaskList } from "../../src/sync/task-list.ts";
import { newAddress } from "../support/actors.ts";
import { shareMany } from "../support/actors-tasks.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import {
  completeOccurrence,
  createTask,
  deleteTask,
  undoCompletion,
  updateTask,
} from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";

const today = day(0);
const isDone = (task: Task | undefined) => task?.completedDays.has(toDayNumber(today)) ?? false;

afterEach(closeApps);

/** Alice and Bob, and a task of hers that she shares with him. */
async function twoPeople() {
  const [alice, bob] = await Promise.all([openApp({ name: "Alice" }), openApp({ name: "Bob" })]);
  const id = await share(alice, bob);
  return { alice, bob, id };
}

async function share(owner: AppClient, ...others: AppClient[]): Promise<string> {
  const id = randomUUID();
  await createTask(owner.session, {
    id,
    category: "Kitchen",
    title: `Dishes ${id}`,
    startDate: today,
    repeatValue: "daily",
    isShared: true,
    shareWith: others.map(({ email }) => email),
  });
  await eventually(() => {
    for (const other of others) expect(other.task(id)).toBeDefined();
  });
  return id;
}

describe("what one person does, the other sees", () => {
  test("a completion with who and when, announced once; and its undo", async () => {
    const { alice, bob, id } = await twoPeople();
    await completeOccurrence(bob.session, { task: { id }, date: today });
    await eventually(() => expect(isDone(alice.task(id))).toBe(true));
    const [done] = alice.task(id)?.recentCompletions ?? [];
    expect(done).toMatchObject({ date: today, completedBy: bob.session.userId });
    expect(Date.parse(done?.completedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(alice.task(id)?.people[bob.session.userId]).toBe("Bob");
    expect(alice.announcements).toEqual([
      { taskId: id, taskTitle: `Dishes ${id}`, name: "Bob", date: today },
    ]);
    expect(bob.announcements).toEqual([]);

    await undoCompletion(alice.session, { task: { id }, date: today });
    await eventually(() => expect(isDone(bob.task(id))).toBe(false));
  });

  test("a new title, the end of the share, a deletion", async () => {
    const { alice, bob, id } = await twoPeople();
    await updateTask(alice.session, { id, title: `Plates ${id}` });
    await eventually(() => expect(bob.task(id)?.title).toBe(`Plates ${id}`));

    await updateTask(alice.session, { id, shareWith: [] });
    await eventually(() => expect(bob.task(id)).toBeUndefined());
    expect(alice.task(id)).toBeDefined();

    await updateTask(alice.session, { id, shareWith: [bob.email] });
    await eventually(() => expect(bob.task(id)?.title).toBe(`Plates ${id}`));
    await deleteTask(alice.session, { id });
    await eventually(() => expect(bob.task(id)).toBeUndefined());
    expect(alice.task(id)).toBeUndefined();
  });

  test("on all of one's own devices", async () => {
    const alice = await openApp({ name: "Alice" });
    const phone = await openApp({ name: "Alice", email: alice.email });
    const id = await share(alice);
    await eventually(() => expect(phone.task(id)).toBeDefined());
    await completeOccurrence(phone.session, { task: { id }, date: today });
    await eventually(() => expect(isDone(alice.task(id))).toBe(true));
    expect(alice.announcements).toEqual([]);
  });
});

test("a list longer than a page is read whole", { tags: ["all"] }, async () => {
  const [alice, bob] = await Promise.all([openApp({ name: "Alice" }), openApp({ name: "Bob" })]);
  await shareMany([alice.session.userId], newAddress(), 603);
  await shareMany([bob.session.userId], alice.email, 600);
  await refreshTaskList(alice.session);
  const ids = alice.tasks().map(({ id }) => id);
  expect(new Set(ids).size).toBe(1203);
  expect(ids).toEqual([...ids].sort());
});

/** By SQL, so that only reading tasks can have loaded the rule's code. */
async function addTaskOf(userId: string): Promise<string> {
  const id = randomUUID();
  const rule = `RRULE:FREQ=MONTHLY;BYMONTHDAY=${Number(today.slice(8))}`;
  await sql(
    `insert into public.tasks (id, user_id, category, title, start_date, repeat_value, custom_rrule)
     values ($1, $2, 'Home', $3, $4, 'custom', $5)`,
    [id, userId, `Rent ${id}`, today, rule],
  );
  return id;
}

test("a rule beyond the dialog has its answers when its task arrives, live or read", async () => {
  const alice = await openApp({ name: "Alice" });
  const id = await addTaskOf(alice.session.userId);
  await eventually(() => expect(alice.task(id)).toBeDefined());
  const task = alice.task(id);
  expect(task && isOccurrence(task, today)).toBe(true);
});
