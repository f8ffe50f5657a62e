import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newFriends, type Person, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, findTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { inTransaction, sql, sqlValue } from "../support/sql.ts";

const complete = (person: Person, task_id: string, completed_date: string) =>
  rpc(person, "complete_task", { task_id, completed_date });
const undo = (person: Person, task_id: string, completed_date: string) =>
  rpc(person, "undo_completion", { task_id, completed_date });

async function newSharedTask() {
  const [alice, bob] = await newFriends("Alice", "Bob");
  const task = await addTask(alice, { share_with: [bob.email] });
  return { alice, bob, task };
}

/** Waits until a statement of another connection waits for a row. */
const someoneWaits = () =>
  expect
    .poll(() => sql("select from pg_locks where locktype = 'transactionid' and not granted"))
    .not.toEqual([]);

describe("an occurrence is done once", () => {
  test("the second caller gets the first one's completion", async () => {
    const { alice, bob, task } = await newSharedTask();
    const first = succeeded<TaskJson>(await complete(bob, task.id, "2020-02-01"));
    const second = succeeded<TaskJson>(await complete(alice, task.id, "2020-02-01"));
    expect(second).toEqual({
      ...first,
      untaken: [expect.objectContaining({ completedBy: bob.id })],
    });
    expect(second.people[bob.id]).toBe("Bob");
    const [done] = first.recentCompletions;
    expect(done).toMatchObject({ date: "2020-02-01", completedBy: bob.id });
    expect(Math.abs(Date.parse(done?.completedAt ?? "") - Date.now())).toBeLessThan(60_000);
  });

  test("twenty at the same moment agree on who was first", async () => {
    const { alice, bob, task } = await newSharedTask();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => complete(n % 2 ? alice : bob, task.id, "2020-02-01")),
    );
    const completions = answers.map((answer) => succeeded<TaskJson>(answer));
    const done = completions.map((answer) => answer.recentCompletions);
    expect(new Set(done.map((rows) => JSON.stringify(rows))).size).toBe(1);
    expect(completions[0]?.revision).toBe(task.revision + 1);
  });

  test("who comes while the first is not committed yet waits and gets theirs", async () => {
    const { alice, bob, task } = await newSharedTask();
    let waiting: ReturnType<typeof complete> | undefined;
    await inTransaction(async (client) => {
      await client.query(
        `insert into public.task_completions (task_id, completed_date, user_id)
         values ($1, '2020-02-01', $2)`,
        [task.id, bob.id],
      );
      waiting = complete(alice, task.id, "2020-02-01");
      await someoneWaits();
    });
    expect((await waiting)?.body).toMatchObject({ recentCompletions: [{ completedBy: bob.id }] });
  });
});

describe("revisions", () => {
  test("count every change once, and each is sent once", async () => {
    const { alice, bob, task } = await newSharedTask();
    const inbox = inboxOf(alice);
    await inbox();
    const days = Array.from({ length: 25 }, (_, n) => `2020-03-${String(n + 1).padStart(2, "0")}`);
    await Promise.all(days.map((day, n) => complete(n % 2 ? alice : bob, task.id, day)));
    await Promise.all(days.map((day) => undo(alice, task.id, day)));
    const revisions = (await inbox()).map(({ payload }) =>
      Number((payload.task as TaskJson).revision),
    );
    expect(revisions.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, n) => task.revision + 1 + n),
    );
  });

  test("of completing and undoing at once, no one waits for ever", async () => {
    const { alice, bob, task } = await newSharedTask();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 3 ? complete : undo)(n % 2 ? alice : bob, task.id, `2020-02-0${1 + (n % 2)}`),
      ),
    );
    const codes = new Set(answers.map((answer) => answer.status < 300 || refusalCode(answer)));
    codes.delete(true);
    codes.delete("COMPLETION_NOT_YOURS");
    expect([...codes]).toEqual([]);
  });
});

