import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { daysOf, type TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  newFriends,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, createTask, findTask, updateTask } from "../support/actors-tasks.ts";
import { newFlat } from "../support/households.ts";
import { entriesOf, exportFile, importEntries } from "../support/portability.ts";
import { sql, sqlValue } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";

/** Occurrences done before their day, and ticks that say that it was done earlier than now. */

/** The day so many days after the latest today on Earth. */
const ahead = (days: number) =>
  sqlValue<string>("select (private.latest_today() + $1::int)::text", [days]);

const complete = (person: Person | null, taskId: string, day: string, more: object = {}) =>
  rpc(person, "complete_task", { task_id: taskId, completed_date: day, ...more });

const codeOf = (answer: { body: unknown }) =>
  ((answer.body as { details?: string }).details ?? "") as string;

async function newShared(options: object = {}) {
  const [alice, bob] = await newFriends("Alice", "Bob");
  return { alice, bob, task: await addTask(alice, { share_with: [bob.email], ...options }) };
}

const isDone = (task: TaskJson | undefined, day: string) =>
  task !== undefined && daysOf(task.completedDays).has(toDayNumber(day));

interface EventRow {
  readonly kind: string;
  readonly days: string;
  readonly details: Record<string, unknown>;
}

const eventsOf = (taskId: string) =>
  sql<EventRow>(
    `select kind, days::text, details from public.task_events
     where task_id = $1 and kind <> 'created' and kind <> 'shared' order by id`,
    [taskId],
  );

