import { expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { type Person, rest, succeeded } from "../support/actors.ts";
import { findTask } from "../support/actors-tasks.ts";
import { sql } from "../support/sql.ts";
import { catchUp, completionOn, newShared } from "./record-steps.ts";

/** Events keep the time zone in which they were recorded, so that moving to another one changes no words. */

const moveTo = async (person: Person, time_zone: string) =>
  succeeded(await rest(person, "PATCH", `profiles?id=eq.${person.id}`, { time_zone }));

const zonesOf = (task: TaskJson | undefined) => ({
  completions: task?.recentCompletions.map(({ date, timeZone }) => [date, timeZone]),
  catchUps: task?.recentCatchUps.map(({ timeZone }) => timeZone),
});

const rowsOf = async (person: Person, table: string, id: string) =>
  (await rest(person, "GET", `${table}?task_id=eq.${id}&select=time_zone`)).body;

test("ticks, skips, catch-ups and events keep the zone of the person who recorded them", async () => {
  const { alice, bob, id, call } = await newShared();
  await moveTo(alice, "America/New_York");
  await moveTo(bob, "Asia/Tokyo");
  await call(bob, "complete_task", completionOn("2020-02-01"));
  await call(bob, "catch_up", catchUp("2020-03-01", "2020-03-05"));
  // The zone of the person who records it, not of the doer.
  await call(alice, "complete_task", { completed_date: "2020-02-02", done_by: bob.id });
  await call(alice, "skip_occurrence", { day: "2020-02-03" });
  const expected = {
    completions: [
      ["2020-02-01", "Asia/Tokyo"],
      ["2020-02-02", "America/New_York"],
      ["2020-02-03", "America/New_York"],
    ],
    catchUps: ["Asia/Tokyo"],
  };
  expect(zonesOf(await findTask(alice, id))).toEqual(expected);

  await moveTo(alice, "Europe/Berlin");
  await moveTo(bob, "Europe/Berlin");
  for (const person of [alice, bob]) {
    expect(zonesOf(await findTask(person, id))).toEqual(expected);
    expect(await rowsOf(person, "task_completions", id)).toHaveLength(3);
    expect(await rowsOf(person, "task_catch_ups", id)).toEqual([{ time_zone: "Asia/Tokyo" }]);
    const events = (await rowsOf(person, "task_events", id)) as { time_zone: string }[];
    expect(events.map(({ time_zone }) => time_zone).slice(-4)).toEqual([
      "Asia/Tokyo",
      "Asia/Tokyo",
      "America/New_York",
      "America/New_York",
    ]);
  }
  await call(alice, "complete_task", completionOn("2020-02-04"));
  expect(zonesOf(await findTask(bob, id)).completions?.at(-1)).toEqual([
    "2020-02-04",
    "Europe/Berlin",
  ]);
});

test("a closed account leaves the zone, and no id", async () => {
  const { alice, bob, id, call } = await newShared();
  await moveTo(bob, "Asia/Tokyo");
  await call(bob, "complete_task", completionOn("2020-02-01"));
  await sql("delete from auth.users where id = $1", [bob.id]);
  expect((await findTask(alice, id))?.recentCompletions).toMatchObject([
    { completedBy: null, timeZone: "Asia/Tokyo" },
  ]);
});

test("the link of a mail tells it in the zone in which it was done", async () => {
  const { alice, bob, id, call } = await newShared();
  await moveTo(bob, "Asia/Tokyo");
  await call(bob, "complete_task", completionOn("2020-02-01"));
  const [answer] = await sql<{ done: object }>(
    "select public.follow_done_link($1, $2, '2020-02-01', 'look') -> 'done' as done",
    [alice.id, id],
  );
  expect(answer?.done).toMatchObject({ status: "done", timeZone: "Asia/Tokyo" });
});
