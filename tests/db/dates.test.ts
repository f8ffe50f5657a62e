import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, newPerson, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, findTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { newTask } from "./fixtures.ts";

/** Every date that the API takes is a plausible day from 0001 to 9999. */

const START = "2020-01-01";
const DAY_BEFORE = "2019-12-31";
const NO_DAYS = ["infinity", "-infinity", "0044-03-15 BC", "10000-01-01"];

let owner: Person;
let taskId: string;
let today: string;
beforeAll(async () => {
  owner = await newPerson("owner");
  const { id } = await addTask(owner, {
    start_date: START,
    repeat_value: "yearly",
    checklist: ["Sink"],
  });
  taskId = id;
  today = await utcDay(0);
});

/** One place of the API that takes a date. */
interface Place {
  readonly name: string;
  readonly send: (date: string) => Promise<Answer>;
  /** an accepted day */
  readonly good: () => string;
  /** whether a day before the task began is accepted */
  readonly takesDayBefore?: true;
}

const call = (name: string, parameters: Record<string, unknown>) =>
  rpc(owner, name, { task_id: taskId, ...parameters });
const insertTask = (columns: object) => rest(owner, "POST", "tasks", { ...newTask(), ...columns });
const change = (columns: object) => rest(owner, "PATCH", `tasks?id=eq.${taskId}`, columns);

/** The refusal of the file's only task, as an answer with a status. */
async function importing(entry: Record<string, unknown>): Promise<Answer> {
  const { start_date: startDate, category, title } = newTask();
  const fields = { category, title, startDate, ...(entry.fields as object | undefined) };
  const answer = await rpc(owner, "import_piece", {
    import_id: randomUUID(),
    number: 0,
    entries: [{ source: randomUUID(), ...entry, fields }],
  });
  const [result] = succeeded<{ outcome: string }[]>(answer);
  return { ...answer, status: result?.outcome === "refused" ? 422 : 200 };
}

