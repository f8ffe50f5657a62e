import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";
import { labelOf, newHousehold, personId } from "../support/households.ts";
import { entriesOf, exportFile, importEntries } from "../support/portability.ts";
import { sql } from "../support/sql.ts";
import { lastEvent, newShared } from "./record-steps.ts";

/** "Due on the 8th, done on the 15th": an interval task keeps its due date. */

const AFTER_A_WEEK = { repeat_value: "custom", after_done: "P1W" };

async function newAfterDone(start_date = "2020-01-01") {
  const alice = await newPerson("alice", "Alice");
  const { id } = await addTask(alice, { start_date });
  succeeded(await updateTask(alice, id, AFTER_A_WEEK));
  return { alice, id };
}

const mark = (person: Person, id: string, day: string, name = "complete_task") =>
  rpc(person, name, { task_id: id, [name === "complete_task" ? "completed_date" : "day"]: day });

/** The days that are done or skipped, with their due dates. */
async function duesOf(id: string): Promise<Record<string, string | null>> {
  const rows = await sql<{ day: string; due: string | null }>(
    `select completed_date::text as day, due_on::text as due from public.task_completions
     where task_id = $1 order by completed_date`,
    [id],
  );
  return Object.fromEntries(rows.map(({ day, due }) => [day, due]));
}

