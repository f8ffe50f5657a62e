import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, refusalCode, rpc } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, findTask, utcDay } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { dayAfter, runsOf } from "../support/model-events.ts";
import { become, rolledBack, rowsTouched, sql } from "../support/sql.ts";
import {
  catchUp,
  completionOn,
  json,
  lastEvent,
  newShared,
  readEvents,
  runs,
} from "./record-steps.ts";

/** Many missed days done or skipped at once. */

describe("catching up", () => {
  test("is one write and one message; with the same id again it changes nothing", async () => {
    const { alice, bob, id, call } = await newShared();
    await call(bob, "complete_task", completionOn("2020-02-03"));
    const inbox = inboxOf(alice);
    await inbox();
    const days = catchUp("2020-02-01", "2020-02-05");
    const caught = json(await call(bob, "catch_up", days));
    expect(runsIn(caught.completedDays)).toEqual(runs("2020-02-01", "2020-02-05"));
    expect(caught.recentCatchUps).toMatchObject([{ id: days.id, completedBy: bob.id }]);
    expect(caught.recentCatchUps[0]?.days, "the day that was done stays").toHaveLength(2);
    expect(json(await call(bob, "catch_up", days))).toEqual(caught);
    expect(await inbox()).toEqual([{ event: "task", payload: { task: caught } }]);
    expect(await lastEvent(alice, id)).toMatchObject({
      kind: "done",
      user_id: bob.id,
      days: "{[2020-02-01,2020-02-03),[2020-02-04,2020-02-06)}",
    });
  });

  test("is taken back as a whole, or a day of it; what was done before stays", async () => {
    const { alice, bob, id, call } = await newShared();
    await call(alice, "complete_task", completionOn("2020-02-03"));
    const days = catchUp("2020-02-01", "2020-02-05", "skipped");
    await call(bob, "catch_up", days);
    const less = json(await call(bob, "undo_completion", completionOn("2020-02-02")));
    expect(runsIn(less.skippedDays)).toEqual([
      ...runs("2020-02-01", "2020-02-01"),
      ...runs("2020-02-04", "2020-02-05"),
    ]);
    expect(await lastEvent(bob, id)).toMatchObject({
      kind: "undone",
      days: "{[2020-02-02,2020-02-03)}",
      details: { status: "skipped", by: bob.id },
    });
    const none = json(await call(alice, "undo_catch_up", { catch_up_id: days.id }));
    expect(none).toMatchObject({ skippedDays: [], recentCatchUps: [] });
    expect(runsIn(none.completedDays)).toEqual(runs("2020-02-03", "2020-02-03"));
    expect((await call(alice, "undo_catch_up", { catch_up_id: days.id })).status).toBe(200);
  });

  test("its undo tells who has taken a day back and done it again, and leaves that", async () => {
    const { alice, bob, call } = await newShared();
    const days = catchUp("2020-02-01", "2020-02-03");
    await call(alice, "catch_up", days);
    await call(alice, "undo_completion", completionOn("2020-02-02"));
    await call(bob, "complete_task", completionOn("2020-02-02"));
    const answer = json(await call(alice, "undo_catch_up", { catch_up_id: days.id }));
    expect(answer).toMatchObject({
      untaken: [{ status: "done", completedBy: bob.id, days: [[18_294, 1]] }],
    });
    expect(runsIn(answer.completedDays)).toEqual(runs("2020-02-02", "2020-02-02"));
  });

  test("is refused for other days than those of the schedule", async () => {
    const { bob, call } = await newShared();
    const tomorrow = await utcDay(2);
    for (const wrong of [catchUp("2019-12-31", "2020-01-05"), catchUp(tomorrow, tomorrow)]) {
      expect(refusalCode(await call(bob, "catch_up", wrong))).toBe("VALIDATION_FAILED");
    }
    const infinite = { ...catchUp("2020-01-01", "2020-01-02"), days: [[1, 2_147_483_647]] };
    expect((await call(bob, "catch_up", infinite)).status).toBeLessThan(500);
    for (const days of [[], {}, [["a", 1]], [[18_300]]]) {
      const answer = await call(bob, "catch_up", { id: randomUUID(), days, status: "done" });
      expect(refusalCode(answer), JSON.stringify(days)).toBe("VALIDATION_FAILED");
    }
  });

  test("of two at the same moment, with ticks and undos, gives each day to one", async () => {
    const { alice, bob, id, call } = await newShared();
    for (let round = 0; round < 5; round += 1) {
      const first = dayAfter("2020-02-01", round * 10);
      const last = dayAfter(first, 5);
      const answers = await Promise.all(
        [alice, bob].flatMap((person) => [
          call(person, "catch_up", catchUp(first, last)),
          call(person, "complete_task", completionOn(dayAfter(first, 2))),
          call(person, "catch_up", catchUp(first, dayAfter(last, 1), "skipped")),
          call(person, "skip_occurrence", { day: dayAfter(first, 3) }),
          call(person, "undo_completion", completionOn(first)),
        ]),
      );
      const codes = answers.filter(({ status }) => status >= 300).map(refusalCode);
      expect(codes.filter((code) => code !== "COMPLETION_NOT_YOURS")).toEqual([]);
    }
    const twice = await sql(
      `with days as (
         select completed_date as day from public.task_completions where task_id = $1
         union all
         select generate_series(lower(run), upper(run) - 1, '1 day')::date
         from public.task_catch_ups, unnest(days) as run where task_id = $1
       )
       select day from days group by day having count(*) > 1`,
      [id],
    );
    expect(twice).toEqual([]);
    const task = taskFromJson((await findTask(alice, id)) as TaskJson);
    const marked = new Set<string>();
    for (const { kind, days } of await readEvents(alice, id)) {
      for (const [first, last] of runsOf(days)) {
        for (let day = first; day <= last; day = dayAfter(day, 1)) {
          if (kind === "undone") marked.delete(day);
          else if (kind === "done" || kind === "skipped") marked.add(day);
        }
      }
    }
    expect(marked.size).toBe(task.completedDays.size + task.skippedDays.size);
  });

  test("3,650 days is one message", async () => {
    const alice = await newPerson("alice");
    const inbox = inboxOf(alice);
    const { id } = await addTask(alice, { start_date: "2010-01-01" });
    await inbox();
    const days = catchUp("2010-01-01", dayAfter("2010-01-01", 3_649));
    const answer = await rpc(alice, "catch_up", { task_id: id, ...days });
    expect(runsIn(json(answer).completedDays)).toEqual([[14_610, 3_650]]);
    expect(await inbox()).toHaveLength(1);
  });

  test("3,650 days reads and writes a few rows, not some for each", async () => {
    const alice = await newPerson("alice");
    const { id } = await addTask(alice, { start_date: "2010-01-01" });
    const days = JSON.stringify([[14_610, 3_650]]);
    const rows = await rolledBack(async (client) => {
      await become(client, "authenticated", alice.id);
      const call = "select public.catch_up($1, $2, $3, 'done')";
      return await rowsTouched(client, call, [randomUUID(), id, days]);
    });
    expect(rows).toBeLessThan(365);
  });
});
