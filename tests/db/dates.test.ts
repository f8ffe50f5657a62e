import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, newPerson, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, createTask, findTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { newTask } from "./fixtures.ts";

/** Every date that the API takes is a plausible day from 0001 to 9999. */

const START = "2020-01-01";
const DAY_BEFORE = "2019-12-31";
const TODAY = "today";
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

/** One place of the API that takes a date, a day that it accepts, and whether that may lie before the task began. */
type Place = readonly [
  name: string,
  send: (date: string) => Promise<Answer>,
  good: string,
  before?: "before",
];

const call = (name: string, parameters: Record<string, unknown>) =>
  rpc(owner, name, { task_id: taskId, ...parameters });
const doneAt = (date: string) => ({ done_on: date, done_at: "08:00" });
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

const at = "2020-01-01T08:00:00Z";
const byMe = { by: { me: true }, status: "done" };
const former = { startDate: "0001-01-01", repeatValue: "daily", validUntil: "2020-12-31" };
const catchUp = { id: "1", by: null, status: "done", at };

const places: readonly Place[] = [
  [
    "put_off, the day that it was due",
    (date) => call("put_off", { due_date: date, new_date: "2020-03-03" }),
    "2020-03-02",
  ],
  [
    "put_off, the day to which",
    (date) => call("put_off", { due_date: "2020-03-02", new_date: date }),
    "2020-01-02",
  ],
  [
    "put_off, back to where nothing was put off",
    (date) => call("put_off", { due_date: date, new_date: date }),
    "2020-01-04",
  ],
  ["schedule_from of a new task", (date) => insertTask({ schedule_from: date }), TODAY],
  [
    "scheduleFrom of create_task",
    (date) => createTask(owner, { ...newTask(), id: randomUUID(), schedule_from: date }),
    TODAY,
  ],
  ["schedule_from of a changed task", (date) => change({ schedule_from: date }), TODAY],
  [
    "scheduleFrom of update_task",
    (date) => updateTask(owner, taskId, { schedule_from: date }),
    TODAY,
  ],
  ["start_date of a new task", (date) => insertTask({ start_date: date }), "0001-01-01", "before"],
  [
    "end_date of a new task",
    (date) => insertTask({ start_date: START, end_date: date }),
    "9999-12-31",
  ],
  ["end_date of a changed task", (date) => change({ end_date: date }), "9999-12-31"],
  ["complete_task", (date) => call("complete_task", { completed_date: date }), START],
  [
    "complete_task, when it was done",
    (date) => call("complete_task", { completed_date: "2020-01-05", ...doneAt(date) }),
    "2020-01-05",
    "before",
  ],
  ["skip_occurrence", (date) => call("skip_occurrence", { day: date }), "2020-01-02"],
  [
    "a completion straight to the table",
    (completed_date) =>
      rest(owner, "POST", "task_completions", { task_id: taskId, completed_date }),
    "2020-01-03",
  ],
  [
    "correct_completion",
    (date) => call("correct_completion", { completed_date: START, ...doneAt(date) }),
    "2020-01-01",
    "before",
  ],
  [
    "undo_completion",
    (date) => call("undo_completion", { completed_date: date }),
    "2020-01-03",
    "before",
  ],
  ["note_day", (date) => call("note_day", { day: date, note: "Noted" }), START, "before"],
  [
    "check_line",
    (date) => call("check_line", { day: date, line: "Sink", is_checked: true }),
    START,
  ],
  [
    "pause_task, first day",
    (date) => call("pause_task", { first_day: date, last_day: "9999-12-31" }),
    START,
    "before",
  ],
  [
    "pause_task, last day",
    (date) => call("pause_task", { first_day: "0001-01-01", last_day: date }),
    START,
    "before",
  ],
  [
    "paused, straight to the table",
    (date) => change({ paused: `{["${date}","${date}"]}` }),
    START,
    "before",
  ],
];

/** What else a file's only task has with a date; a put-off from before the move of its task's start is kept. */
const imported: readonly (readonly [
  string,
  (date: string) => Record<string, unknown>,
  good?: string,
  after?: "after",
])[] = [
  ["task's start", (startDate) => ({ fields: { startDate } })],
  ["task's end", (endDate) => ({ fields: { startDate: START, endDate } }), START, "after"],
  [
    "task's scheduleFrom",
    (scheduleFrom) => ({ fields: { startDate: START, scheduleFrom } }),
    "2020-06-01",
  ],
  ...["validUntil", "startDate", "endDate"].map(
    (field) =>
      [
        `former schedule's ${field}`,
        (date: string) => ({
          fields: { startDate: START, scheduleFrom: "2021-01-01" },
          formerSchedules: [{ ...former, [field]: date }],
        }),
      ] as const,
  ),
  ["put-off's dueDate", (dueDate) => ({ putOffs: [{ dueDate, newDate: "2020-05-02" }] })],
  ["put-off's newDate", (newDate) => ({ putOffs: [{ dueDate: "2020-05-01", newDate }] })],
  ["completion's day", (date) => ({ completions: [{ ...byMe, days: [[date, at]] }] })],
  ["catch-up's days", (date) => ({ catchUps: [{ ...catchUp, days: [[date, date]] }] })],
  ["pause's days", (date) => ({ pausedDays: [[date, date]] })],
  ["note's day", (day) => ({ notes: [{ day, note: "Hm", at }] })],
  ["tick of a line", (day) => ({ checks: [{ day, lines: ["Sink"] }] })],
];

const all: readonly Place[] = [
  ...places,
  ...imported.map(
    ([name, entry, good = START, after]): Place => [
      `an imported ${name}`,
      (date) => importing(entry(date)),
      good,
      ...(after ? ([] as const) : (["before"] as const)),
    ],
  ),
];

describe.each(all.map(([name, send, good, before]) => ({ name, send, good, before })))(
  "$name",
  ({ send, good, before }) => {
    test.each(NO_DAYS)("refuses %s", async (date) => {
      expect((await send(date)).status).toBeGreaterThanOrEqual(400);
      expect((await send(date)).status).toBeLessThan(500);
    });

    test(`${before ? "takes" : "refuses"} the day before the start`, async () => {
      expect((await send(DAY_BEFORE)).status < 300).toBe(before !== undefined);
    });

    test("takes a day that makes sense", async () => {
      const { status, body } = await send(good === TODAY ? today : good);
      expect(status, JSON.stringify(body)).toBeLessThan(300);
    });
  },
);

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
