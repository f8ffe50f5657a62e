import type pg from "pg";
import { expect, test } from "vitest";
import { newPerson } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { newHousehold } from "../support/households.ts";
import { rolledBack, rowsTouched } from "../support/sql.ts";

/** What is old goes, once a day, in pieces; all of it is taken back here, as it is everybody's. */

const forget = (client: pg.ClientBase) => client.query("select private.forget_old()");

async function count(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) ${text}`, values);
  return Number(rows[0]?.count);
}

test("a claim is kept for a day, an invitation's for sixty", async () => {
  await rolledBack(async (client) => {
    await client.query("delete from private.forgotten");
    await client.query(
      `insert into private.outbox (recipient, kind, key, claimed_at)
       select 'old@example.com', kind, age::text, now() - age
       from unnest(array['morning', 'invitation']) as kind,
         unnest(array['23 hours', '25 hours', '59 days', '61 days']::interval[]) as age`,
    );
    await forget(client);
    const { rows } = await client.query(
      "select kind || ' ' || key as left from private.outbox where recipient = 'old@example.com' order by kind, claimed_at desc",
    );
    expect(rows.map((row) => row.left)).toEqual([
      "invitation 23:00:00",
      "invitation 25:00:00",
      "invitation 59 days",
      "morning 23:00:00",
    ]);
  });
});

test("a household goes 30 days after it was deleted, with its tasks, in pieces; others stay", async () => {
  const keeper = await newPerson("keeper");
  const [gone, fresh, kept] = await Promise.all(
    ["Gone", "Fresh", "Kept"].map((name) => newHousehold(keeper, name)),
  );
  const tasks = new Map<string, string[]>();
  for (const household of [gone, fresh, kept] as string[]) {
    const ids: string[] = [];
    for (let place = 0; place < 3; place += 1) {
      const task = await addTask(keeper, { household_id: household, checklist: ["One"] });
      ids.push(task.id);
    }
    tasks.set(household, ids);
  }
  await rolledBack(async (client) => {
    await client.query("delete from private.forgotten");
    await client.query(
      `insert into public.task_checks (task_id, day, line) select id, '2026-01-01', 'One'
       from public.tasks where household_id = any ($1)`,
      [[gone, fresh, kept]],
    );
    await client.query(
      "update public.tasks set is_active = false, deleted_at = now() where household_id = any ($1)",
      [[gone, fresh]],
    );
    for (const [household, age] of [
      [gone, "31 days"],
      [fresh, "29 days"],
    ]) {
      await client.query(
        "update public.households set deleted_at = now() - $2::interval where id = $1",
        [household, age],
      );
    }
    // A piece each, and one more that finds nothing.
    while ((await count(client, "from private.forgotten")) === 0) await forget(client);
    for (const [household, left] of [
      [gone, 0],
      [fresh, 3],
      [kept, 3],
    ] as const) {
      const ids = tasks.get(household as string);
      expect(await count(client, "from public.tasks where id = any ($1)", [ids])).toBe(left);
      expect(await count(client, "from public.task_checks where task_id = any ($1)", [ids])).toBe(
        left,
      );
      expect(
        (await count(client, "from public.task_events where task_id = any ($1)", [ids])) > 0,
      ).toBe(left > 0);
    }
    expect(await count(client, "from public.households where id = $1", [gone])).toBe(0);
    expect(
      await count(client, "from public.household_people where household_id = $1", [gone]),
    ).toBe(0);
  });
});

test("a second call of the day reads nothing", async () => {
  await rolledBack(async (client) => {
    while ((await count(client, "from private.forgotten")) === 0) await forget(client);
    expect(await rowsTouched(client, "select private.forget_old()")).toBeLessThanOrEqual(2);
  });
});