describe("what is done early", () => {
  test("is done for its day, when it was really done, for everyone who takes part", async () => {
    const { alice, bob, task } = await newShared();
    const day = await ahead(5);
    const answer = succeeded<TaskJson>(await complete(bob, task.id, day));
    expect(isDone(answer, day)).toBe(true);
    const [done, ...others] = answer.recentCompletions;
    expect(others).toEqual([]);
    expect(done).toMatchObject({ date: day, status: "done", completedBy: bob.id });
    expect(Date.parse(done?.completedAt ?? "")).toBeLessThan(Date.parse(day));
    expect(done).not.toHaveProperty("doneOn");
    expect(await findTask(alice, task.id)).toEqual(answer);
    // Its list is as new as its answer: the digest matches.
    const { names } = succeeded<{ names: string }>(await rpc(bob, "list_tasks"));
    expect(names).toBeTruthy();
    const [event] = await eventsOf(task.id);
    expect(event).toMatchObject({ kind: "done", details: { by: bob.id, status: "done" } });
    expect(event?.days).toContain(day);
  });

  test("stays known until its day, however long ago that was", async () => {
    const { alice, task } = await newShared();
    const day = await ahead(100);
    succeeded(await complete(alice, task.id, day));
    await sql(
      "update public.task_completions set completed_at = now() - interval '40 days' where task_id = $1",
      [task.id],
    );
    const known = await findTask(alice, task.id);
    expect(known?.recentCompletions).toMatchObject([{ date: day, completedBy: alice.id }]);
  });

  test("is at most 366 days ahead, and not past the end", async () => {
    const { alice, bob, task } = await newShared();
    const ended = await addTask(alice, { end_date: await ahead(3) });
    for (const person of [alice, bob]) {
      succeeded(await complete(person, task.id, await ahead(366)));
      for (const day of [await ahead(367), "9999-12-31", "infinity"]) {
        const answer = await complete(person, task.id, day);
        expect(refusalCode(answer), day).toBe("VALIDATION_FAILED");
      }
    }
    succeeded(await complete(alice, ended.id, await ahead(3)));
    expect(refusalCode(await complete(alice, ended.id, await ahead(4)))).toBe("VALIDATION_FAILED");
    const later = await addTask(alice, { start_date: await ahead(10) });
    expect(refusalCode(await complete(alice, later.id, await ahead(9)))).toBe("VALIDATION_FAILED");
    succeeded(await complete(alice, later.id, await ahead(10)));
  });

  test("may be the day to which it was put off, past the end too", async () => {
    const alice = await newPerson("alice", "Alice");
    const [end, there] = [await ahead(2), await ahead(6)];
    const { id } = await addTask(alice, { end_date: end });
    succeeded(await rpc(alice, "put_off", { task_id: id, due_date: end, new_date: there }));
    expect(isDone(succeeded<TaskJson>(await complete(alice, id, there)), there)).toBe(true);
  });

  test("is never an interval task, skipped or caught up on", async () => {
    const alice = await newPerson("alice", "Alice");
    const after = succeeded<TaskJson>(
      await createTask(alice, {
        ...{ category: "Home", title: `Task ${randomUUID()}`, start_date: "2020-01-01" },
        ...{ repeat_value: "custom", after_done: "P3D" },
      }),
    );
    expect(refusalCode(await complete(alice, after.id, await ahead(1)))).toBe("VALIDATION_FAILED");
    succeeded(await complete(alice, after.id, await ahead(0)));

    const { id } = await addTask(alice);
    const day = await ahead(1);
    const skipped = await rpc(alice, "skip_occurrence", { task_id: id, day });
    expect(refusalCode(skipped)).toBe("VALIDATION_FAILED");
    const days = [[toDayNumber(day), 1]];
    const caughtUp = { id: randomUUID(), task_id: id, days, status: "done" };
    expect(refusalCode(await rpc(alice, "catch_up", caughtUp))).toBe("VALIDATION_FAILED");
    const row = { task_id: id, completed_date: day };
    const straight = await rest(alice, "POST", "task_completions", { ...row, status: "skipped" });
    expect(refusalCode(straight)).toBe("VALIDATION_FAILED");
    expect((await rest(alice, "POST", "task_completions", row)).status).toBe(201);
    expect(isDone(await findTask(alice, id), day)).toBe(true);
  });

  test("is taken back by whoever did it or owns it, whoever did another day", async () => {
    const { alice, bob, task } = await newShared();
    const [first, second] = [await ahead(3), await ahead(4)];
    succeeded(await complete(alice, task.id, first));
    succeeded(await complete(bob, task.id, second));
    const undo = (person: Person, day: string) =>
      rpc(person, "undo_completion", { task_id: task.id, completed_date: day });
    expect(refusalCode(await undo(bob, first))).toBe("COMPLETION_NOT_YOURS");
    succeeded(await undo(alice, second));
    const answer = succeeded<TaskJson>(await undo(alice, first));
    expect(answer.completedDays).toEqual([]);
    expect((await eventsOf(task.id)).map(({ kind }) => kind)).toEqual([
      ...["done", "done", "undone", "undone"],
    ]);
  });

  test("again, by a retry or by two at once, is one completion, one event and one message", async () => {
    const { alice, bob, task } = await newShared();
    const day = await ahead(8);
    const inbox = inboxOf(alice);
    await inbox();
    const answers = await Promise.all(
      [alice, bob, alice, bob].map((person) => complete(person, task.id, day)),
    );
    answers.forEach(succeeded);
    const first = answers.map(({ body }) => (body as TaskJson).recentCompletions[0]?.completedBy);
    expect(new Set(first).size, "everybody learns who was first").toBe(1);
    expect(await eventsOf(task.id)).toHaveLength(1);
    expect(await inbox()).toHaveLength(1);
  });

  test("stays in the history when the schedule, the end or a pause is another", async () => {
    const { alice, task } = await newShared();
    const day = await ahead(5);
    const done = succeeded<TaskJson>(await complete(alice, task.id, day));
    const today = await sqlValue<string>("select (now() at time zone 'UTC')::date::text");
    succeeded(await updateTask(alice, task.id, { repeat_value: "yearly", schedule_from: today }));
    succeeded(
      await rpc(alice, "pause_task", {
        ...{ task_id: task.id, first_day: today, last_day: await ahead(9), is_paused: true },
      }),
    );
    const after = succeeded<TaskJson>(await updateTask(alice, task.id, { end_date: today }));
    expect(after.completedDays).toEqual(done.completedDays);
    expect(after.recentCompletions).toEqual(done.recentCompletions);
  });

  test("is in a file, and in the task that it becomes", async () => {
    const alice = await newPerson("alice", "Alice");
    const { id } = await addTask(alice);
    const day = await ahead(30);
    succeeded(await complete(alice, id, day));
    const file = await exportFile(alice);
    const erin = await newPerson("erin", "Erin");
    const results = await importEntries(erin, entriesOf(file));
    expect(results).toMatchObject([{ outcome: "added" }]);
    const [task] = succeeded<{ tasks: TaskJson[] }>(await rpc(erin, "list_tasks")).tasks;
    expect(isDone(task, day)).toBe(true);

    const pushed = (by: string, from: string) =>
      entriesOf(file.replaceAll(day, by).replace(from, randomUUID()));
    const dave = await newPerson("dave", "Dave");
    expect(await importEntries(dave, pushed(await ahead(367), id))).toMatchObject([
      { outcome: "refused" },
    ]);
    const skipped = entriesOf(file.replace('"status":"done"', '"status":"skipped"'));
    expect(await importEntries(dave, skipped)).toMatchObject([{ outcome: "refused" }]);
  });

  test("is counted among what a person may change in a day", async () => {
    const { alice, task } = await newShared();
    await complete(alice, task.id, await ahead(1));
    await setUses("changes_per_day", task.id + alice.id, 2000);
    expect(refusalCode(await complete(alice, task.id, await ahead(2)))).toBe("LIMIT_REACHED");
  });
});

