import type pg from "pg";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  acceptEachOther,
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
import { become, rolledBack, sql, sqlValue } from "../support/sql.ts";

/** What takes long for many rows takes as long as they are many. */

const ROUNDS = 5;

/** Many are so many times as many as few. */
const TIMES = 4;

/**
 * The time of many to that of as many, a quarter at a time: at most 1 where nothing grows with the
 * square, which is 4. Both take about as long, so that a busy machine, which only adds, meets them
 * alike; each counts with the best of its rounds so far. It is measured again until many take no
 * longer, or as often as a square would not change.
 */
async function ratio(measure: (count: "few" | "many") => Promise<number>): Promise<number> {
  let [quarters, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 20 && (round < 3 || whole > quarters); round += 1) {
    let sum = 0;
    for (let quarter = 0; quarter < TIMES; quarter += 1) sum += await measure("few");
    quarters = Math.min(quarters, sum);
    whole = Math.min(whole, await measure("many"));
  }
  const figures = [quarters, whole].map((time) => `${time.toFixed(1)} ms`);
  console.log(`in quarters ${figures[0]}, at once ${figures[1]}: ${(whole / quarters).toFixed(2)}`);
  return whole / quarters;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const fill = (taskId: string, person: Person, count: number) =>
  sql(
    `insert into public.task_completions (task_id, user_id, completed_date)
     select $1, $2, date '2000-01-01' + n from generate_series(1, $3::int) n`,
    [taskId, person.id, count],
  );

describe("completions of one request", () => {
  /** What adding, and undoing, so many takes a recipient; milliseconds. */
  const measure = (bob: Person, taskId: string, count: number) =>
    rolledBack(async (client: pg.ClientBase) => {
      await client.query("update private.limits set most = 100000");
      await become(client, "authenticated", bob.id);
      const added = await timed(() =>
        client.query(
          `insert into public.task_completions (task_id, completed_date)
           select $1, date '2000-01-01' + n from generate_series(1, $2::int) n`,
          [taskId, count],
        ),
      );
      const undone = await timed(() =>
        client.query("delete from public.task_completions where task_id = $1", [taskId]),
      );
      return { added, undone };
    });

  test("take no longer than a quarter of them four times", async () => {
    const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]).then(
      acceptEachOther,
    );
    const { id } = await addTask(alice, { start_date: "2000-01-01", share_with: [bob.email] });
    for (const what of ["added", "undone"] as const) {
      const time = async (count: "few" | "many") =>
        (await measure(bob, id, count === "few" ? 1_000 : TIMES * 1_000))[what];
      expect(await ratio(time), what).toBeLessThan(1);
    }
  }, 60_000);

  test("of a recipient do not keep the owner's tick waiting for its answer", async () => {
    const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]).then(
      acceptEachOther,
    );
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

test("bringing back a household of many tasks takes no longer than four with a quarter of them", async () => {
  const counts = { few: 250, many: 1000 } as const;
  const keeper = await newPerson("keeper");
  const home = async (count: number) => {
    const id = await newHousehold(keeper, `Of ${count}`);
    await sql(
      `insert into public.tasks (id, user_id, household_id, category, title, start_date)
       select gen_random_uuid(), $1, $2, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, $3::int) n`,
      [keeper.id, id, count],
    );
    const body = { household_id: id, name: `Of ${count}` };
    succeeded(await rpc(keeper, "delete_household", body));
    return id;
  };
  const homes = { few: await home(counts.few), many: await home(counts.many) };
  const measure = (count: "few" | "many") =>
    rolledBack(async (client: pg.ClientBase) => {
      await become(client, "authenticated", keeper.id);
      return await timed(() => client.query("select public.restore_household($1)", [homes[count]]));
    });
  // Where each counts all of them it is 1.33.
  expect(await ratio(measure)).toBeLessThan(1.2);
}, 240_000);

describe("closing an account", () => {
  /** Somebody with so many ticks on a task of their own, and on one of Alice's. */
  async function close(alice: Person, ticks: number) {
    const carl = await newPerson("carl", "Carl");
    await acceptEachOther([alice, carl]);
    const [hers, own] = [
      await addTask(alice, { start_date: "2000-01-01", share_with: [carl.email] }),
      await addTask(carl, { start_date: "2000-01-01", share_with: [alice.email] }),
    ];
    for (const { id } of [hers, own]) await fill(id, carl, ticks);
    const inbox = inboxOf(alice);
    await inbox();
    const time = await timed(() => sql("delete from auth.users where id = $1", [carl.id]));
    return { time, told: await inbox(), hers, own, carl };
  }

  test("takes no longer than four with a quarter of the ticks, and says so once a task", async () => {
    const alice = await newPerson("alice");
    const time = async (count: "few" | "many") => {
      const { time, told, hers, own } = await close(alice, count === "few" ? 750 : TIMES * 750);
      expect(told).toHaveLength(2);
      expect(told).toContainEqual({ event: "task_removed", payload: { taskId: own.id } });
      const task = await findTask(alice, hers.id);
      expect(runsIn(task?.completedDays), "what Carl did stays, without his name").toEqual([
        [10958, count === "few" ? 750 : TIMES * 750],
      ]);
      expect(Object.keys(task?.people ?? {})).toEqual([alice.id]);
      expect(told).toContainEqual({ event: "task", payload: { task } });
      return time;
    };
    expect(await ratio(time)).toBeLessThan(1);
  }, 120_000);

  test("while others write to the shared tasks leaves them all consistent", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [alice, bob, carl] = await Promise.all([
        newPerson("alice", "Alice"),
        newPerson("bob", "Bob"),
        newPerson("carl", "Carl"),
      ]).then(acceptEachOther);
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
