import { describe, expect, test } from "vitest";
import { refusalCode, rest, rpc } from "../support/actors.ts";
import { addTask, findTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { dayAfter } from "../support/model-events.ts";
import { inTransaction, sql } from "../support/sql.ts";
import {
  catchUp,
  completionOn,
  json,
  kinds,
  lastEvent,
  newShared,
  readEvents,
  runs,
} from "./record-steps.ts";

/** The record of a task: its former schedules, its events, and what stays when people leave. */

describe("a changed schedule", () => {
  test("from today on leaves what was due before; for the past too takes that back", async () => {
    const { alice, id } = await newShared();
    const today = await utcDay(0);
    const daily = json(
      await updateTask(alice, id, { repeat_value: "weekly", schedule_from: today }),
    );
    expect(daily).toMatchObject({ repeatValue: "weekly", scheduleFrom: today });
    const former = {
      repeatValue: "daily",
      startDate: "2020-01-01",
      validUntil: dayAfter(today, -1),
    };
    expect(daily.formerSchedules).toMatchObject([former]);

    const again = json(
      await updateTask(alice, id, { repeat_value: "monthly", schedule_from: today }),
    );
    expect(again.formerSchedules, "twice on one day").toMatchObject([former]);
    expect(json(await updateTask(alice, id, { title: "Other" })).formerSchedules).toHaveLength(1);

    const ever = json(await updateTask(alice, id, { schedule_from: null }));
    expect(ever).toMatchObject({ scheduleFrom: null, formerSchedules: [], repeatValue: "monthly" });
    expect(await lastEvent(alice, id)).toMatchObject({
      kind: "schedule_changed",
      user_id: alice.id,
      details: { from: null, after: { repeatValue: "monthly" } },
    });
  });

  test.each([-3, 3])("can't count from %i days away", async (days) => {
    const { alice, id } = await newShared();
    const answer = await updateTask(alice, id, {
      repeat_value: "weekly",
      schedule_from: await utcDay(days),
    });
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect((await findTask(alice, id))?.formerSchedules).toEqual([]);
  });

  test("keeps the days done that its former schedule has, and lets them be done", async () => {
    const { alice, bob, id, call } = await newShared();
    const today = await utcDay(0);
    await updateTask(alice, id, { start_date: today, schedule_from: today });
    expect((await call(bob, "complete_task", completionOn("2020-02-01"))).status).toBe(200);
    const early = await call(bob, "complete_task", completionOn("2019-12-31"));
    expect(refusalCode(early)).toBe("VALIDATION_FAILED");
  });
});

describe("what happens is an event", () => {
  test("with who did it and the days, for everyone who takes part", async () => {
    const { alice, bob, id, call } = await newShared();
    await call(bob, "complete_task", completionOn("2020-02-01"));
    await call(alice, "complete_task", { completed_date: "2020-02-02", done_by: bob.id });
    await call(bob, "skip_occurrence", { day: "2020-02-03" });
    await call(alice, "undo_completion", completionOn("2020-02-03"));
    await updateTask(alice, id, { title: "Another name" });
    const day = (date: string) => `{[${date},${dayAfter(date, 1)})}`;
    const expected = [
      { kind: "created", user_id: alice.id, days: null },
      { kind: "shared", user_id: alice.id, days: null },
      { kind: "done", user_id: bob.id, days: day("2020-02-01"), details: { by: bob.id } },
      { kind: "done", user_id: alice.id, days: day("2020-02-02"), details: { by: bob.id } },
      { kind: "skipped", user_id: bob.id, days: day("2020-02-03"), details: { by: bob.id } },
      { kind: "undone", user_id: alice.id, days: day("2020-02-03"), details: { by: bob.id } },
      { kind: "renamed", user_id: alice.id, days: null, details: { after: "Another name" } },
    ];
    expect(await readEvents(alice, id)).toMatchObject(expected);
    expect(await readEvents(bob, id)).toMatchObject(expected);
  });

  test("not when nothing changes", async () => {
    const { alice, bob, id, call } = await newShared();
    await call(bob, "complete_task", completionOn("2020-02-01"));
    const before = await kinds(alice, id);
    await call(alice, "complete_task", completionOn("2020-02-01"));
    await call(alice, "skip_occurrence", { day: "2020-02-01" });
    await call(alice, "undo_completion", completionOn("2020-02-05"));
    expect(await kinds(alice, id)).toEqual(before);
  });
});

describe("a deleted task", () => {
  test("comes back with its history and its shares", async () => {
    const { alice, bob, id, call } = await newShared();
    await call(bob, "complete_task", completionOn("2020-02-01"));
    await call(alice, "delete_task");
    expect(await findTask(bob, id)).toBeUndefined();
    expect(refusalCode(await call(bob, "restore_task"))).toBe("TASK_NOT_FOUND");
    const back = json(await call(alice, "restore_task"));
    expect(runsIn(back.completedDays)).toEqual(runs("2020-02-01", "2020-02-01"));
    expect(await findTask(bob, id)).toEqual(back);
    expect((await kinds(alice, id)).filter((kind) => /deleted|restored/.test(kind))).toEqual([
      "deleted",
      "restored",
    ]);
    expect(json(await call(alice, "restore_task")), "again").toEqual(back);
  });

  test("stays deleted when its title is taken, or after 30 days", async () => {
    const { alice, task, call } = await newShared();
    await call(alice, "delete_task");
    const other = await addTask(alice, { title: task.title });
    expect(refusalCode(await call(alice, "restore_task"))).toBe("DUPLICATE_TASK");
    await rpc(alice, "delete_task", { task_id: other.id });
    // In one transaction, as other tests need the trigger all the time.
    await inTransaction(async (client) => {
      await client.query("alter table public.tasks disable trigger check_task");
      await client.query(
        "update public.tasks set deleted_at = now() - interval '31 days' where id = $1",
        [task.id],
      );
      await client.query("alter table public.tasks enable trigger check_task");
    });
    expect(refusalCode(await call(alice, "restore_task"))).toBe("TASK_NOT_FOUND");
  });
});

test("closing an account leaves the facts and takes the name", async () => {
  const { alice, bob, id, call } = await newShared();
  await call(bob, "complete_task", completionOn("2020-02-01"));
  await call(bob, "catch_up", catchUp("2020-02-02", "2020-02-05"));
  await call(bob, "note_day", { day: "2020-02-01", note: "In the rain" });
  await call(alice, "complete_task", { completed_date: "2020-02-06", done_by: bob.id });
  const before = await readEvents(alice, id);
  await sql("delete from auth.users where id = $1", [bob.id]);
  const task = await findTask(alice, id);
  expect(runsIn(task?.completedDays)).toEqual(runs("2020-02-01", "2020-02-06"));
  expect(task?.recentCompletions.map(({ completedBy }) => completedBy)).toEqual([null, null]);
  expect(task?.recentCatchUps).toMatchObject([{ completedBy: null }]);
  expect(Object.values(task?.people ?? {})).toEqual(["Alice"]);
  const after = await readEvents(alice, id);
  expect(after.map(({ kind }) => kind)).toEqual([...before.map(({ kind }) => kind), "left"]);
  expect(JSON.stringify(after)).not.toContain(bob.id);
  expect((await rest(alice, "GET", `task_day_notes?task_id=eq.${id}`)).body).toMatchObject([
    { note: "In the rain", user_id: null },
  ]);
  expect((await call(alice, "undo_completion", completionOn("2020-02-01"))).status).toBe(200);
});