describe("the day on which it was due", () => {
  test("is kept with the tick, in the answer and in the event", async () => {
    const { alice, id } = await newAfterDone();
    succeeded(await mark(alice, id, "2020-01-01"));
    const answer = succeeded<TaskJson>(await mark(alice, id, "2020-01-15"));
    expect(answer.recentCompletions.at(-1)).toMatchObject({
      date: "2020-01-15",
      dueOn: "2020-01-08",
    });
    expect((await lastEvent(alice, id))?.details).toMatchObject({ due: "2020-01-08" });
    // Early, and skipped.
    succeeded(await mark(alice, id, "2020-01-20"));
    succeeded(await mark(alice, id, "2020-02-03", "skip_occurrence"));
    expect(await duesOf(id)).toEqual({
      "2020-01-01": "2020-01-01",
      "2020-01-15": "2020-01-08",
      "2020-01-20": "2020-01-22",
      "2020-02-03": "2020-01-27",
    });
  });

  test("stays, whatever is undone, corrected, paused or changed afterwards", async () => {
    const { alice, id } = await newAfterDone();
    for (const day of ["2020-01-01", "2020-01-15", "2020-01-30"]) await mark(alice, id, day);
    const kept = { "2020-01-15": "2020-01-08", "2020-01-30": "2020-01-22" };
    succeeded(await rpc(alice, "undo_completion", { task_id: id, completed_date: "2020-01-01" }));
    const corrected = { task_id: id, completed_date: "2020-01-15", done_on: "2020-01-12" };
    succeeded(await rpc(alice, "correct_completion", corrected));
    const pause = { task_id: id, first_day: "2020-01-20", last_day: "2020-01-25" };
    succeeded(await rpc(alice, "pause_task", pause));
    succeeded(await updateTask(alice, id, { after_done: "P2M", schedule_from: null }));
    expect(await duesOf(id)).toEqual(kept);
    succeeded(await updateTask(alice, id, { repeat_value: "daily" }));
    expect(await duesOf(id)).toEqual(kept);
    // Ticked again, it has the current due date.
    succeeded(await updateTask(alice, id, AFTER_A_WEEK));
    succeeded(await rpc(alice, "undo_completion", { task_id: id, completed_date: "2020-01-30" }));
    expect((await lastEvent(alice, id))?.details).not.toHaveProperty("due");
    succeeded(await mark(alice, id, "2020-01-30"));
    expect(await duesOf(id)).toEqual({ ...kept, "2020-01-30": "2020-01-26" });
  });

  test("moves on with pauses, seasons and what was put off", async () => {
    const { alice, id } = await newAfterDone();
    await mark(alice, id, "2020-01-01");
    await rpc(alice, "pause_task", {
      task_id: id,
      first_day: "2020-01-07",
      last_day: "2020-01-09",
    });
    await mark(alice, id, "2020-01-11");
    const move = { task_id: id, due_date: "2020-01-18", new_date: "2020-01-21" };
    succeeded(await rpc(alice, "put_off", move));
    await mark(alice, id, "2020-01-28");
    succeeded(await updateTask(alice, id, { season: [1, 4], schedule_from: null }));
    await mark(alice, id, "2020-04-03");
    expect(await duesOf(id)).toEqual({
      "2020-01-01": "2020-01-01",
      "2020-01-11": "2020-01-10",
      "2020-01-28": "2020-01-21",
      "2020-04-03": "2020-04-01",
    });
  });

  test("is none of a day before one that is done, of the first of several, or of dates", async () => {
    const { alice, id } = await newAfterDone();
    await mark(alice, id, "2020-01-15");
    await mark(alice, id, "2020-01-10");
    const rows = ["2020-02-01", "2020-02-05"].map((completed_date) => ({
      task_id: id,
      completed_date,
    }));
    expect((await rest(alice, "POST", "task_completions", rows)).status).toBe(201);
    expect(await duesOf(id)).toEqual({
      "2020-01-10": null,
      "2020-01-15": "2020-01-01",
      "2020-02-01": null,
      // Four days after the other completion.
      "2020-02-05": "2020-02-08",
    });
    const daily = await addTask(alice, {});
    await mark(alice, daily.id, "2020-01-05");
    expect(await duesOf(daily.id)).toEqual({ "2020-01-05": null });
  });

  test("is worked out for a recipient and for a label, too, and nobody can say another", async () => {
    const { alice, bob, id } = await newShared();
    succeeded(await updateTask(alice, id, AFTER_A_WEEK));
    await mark(alice, id, "2020-01-01");
    succeeded(await mark(bob, id, "2020-01-10"));
    expect(await duesOf(id)).toMatchObject({ "2020-01-10": "2020-01-08" });
    for (const person of [alice, bob]) {
      const row = { task_id: id, completed_date: "2020-02-01", due_on: "2020-01-30" };
      const answer = await rest(person, "POST", "task_completions", row);
      expect([answer.status, refusalCode(answer)]).toEqual([403, "42501"]);
    }
    const flat = await newHousehold(alice);
    succeeded(await updateTask(alice, id, { household_id: flat }));
    const me = await personId(alice, flat, "Alice");
    const token = await labelOf(alice, flat, id);
    const today = new Date().toISOString().slice(0, 10);
    const tick = { token, task_id: id, day: today, people: [me], time_zone: "UTC" };
    succeeded(await rpc(null, "tick_on_display", tick));
    expect(await duesOf(id)).toMatchObject({ [today]: "2020-01-17" });
  });

  test("finds the tick, as the day that was ticked does", async () => {
    const { alice, id } = await newAfterDone();
    await mark(alice, id, "2020-01-01");
    await mark(alice, id, "2020-03-15");
    const within = (column: string, month: string) =>
      `and(${column}.gte.2020-${month}-01,${column}.lte.2020-${month}-29)`;
    const found = async (month: string) => {
      const about = [within("completed_date", month), within("due_on", month)].join();
      const path = `task_completions?task_id=eq.${id}&or=(${about})&order=completed_date`;
      return (await rest(alice, "GET", `${path}&select=completed_date,due_on`)).body;
    };
    const late = { completed_date: "2020-03-15", due_on: "2020-01-08" };
    expect(await found("01")).toEqual([
      { completed_date: "2020-01-01", due_on: "2020-01-01" },
      late,
    ]);
    expect([await found("02"), await found("03")]).toEqual([[], [late]]);
  });

  test("goes out with the file, and in again", async () => {
    const { alice, id } = await newAfterDone();
    await mark(alice, id, "2020-01-01");
    await mark(alice, id, "2020-01-15");
    const corrected = {
      task_id: id,
      completed_date: "2020-01-01",
      done_on: "2019-12-31",
      done_at: "22:00",
    };
    succeeded(await rpc(alice, "correct_completion", corrected));
    const bob = await newPerson("bob", "Bob");
    const entries = entriesOf(await exportFile(alice));
    await importEntries(bob, entries);
    const [imported] = succeeded<{ tasks: TaskJson[] }>(await rpc(bob, "list_tasks")).tasks;
    expect(await duesOf(imported?.id ?? "")).toEqual(await duesOf(id));
    const [{ completions = [] } = {}] = entries;
    const wrong = completions.map((one) => ({
      ...one,
      days: [["2020-01-15", "2020-01-15T08:00:00Z", null, null, "20200-01-01"]],
    }));
    const carol = await newPerson("carol", "Carol");
    const [result] = await importEntries(carol, [{ ...entries[0], completions: wrong }], {
      isPreview: true,
    });
    expect(result?.outcome).toBe("refused");
  });
});