const places: readonly Place[] = [
  {
    name: "put_off, the day that it was due",
    send: (date) => call("put_off", { due_date: date, new_date: "2020-03-03" }),
    good: () => "2020-03-02",
  },
  {
    name: "put_off, the day to which",
    send: (date) => call("put_off", { due_date: "2020-03-02", new_date: date }),
    good: () => "2020-01-02",
  },
  {
    name: "put_off, back to where nothing was put off",
    send: (date) => call("put_off", { due_date: date, new_date: date }),
    good: () => "2020-01-04",
  },
  {
    name: "schedule_from of a new task",
    send: (date) => insertTask({ schedule_from: date }),
    good: () => today,
  },
  {
    name: "scheduleFrom of create_task",
    send: (date) => createTask(owner, { ...newTask(), id: randomUUID(), schedule_from: date }),
    good: () => today,
  },
  {
    name: "schedule_from of a changed task",
    send: (date) => change({ schedule_from: date }),
    good: () => today,
  },
  {
    name: "scheduleFrom of update_task",
    send: (date) => updateTask(owner, taskId, { schedule_from: date }),
    good: () => today,
  },
  {
    name: "start_date of a new task",
    send: (date) => insertTask({ start_date: date }),
    good: () => "0001-01-01",
    takesDayBefore: true,
  },
  {
    name: "end_date of a new task",
    send: (date) => insertTask({ start_date: START, end_date: date }),
    good: () => "9999-12-31",
  },
  {
    name: "end_date of a changed task",
    send: (date) => change({ end_date: date }),
    good: () => "9999-12-31",
  },
  {
    name: "complete_task",
    send: (date) => call("complete_task", { completed_date: date }),
    good: () => START,
  },
  {
    name: "complete_task, when it was done",
    send: (date) =>
      call("complete_task", { completed_date: "2020-01-05", done_on: date, done_at: "08:00" }),
    good: () => "2020-01-05",
    takesDayBefore: true,
  },
  {
    name: "skip_occurrence",
    send: (date) => call("skip_occurrence", { day: date }),
    good: () => "2020-01-02",
  },
  {
    name: "a completion straight to the table",
    send: (completed_date) =>
      rest(owner, "POST", "task_completions", { task_id: taskId, completed_date }),
    good: () => "2020-01-03",
  },
  {
    name: "correct_completion",
    send: (date) =>
      call("correct_completion", { completed_date: START, done_on: date, done_at: "08:00" }),
    good: () => "2020-01-01",
    takesDayBefore: true,
  },
  {
    name: "undo_completion",
    send: (date) => call("undo_completion", { completed_date: date }),
    good: () => "2020-01-03",
    takesDayBefore: true,
  },
  {
    name: "note_day",
    send: (date) => call("note_day", { day: date, note: "Noted" }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "check_line",
    send: (date) => call("check_line", { day: date, line: "Sink", is_checked: true }),
    good: () => START,
  },
  {
    name: "pause_task, first day",
    send: (date) => call("pause_task", { first_day: date, last_day: "9999-12-31" }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "pause_task, last day",
    send: (date) => call("pause_task", { first_day: "0001-01-01", last_day: date }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "paused, straight to the table",
    send: (date) => change({ paused: `{["${date}","${date}"]}` }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "an imported task's start",
    send: (date) => importing({ fields: { startDate: date } }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "an imported task's end",
    send: (date) => importing({ fields: { startDate: START, endDate: date } }),
    good: () => START,
  },
  {
    name: "an imported task's scheduleFrom",
    send: (date) => importing({ fields: { startDate: START, scheduleFrom: date } }),
    good: () => "2020-06-01",
    takesDayBefore: true,
  },
  ...(["validUntil", "startDate", "endDate"] as const).map(
    (field): Place => ({
      name: `an imported task's former schedule, ${field}`,
      send: (date) =>
        importing({
          fields: { startDate: START, scheduleFrom: "2021-01-01" },
          formerSchedules: [
            {
              startDate: "0001-01-01",
              repeatValue: "daily",
              validUntil: "2020-12-31",
              [field]: date,
            },
          ],
        }),
      good: () => START,
      takesDayBefore: true,
    }),
  ),
  ...(["dueDate", "newDate"] as const).map(
    (field): Place => ({
      name: `an imported put-off's ${field}`,
      send: (date) =>
        importing({ putOffs: [{ dueDate: "2020-05-01", newDate: "2020-05-02", [field]: date }] }),
      good: () => START,
      // A put-off from before the move of its task's start is kept.
      takesDayBefore: true,
    }),
  ),
  {
    name: "an imported completion's day",
    send: (date) =>
      importing({
        completions: [{ by: { me: true }, status: "done", days: [[date, "2020-01-01T08:00:00Z"]] }],
      }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "an imported catch-up's days",
    send: (date) =>
      importing({
        catchUps: [
          { id: "1", by: null, status: "done", days: [[date, date]], at: "2020-01-01T08:00:00Z" },
        ],
      }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "an imported pause's days",
    send: (date) => importing({ pausedDays: [[date, date]] }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "an imported note's day",
    send: (date) => importing({ notes: [{ day: date, note: "Hm", at: "2020-01-01T08:00:00Z" }] }),
    good: () => START,
    takesDayBefore: true,
  },
  {
    name: "the day of an imported tick of a line",
    send: (date) => importing({ checks: [{ day: date, lines: ["Sink"] }] }),
    good: () => START,
    takesDayBefore: true,
  },
];

describe.each(places)("$name", ({ send, good, takesDayBefore }) => {
  test.each(NO_DAYS)("refuses %s", async (date) => {
    expect((await send(date)).status).toBeGreaterThanOrEqual(400);
    expect((await send(date)).status).toBeLessThan(500);
  });

  test(
    takesDayBefore ? "takes the day before the start" : "refuses the day before the start",
    async () => {
      expect((await send(DAY_BEFORE)).status < 300).toBe(takesDayBefore ?? false);
    },
  );

  test("takes a day that makes sense", async () => {
    const { status, body } = await send(good());
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  });
});

test("days of a catch-up are numbers, of days on which there was the task", async () => {
  const day = (date: string) => Date.parse(date) / 86_400_000;
  const catchUp = (first: number, length = 1) =>
    call("catch_up", { id: randomUUID(), days: [[first, length]], status: "done" });
  for (const first of [-99_999_999, 2_147_483_647, day(DAY_BEFORE), 99_999_999]) {
    expect((await catchUp(first)).status).toBe(422);
  }
  expect((await catchUp(day("2020-02-01"))).status).toBe(200);
});

describe("a put-off", () => {
  test("may go to a day of the first schedule, whenever the last one begins", async () => {
    const { id } = await addTask(owner, { start_date: START, repeat_value: "yearly" });
    succeeded(await updateTask(owner, id, { start_date: today, schedule_from: today }));
    const moved = { task_id: id, due_date: "2020-02-02", new_date: "2020-01-20" };
    expect((await rpc(owner, "put_off", moved)).status).toBe(200);
    const before = { ...moved, new_date: DAY_BEFORE };
    expect(await rpc(owner, "put_off", before)).toMatchObject({
      status: 422,
      body: { details: expect.stringContaining("BEFORE_START") },
    });
  });

  test("of a day that the task no longer has can be moved and put back", async () => {
    const { id } = await addTask(owner, { start_date: START, repeat_value: "yearly" });
    const putOff = (new_date: string) =>
      rpc(owner, "put_off", { task_id: id, due_date: "2020-01-05", new_date });
    succeeded(await putOff("2020-02-05"));
    succeeded(await updateTask(owner, id, { start_date: "2020-02-01" }));
    expect((await putOff("2020-02-06")).status).toBe(200);
    expect((await putOff("2020-01-06")).status).toBe(422);
    expect((await putOff("2020-01-05")).status).toBe(200);
    expect(await findTask(owner, id)).toMatchObject({ putOffs: [] });
  });
});

test("a changed schedule counts from today on, and for no day before", async () => {
  const { id } = await addTask(owner, { start_date: START });
  const schedule_from = await utcDay(-2);
  const changed = await updateTask(owner, id, { repeat_value: "weekly", schedule_from });
  expect(changed).toMatchObject({ status: 422, body: { message: "VALIDATION_FAILED" } });
  expect(await findTask(owner, id)).toMatchObject({ formerSchedules: [], scheduleFrom: null });
});
