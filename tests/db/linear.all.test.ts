import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
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
import { addTask, findTask } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { newHousehold } from "../support/households.ts";
import { become, rolledBack, rowsTouched, sql, sqlValue } from "../support/sql.ts";

/** Writing many rows at once reads and writes some rows for each of them, never all of them for each. */

const ROUNDS = 5;

const MANY = 1_000;

/** At most a tenth of the rows that a quadratic write reads, and several times those that it should read. */
const few = 200 * MANY;

const fill = (taskId: string, person: Person, count: number) =>
  sql(
    `insert into public.task_completions (task_id, user_id, completed_date, completed_at)
     select $1, $2, date '2000-01-01' + n, timestamptz '2020-01-01 UTC' + n * interval '1 minute'
     from generate_series(1, $3::int) n`,
    [taskId, person.id, count],
  );

describe("completions of one request", () => {
  test("read and write some rows for each, and so does undoing them", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const { id } = await addTask(alice, { start_date: "2000-01-01", share_with: [bob.email] });
    await rolledBack(async (client) => {
      await client.query("update private.limits set most = 100000");
      await become(client, "authenticated", bob.id);
      const add = `insert into public.task_completions (task_id, completed_date)
        select $1, date '2000-01-01' + n from generate_series(1, $2::int) n`;
      expect(await rowsTouched(client, add, [id, MANY])).toBeLessThan(few);
      const undo = "delete from public.task_completions where task_id = $1";
      expect(await rowsTouched(client, undo, [id])).toBeLessThan(few);
    });
  });

  test("of a recipient do not keep the owner's tick waiting for its answer", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const { id } = await addTask(alice, { start_date: "2000-01-01", share_with: [bob.email] });
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      task_id: id,
      completed_date: new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10),
    }));
    const bulk = rest(bob, "POST", "task_completions", rows, {
      Prefer: "resolution=ignore-duplicates",
    });
    const ticks = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        rpc(alice, "complete_task", { task_id: id, completed_date: `2000-01-1${n}` }),
      ),
    );
    expect(ticks.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await bulk).status).toBe(201);
    expect(runsIn((await findTask(alice, id))?.completedDays)).toEqual([[10957, 1_000]]);
  });
});

test("bringing back a household of many tasks reads and writes some rows for each", async () => {
  const keeper = await newPerson("keeper");
  const id = await newHousehold(keeper, "Of many");
  await sql(
    `insert into public.tasks (id, user_id, household_id, category, title, start_date)
     select gen_random_uuid(), $1, $2, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, $3::int) n`,
    [keeper.id, id, MANY],
  );
  succeeded(await rpc(keeper, "delete_household", { household_id: id, name: "Of many" }));
  await rolledBack(async (client) => {
    await become(client, "authenticated", keeper.id);
    const restore = "select public.restore_household($1)";
    expect(await rowsTouched(client, restore, [id])).toBeLessThan(few);
  });
});

describe("closing an account", () => {
  test("reads and writes some rows for each tick, and says so once a task", async () => {
    const [alice, carl] = await newFriends("alice", "carl");
    const [hers, own] = [
      await addTask(alice, { start_date: "2000-01-01", share_with: [carl.email] }),
      await addTask(carl, { start_date: "2000-01-01", share_with: [alice.email] }),
    ];
    for (const { id } of [hers, own]) await fill(id, carl, MANY);
    const inbox = inboxOf(alice);
    await inbox();
    const close = "delete from auth.users where id = $1";
    const rows = await rolledBack((client) => rowsTouched(client, close, [carl.id]));
    expect(rows).toBeLessThan(few);
    await sql(close, [carl.id]);
    const told = await inbox();
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ event: "task_removed", payload: { taskId: own.id } });
    const task = await findTask(alice, hers.id);
    expect(runsIn(task?.completedDays), "what Carl did stays, without his name").toEqual([
      [10958, MANY],
    ]);
    expect(Object.keys(task?.people ?? {})).toEqual([alice.id]);
    expect(told).toContainEqual({ event: "task", payload: { task } });
  });

  test("while others write to the shared tasks leaves them all consistent", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [alice, bob, carl] = await newFriends("Alice", "Bob", "Carl");
      const everyone = [alice, bob, carl];
      const tasks = await Promise.all(
        everyone.flatMap((owner) =>
          Array.from({ length: 3 }, () =>
            addTask(owner, {
              share_with: everyone.filter((other) => other !== owner).map(({ email }) => email),
            }),
          ),
        ),
      );
      const call = (person: Person, name: string, n: number) =>
        rpc(person, name, {
          task_id: tasks[n % tasks.length]?.id,
          completed_date: `2020-02-${10 + (n % 5)}`,
        });
      for (let n = 0; n < 20; n += 1) await call(everyone[n % 3] as Person, "complete_task", n);
      const [closed, ...answers] = await Promise.all([
        sql("delete from auth.users where id = $1", [bob.id]),
        ...Array.from({ length: 30 }, (_, n) =>
          call(n % 2 ? alice : carl, n % 3 ? "complete_task" : "undo_completion", n),
        ),
      ]);
      expect(closed).toEqual([]);
      const refusals = answers.filter(({ status }) => status >= 300).map(refusalCode);
      const known = ["TASK_NOT_FOUND", "COMPLETION_NOT_YOURS", "23503"];
      expect(refusals.filter((code) => !known.includes(code))).toEqual([]);

      const gone = tasks.filter(({ ownerId }) => ownerId === bob.id).map(({ id }) => id);
      for (const person of [alice, carl]) {
        const list = succeeded<{ tasks: TaskJson[] }>(await rpc(person, "list_tasks")).tasks;
        expect(list).toHaveLength(6);
        expect(list.filter(({ id }) => gone.includes(id))).toEqual([]);
        expect(list.filter(({ people }) => bob.id in people)).toEqual([]);
        const told = await inboxOf(person)();
        for (const task of list) {
          const last = told
            .flatMap(({ payload }) => (payload.task as TaskJson | undefined) ?? [])
            .filter(({ id }) => id === task.id)
            .reduce((a, b) => (a.revision > b.revision ? a : b));
          expect(last).toEqual(task);
        }
      }
      const left = await sqlValue<number>(
        `select count(*)::int from public.task_completions where user_id = $1 or task_id = any ($2)`,
        [bob.id, gone],
      );
      expect(left).toBe(0);
    }
  }, 120_000);
});