describe("the date of a completion", () => {
  test.each([
    ["the day before the start", "2019-12-31"],
    ["more than a year ahead", 368],
    ["infinity", "infinity"],
    ["no date", null],
  ])("can't be %s", async (_, day) => {
    const { alice, task } = await newSharedTask();
    const date = typeof day === "number" ? await utcDay(day) : day;
    const answer = await rpc(alice, "complete_task", { task_id: task.id, completed_date: date });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await findTask(alice, task.id))?.completedDays).toEqual([]);
  });

  test("can't be after the end, nor before the start, that somebody sets at that moment", async () => {
    const { alice, bob, task } = await newSharedTask();
    await updateTask(alice, task.id, { end_date: "2020-01-31" });
    expect((await complete(bob, task.id, "2020-01-31")).status).toBe(200);
    for (const person of [alice, bob]) {
      const answer = await complete(person, task.id, "2020-02-01");
      expect(answer).toMatchObject({ status: 422, body: { message: "VALIDATION_FAILED" } });
    }
    let waiting: ReturnType<typeof complete> | undefined;
    await inTransaction(async (client) => {
      await client.query("update public.tasks set end_date = '2020-01-10' where id = $1", [
        task.id,
      ]);
      waiting = complete(bob, task.id, "2020-01-20");
      await someoneWaits();
    });
    expect(await waiting).toMatchObject({ body: { message: "VALIDATION_FAILED" } });
    expect((await findTask(alice, task.id))?.completedDays, "what was done stays").toHaveLength(1);
  });

  test("is the start at the earliest, and at the latest what is today somewhere", async () => {
    const { alice, task } = await newSharedTask();
    const farthest = "select (now() at time zone 'Pacific/Kiritimati')::date";
    for (const day of ["2020-01-01", await utcDay(0), await sqlValue<string>(farthest)]) {
      expect((await complete(alice, task.id, day)).status).toBe(200);
    }
  });
});

describe("undoing", () => {
  test("is for the one who did it and for the owner", async () => {
    const { alice, bob, task } = await newSharedTask();
    await complete(alice, task.id, "2020-02-01");
    await complete(bob, task.id, "2020-02-02");
    expect(refusalCode(await undo(bob, task.id, "2020-02-01"))).toBe("COMPLETION_NOT_YOURS");
    expect((await undo(bob, task.id, "2020-02-02")).status).toBe(200);
    await complete(bob, task.id, "2020-02-02");
    expect((await undo(alice, task.id, "2020-02-02")).status).toBe(200);
    expect(runsIn((await findTask(alice, task.id))?.completedDays)).toEqual([[18293, 1]]);
  });

  test("of a task that was deleted meanwhile is told that it is gone", async () => {
    const { alice, bob, task } = await newSharedTask();
    succeeded(await complete(bob, task.id, "2020-02-01"));
    succeeded(await rpc(alice, "delete_task", { task_id: task.id }));
    for (const person of [alice, bob]) {
      expect(refusalCode(await undo(person, task.id, "2020-02-01"))).toBe("TASK_NOT_FOUND");
    }
  });

  test("what is not there is no error", async () => {
    const { bob, task } = await newSharedTask();
    const answer = await undo(bob, task.id, "2020-02-01");
    expect(answer.body).toEqual(task);
  });
});

describe("an old token", () => {
  test("can't complete or undo from the moment that the share ends", async () => {
    const { bob, task } = await newSharedTask();
    await complete(bob, task.id, "2020-02-01");
    for (const attempt of [complete, undo]) {
      const day = attempt === undo ? "2020-02-01" : "2020-02-02";
      let waiting: ReturnType<typeof complete> | undefined;
      await inTransaction(async (client) => {
        // Bob's call begins during the unshare: it waits for the task, then checks again.
        await client.query("select from public.tasks where id = $1 for update", [task.id]);
        await client.query("delete from private.task_shares where task_id = $1", [task.id]);
        waiting = attempt(bob, task.id, day);
        await someoneWaits();
      });
      expect(await waiting).toMatchObject({ body: { message: "TASK_NOT_FOUND" } });
      await sql(
        `insert into private.task_shares (task_id, owner_id, contact_email)
         select id, user_id, $2 from public.tasks where id = $1`,
        [task.id, bob.email],
      );
    }
  });

  test("can't read the history either", async () => {
    const { alice, bob, task } = await newSharedTask();
    await complete(alice, task.id, "2020-02-01");
    const history = `task_completions?task_id=eq.${task.id}&completed_date=gte.2020-01-01`;
    expect((await rest(bob, "GET", history)).body).toHaveLength(1);
    await updateTask(alice, task.id, {}, []);
    expect((await rest(bob, "GET", history)).body).toEqual([]);
  });
});