async function newChore() {
  const flat = await newFlat({ dave: "helper" });
  return { ...flat, task: await addTask(flat.alice, { household_id: flat.id }) };
}

describe("in a household", () => {
  test("keeper, member and helper do it early, by others too; a helper undoes what is theirs", async () => {
    const { alice, bob, dave, task, ids } = await newChore();
    const days = await Promise.all([1, 2, 3].map(ahead));
    for (const [index, person] of [alice, bob, dave].entries()) {
      const people = { people: [ids.Carol] };
      succeeded(await complete(person, task.id, days[index] as string, people));
    }
    const undo = (person: Person, day: string | undefined) =>
      rpc(person, "undo_completion", { task_id: task.id, completed_date: day });
    expect(refusalCode(await undo(dave, days[0]))).toBe("COMPLETION_NOT_YOURS");
    succeeded(await undo(dave, days[2]));
    succeeded(await undo(bob, days[0]));
  });
});

describe("a tick that says that it was done earlier", () => {
  test("has its day and time at once: one write, one event, one message", async () => {
    const { alice, bob, task } = await newShared();
    const inbox = inboxOf(bob);
    await inbox();
    const when = { done_on: "2020-02-02", done_at: "21:30:15" };
    const answer = succeeded<TaskJson>(await complete(alice, task.id, "2020-02-03", when));
    expect(answer.revision).toBe(task.revision + 1);
    const at = { doneOn: "2020-02-02", doneAt: "21:30" };
    expect(answer.recentCompletions).toMatchObject([{ date: "2020-02-03", ...at }]);
    expect(await eventsOf(task.id)).toMatchObject([
      { kind: "done", details: { by: alice.id, status: "done", ...at } },
    ]);
    expect(await inbox()).toHaveLength(1);
    // Repeated after a lost answer, it changes nothing.
    expect(succeeded(await complete(alice, task.id, "2020-02-03", when))).toEqual(answer);
    const other = { done_on: "2020-02-01" };
    expect(succeeded(await complete(bob, task.id, "2020-02-03", other))).toMatchObject(answer);
    expect(await eventsOf(task.id)).toHaveLength(1);
  });

  test("today without a time is now", async () => {
    const { alice, task } = await newShared();
    const today = await sqlValue<string>("select (now() at time zone 'UTC')::date::text");
    const day = await complete(alice, task.id, "2020-02-03", { done_on: today });
    expect(succeeded<TaskJson>(day).recentCompletions[0]).not.toHaveProperty("doneOn");
    const timed = await complete(alice, task.id, "2020-02-04", {
      done_on: today,
      done_at: "00:00",
    });
    expect(succeeded<TaskJson>(timed).recentCompletions[1]).toMatchObject({
      ...{ doneOn: today, doneAt: "00:00" },
    });
  });

  test("may be early, too", async () => {
    const { alice, task } = await newShared();
    const [day, doneOn] = [await ahead(2), await ahead(-10)];
    const answer = succeeded<TaskJson>(await complete(alice, task.id, day, { done_on: doneOn }));
    expect(answer.recentCompletions).toMatchObject([{ date: day, doneOn }]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["tomorrow", { done_on: "tomorrow" }, "DONE_LATER"],
    ["more than a year before its day", { done_on: "2019-02-01" }, "DONE_TOO_EARLY"],
    ["infinity", { done_on: "infinity" }, "DONE_LATER"],
    ["the beginning of time", { done_on: "-infinity" }, "DONE_TOO_EARLY"],
    ["a time of no day", { done_at: "08:00" }, "INVALID"],
    ["the end of a day", { done_on: "2020-02-02", done_at: "24:00" }, "INVALID"],
  ])("can't say %s, and does nothing then", async (_, { done_on, done_at }, code) => {
    const { alice, task } = await newShared();
    const tomorrow = await sqlValue<string>("select ((now() at time zone 'UTC')::date + 1)::text");
    const answer = await complete(alice, task.id, "2020-02-03", {
      ...(done_on && { done_on: done_on === "tomorrow" ? tomorrow : done_on }),
      ...(done_at && { done_at }),
    });
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(codeOf(answer)).toContain(code);
    expect(await findTask(alice, task.id)).toEqual(task);
  });

  test("straight to the table it is checked, too, and a skip was never done", async () => {
    const { alice, task } = await newShared();
    const insert = (columns: object) =>
      rest(alice, "POST", "task_completions", {
        ...{ task_id: task.id, completed_date: "2020-02-03", ...columns },
      });
    for (const columns of [
      { done_on: "2018-01-01" },
      { done_on: await ahead(1) },
      { done_on: "2020-02-02", status: "skipped" },
    ]) {
      expect(refusalCode(await insert(columns))).toBe("VALIDATION_FAILED");
    }
    expect((await insert({ done_on: "2020-02-02", done_at: "10:00" })).status).toBe(201);
  });

  test("of people of a household has their names, and what comes second says who was first", async () => {
    const { alice, bob, task, ids } = await newChore();
    const when = { done_on: "2020-02-02", people: [ids.Carol] };
    const answers = await Promise.all([
      complete(alice, task.id, "2020-02-03", when),
      complete(bob, task.id, "2020-02-03"),
    ]);
    const [first, second] = answers.map((answer) => succeeded<TaskJson>(answer));
    expect(first?.recentCompletions).toEqual(second?.recentCompletions);
    expect((await eventsOf(task.id)).filter(({ kind }) => kind === "done")).toHaveLength(1);
  });
});

describe("what is due once", () => {
  test("is known with when it was done, however long ago", async () => {
    const alice = await newPerson("alice", "Alice");
    const once = { repeat_value: "custom", custom_rrule: "FREQ=DAILY;COUNT=1" };
    const task = succeeded<TaskJson>(
      await createTask(alice, {
        ...{ category: "Home", title: `Task ${randomUUID()}`, start_date: "2020-02-03", ...once },
      }),
    );
    succeeded(await complete(alice, task.id, "2020-02-03", { done_on: "2020-02-01" }));
    await sql(
      "update public.task_completions set completed_at = now() - interval '1 year' where task_id = $1",
      [task.id],
    );
    expect((await findTask(alice, task.id))?.recentCompletions).toMatchObject([
      { date: "2020-02-03", doneOn: "2020-02-01" },
    ]);
    const daily = await addTask(alice);
    succeeded(await complete(alice, daily.id, "2020-02-03"));
    await sql(
      "update public.task_completions set completed_at = now() - interval '1 year' where task_id = $1",
      [daily.id],
    );
    expect((await findTask(alice, daily.id))?.recentCompletions).toEqual([]);
  });
});
