import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { TaskList } from "../../src/sync/list-answer.ts";
import { readWholeTask } from "../../src/sync/read-whole-task.ts";
import { cachedTaskList, refreshTaskList } from "../../src/sync/task-list.ts";
import { tasksOf } from "../../src/sync/use-tasks.ts";
import { closeApps, openApp } from "../support/app-client.ts";
import { completeOccurrence, createTask } from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";

/** A task with a record too long for the list, in the app's own data layer. */

afterAll(closeApps);

test("is left out of the list, with its revisions, and shown where it was read whole", async () => {
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
  const cached = () => cachedTaskList(bob.session)?.tasks.find((task) => task.id === id);
  await eventually(() => expect(cached()?.cut).toBe(true));
  expect(bob.task(id)).toBeUndefined();

  const whole = await readWholeTask(bob.session, id);
  const [task] = tasksOf(cachedTaskList(bob.session) as TaskList, whole);
  expect(task?.formerSchedules).toHaveLength(100);
  expect(task?.completedDays.size).toBe(1);

  await completeOccurrence(bob.session, { task: { id }, date: day(0) });
  expect((await readWholeTask(bob.session, id))?.revision).toBe(cached()?.revision);
  await refreshTaskList(bob.session);
  expect(cached()?.cut).toBe(true);
});
