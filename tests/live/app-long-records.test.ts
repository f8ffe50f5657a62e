import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { isListed } from "../../src/domain/tasks/task-json.ts";
import { applyToTaskList, cachedTaskList, refreshTaskList } from "../../src/sync/task-list.ts";
import { readWholeTask } from "../../src/sync/whole-task.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import { completeOccurrence, createTask } from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";

/** A task whose record is too long for the list, in the app's own data layer. */

afterAll(closeApps);

const cached = ({ session }: AppClient, id: string) =>
  cachedTaskList(session)?.tasks.find((task) => task.id === id);

test("once read whole it stays whole, whoever changes it", async () => {
  const alice = await openApp({ name: "Alice" });
  const bob = await openApp({ name: "Bob" });
  const id = randomUUID();
  await createTask(alice.session, {
    id,
    category: "Home",
    title: "Long",
    startDate: day(-3),
    repeatValue: "daily",
    isShared: true,
    shareWith: [bob.email],
  });
  await eventually(() => expect(bob.task(id)).toBeDefined());
  await sql(
    `insert into public.task_schedules
       (task_id, valid_until, schedule)
     select $1, date '2016-01-01' + n, jsonb_build_object(
       'startDate', '2015-01-01', 'endDate', null, 'repeatValue', 'custom', 'afterDone', null, 'season', null,
       'customRrule', rpad('FREQ=DAILY', 1000, 'x'),
       'customRruleText', 'daily')
     from generate_series(1, 100) as n`,
    [id],
  );

  await completeOccurrence(alice.session, { task: { id }, date: day(-2) });
  await eventually(() => expect(cached(bob, id)?.cut).toBe("record"));
  expect(bob.task(id)).toBeUndefined();
  expect(cachedTaskList(bob.session)?.tasks.filter(isListed)).toEqual([]);

  const whole = await readWholeTask(bob.session, id);
  if (whole) await applyToTaskList(bob.session, { type: "task_answer", task: whole });
  expect(bob.task(id)?.formerSchedules).toHaveLength(100);

  await completeOccurrence(alice.session, { task: { id }, date: day(-1) });
  await eventually(() => expect(bob.task(id)?.completedDays.size).toBe(2));
  expect(cached(bob, id)?.cut).toBe("none");

  await completeOccurrence(bob.session, { task: { id }, date: day(0) });
  expect(bob.task(id)?.completedDays.size).toBe(3);
  expect(bob.task(id)?.formerSchedules).toHaveLength(100);

  await refreshTaskList(bob.session);
  expect(cached(bob, id)?.cut).toBe("none");
});
