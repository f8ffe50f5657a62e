import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { taskOccurrences } from "../../src/domain/recurrence/task-schedule.ts";
import { dayStatus } from "../../src/domain/tasks/day-status.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import {
  type Answer,
  acceptEachOther,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, findTask, updateTask, utcDay } from "../support/actors-tasks.ts";
import { dayAfter, type ModelEvent, replay, runsOf, statuses } from "../support/record-model.ts";
import { sql } from "../support/sql.ts";

/** The record of a task: its former schedules, what happened to its days, and who did it. */

async function newShared(start_date = "2020-01-01") {
  const [alice, bob] = await Promise.all([
    newPerson("alice", "Alice"),
    newPerson("bob", "Bob"),
  ]).then(acceptEachOther);
  const task = await addTask(alice, { start_date, share_with: [bob.email] });
  const call = (person: Person, name: string, parameters: object = {}) =>
    rpc(person, name, { task_id: task.id, ...parameters });
  return { alice, bob, task, id: task.id, call };
}

const json = (answer: Answer) => succeeded<TaskJson>(answer);
const runs = (first: string, last: string) => [
  [toDayNumber(first), toDayNumber(last) - toDayNumber(first) + 1],
];
const catchUp = (first: string, last: string, status = "done", id: string = randomUUID()) => ({
  id,
  days: runs(first, last),
  status,
});
const completionOn = (day: string) => ({ completed_date: day });

interface EventRow {
  readonly kind: string;
  readonly days: string | null;
  readonly user_id: string | null;
  readonly details: Record<string, unknown>;
}
const readEvents = async (person: Person, id: string) =>
  (await rest(person, "GET", `task_events?task_id=eq.${id}&order=id`)).body as EventRow[];
const kinds = async (person: Person, id: string) =>
  (await readEvents(person, id)).map(({ kind }) => kind);
const lastEvent = async (person: Person, id: string) => (await readEvents(person, id)).at(-1);

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

describe("catching up", () => {
  test("is one write and one message; with the same id again it changes nothing", async () => {
    const { alice, bob, id, call } = await newShared();
    await call(bob, "complete_task", completionOn("2020-02-03"));
    const inbox = inboxOf(alice);
    await inbox();
    const days = catchUp("2020-02-01", "2020-02-05");
    const caught = json(await call(bob, "catch_up", days));
    expect(caught.completedDays).toEqual(runs("2020-02-01", "2020-02-05"));
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
    expect(less.skippedDays).toEqual([
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
    expect(none.completedDays).toEqual(runs("2020-02-03", "2020-02-03"));
    expect((await call(alice, "undo_catch_up", { catch_up_id: days.id })).status).toBe(200);
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
    const { marks } = replay(await modelEvents(alice, id));
    expect(marks.size).toBe(task.completedDays.size + task.skippedDays.size);
  });

  test("3,650 days takes at most twice the time of two", async () => {
    const [alice] = [await newPerson("alice")];
    const inbox = inboxOf(alice);
    const time = async (count: number) => {
      const { id } = await addTask(alice, { start_date: "2010-01-01" });
      await inbox();
      const days = catchUp("2010-01-01", dayAfter("2010-01-01", count - 1));
      const startedAt = performance.now();
      const answer = await rpc(alice, "catch_up", { task_id: id, ...days });
      const milliseconds = performance.now() - startedAt;
      expect(json(answer).completedDays).toEqual([[14_610, count]]);
      expect(await inbox(), "one message").toHaveLength(1);
      return milliseconds;
    };
    let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 30 && (round < 5 || many > 2 * few); round += 1) {
      few = Math.min(few, await time(2));
      many = Math.min(many, await time(3_650));
    }
    console.log(`catch up on 2 days ${few.toFixed(1)} ms, on 3,650 ${many.toFixed(1)} ms`);
    expect(many / few).toBeLessThan(2);
  }, 120_000);
});

describe("putting off", () => {
  test("moves an occurrence, moves it again, and puts it back", async () => {
    const { alice, bob, id, call } = await newShared();
    const putOff = (new_date: string) => call(bob, "put_off", { due_date: "2020-03-01", new_date });
    const moved = json(await putOff("2020-03-03"));
    expect(moved.putOffs).toEqual([{ dueDate: "2020-03-01", newDate: "2020-03-03" }]);
    expect(json(await putOff("2020-03-03"))).toEqual(moved);
    expect(json(await putOff("2020-03-05")).putOffs).toEqual([
      { dueDate: "2020-03-01", newDate: "2020-03-05" },
    ]);
    const taken = await call(alice, "put_off", { due_date: "2020-03-02", new_date: "2020-03-05" });
    expect(refusalCode(taken)).toBe("VALIDATION_FAILED");
    expect(json(await putOff("2020-03-01")).putOffs).toEqual([]);
    const to = (await readEvents(alice, id)).slice(2).map(({ details }) => details.to);
    expect(to).toEqual(["2020-03-03", "2020-03-05", null]);
  });

  test("beyond the end of the schedule lets it be done there", async () => {
    const { alice, bob, id, call } = await newShared();
    await updateTask(alice, id, { end_date: "2020-03-01" });
    expect(refusalCode(await call(bob, "complete_task", completionOn("2020-03-04")))).toBe(
      "VALIDATION_FAILED",
    );
    await call(bob, "put_off", { due_date: "2020-03-01", new_date: "2020-03-04" });
    expect((await call(bob, "complete_task", completionOn("2020-03-04"))).status).toBe(200);
  });
});

describe("notes and pauses", () => {
  test("a note is written, changed and taken away", async () => {
    const { alice, bob, id, call } = await newShared();
    const note = (person: Person, text: string) =>
      call(person, "note_day", { day: "2020-03-01", note: text });
    const read = async () =>
      (await rest(alice, "GET", `task_day_notes?task_id=eq.${id}`)).body as object[];
    await note(bob, "  In the rain ");
    expect(await read()).toMatchObject([{ note: "In the rain", user_id: bob.id }]);
    await note(alice, "x".repeat(500));
    expect(await read()).toMatchObject([{ user_id: alice.id }]);
    expect(refusalCode(await note(bob, "x".repeat(501)))).toBe("VALIDATION_FAILED");
    await note(bob, " ");
    expect(await read()).toEqual([]);
    const notes = (await readEvents(alice, id)).filter(({ kind }) => kind === "noted");
    expect(notes.map(({ details }) => details.note)).toEqual([
      "In the rain",
      "x".repeat(500),
      null,
    ]);
  });

  test("a pause grows and shrinks, and says by which days", async () => {
    const { alice, bob, id, call } = await newShared();
    const pause = (first_day: string, last_day: string, is_paused = true) =>
      call(alice, "pause_task", { first_day, last_day, is_paused });
    await pause("2020-03-01", "2020-03-10");
    await pause("2020-03-05", "2020-03-12");
    const less = json(await pause("2020-03-04", "2020-03-04", false));
    expect(less.pausedDays).toEqual([
      ...runs("2020-03-01", "2020-03-03"),
      ...runs("2020-03-05", "2020-03-12"),
    ]);
    expect((await readEvents(bob, id)).slice(2)).toMatchObject([
      { kind: "paused", days: "{[2020-03-01,2020-03-11)}" },
      { kind: "paused", days: "{[2020-03-11,2020-03-13)}" },
      { kind: "resumed", days: "{[2020-03-04,2020-03-05)}" },
    ]);
    expect(refusalCode(await pause("2020-03-05", "2020-03-04"))).toBe("VALIDATION_FAILED");
    const boundless = await rest(alice, "PATCH", `tasks?id=eq.${id}`, {
      paused: "{[2020-01-01,)}",
    });
    expect(refusalCode(boundless)).toBe("VALIDATION_FAILED");
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
    expect(back.completedDays).toEqual(runs("2020-02-01", "2020-02-01"));
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
    await sql("alter table public.tasks disable trigger check_task");
    await sql("update public.tasks set deleted_at = now() - interval '31 days' where id = $1", [
      task.id,
    ]);
    await sql("alter table public.tasks enable trigger check_task");
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
  expect(task?.completedDays).toEqual(runs("2020-02-01", "2020-02-06"));
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

async function modelEvents(person: Person, id: string): Promise<ModelEvent[]> {
  const rows = await readEvents(person, id);
  return rows.map(({ kind, days, details }) => ({ kind, days: runsOf(days), details }));
}

/** One of what people do, in random numbers. */
const step = fc.record({
  kind: fc.constantFrom(
    ...["done", "done for", "skip", "undo", "catch up", "undo catch up", "put off", "pause"],
    ...["resume", "edit", "edit past", "rename", "note", "delete", "leave", "bulk"],
  ),
  isBob: fc.boolean(),
  day: fc.integer({ min: -30, max: 4 }),
  length: fc.integer({ min: 0, max: 12 }),
  repeat: fc.constantFrom("daily", "weekly", "monthly", "P3D", "P1M", "FREQ=WEEKLY;BYDAY=MO,TH"),
  season: fc.constantFrom(null, null, null, [1, 2, 3, 11, 12]),
});
const histories = fc.sample(fc.array(step, { minLength: 8, maxLength: 16 }), {
  seed: 1,
  numRuns: 60,
});

describe("the events of a task, replayed", () => {
  test("give every day the status that the app shows", async () => {
    const today = await utcDay(0);
    const [alice, bob] = await Promise.all([
      newPerson("alice", "Alice"),
      newPerson("bob", "Bob"),
    ]).then(acceptEachOther);
    for (const steps of histories) {
      const task = await addTask(alice, {
        start_date: dayAfter(today, -25),
        share_with: [bob.email],
      });
      let lastCatchUp = randomUUID();
      const answers: string[] = [];
      for (const { kind, isBob, day, length, repeat, season } of steps) {
        const person = isBob ? bob : alice;
        const date = dayAfter(today, day);
        const until = dayAfter(date, length);
        const call = (name: string, parameters: object = {}) =>
          rpc(person, name, { task_id: task.id, ...parameters });
        const schedule = {
          repeat_value: /^[PF]/.test(repeat) ? "custom" : repeat,
          custom_rrule: repeat.startsWith("F") ? `RRULE:${repeat}` : null,
          after_done: repeat.startsWith("P") ? repeat : null,
          season,
        };
        const operations: Record<string, () => Promise<Answer>> = {
          done: () => call("complete_task", completionOn(date)),
          "done for": () => call("complete_task", { completed_date: date, done_by: bob.id }),
          skip: () => call("skip_occurrence", { day: date }),
          undo: () => call("undo_completion", completionOn(date)),
          "catch up": () => {
            lastCatchUp = randomUUID();
            const status = length % 2 ? "done" : "skipped";
            return call("catch_up", catchUp(date, until, status, lastCatchUp));
          },
          "undo catch up": () => call("undo_catch_up", { catch_up_id: lastCatchUp }),
          "put off": () => call("put_off", { due_date: date, new_date: until }),
          pause: () => call("pause_task", { first_day: date, last_day: until }),
          resume: () => call("pause_task", { first_day: date, last_day: until, is_paused: false }),
          edit: () => updateTask(alice, task.id, { ...schedule, schedule_from: today }),
          "edit past": () =>
            updateTask(alice, task.id, {
              ...schedule,
              start_date: dayAfter(today, -25 - length),
              schedule_from: null,
            }),
          rename: () => updateTask(alice, task.id, { title: `Title ${randomUUID()}` }),
          note: () => call("note_day", { day: date, note: `Note ${length}` }),
          delete: async () => {
            await rpc(alice, "delete_task", { task_id: task.id });
            return rpc(alice, "restore_task", { task_id: task.id });
          },
          leave: () => rpc(bob, "leave_task", { task_id: task.id }),
          bulk: () => rest(person, "DELETE", `task_completions?task_id=eq.${task.id}`),
        };
        const answer = await (operations[kind] as () => Promise<Answer>)();
        answers.push(`${kind} ${answer.status}`);
        expect(answer.status, `${kind} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      }
      const shown = taskFromJson((await findTask(alice, task.id)) as TaskJson);
      const occurrences = taskOccurrences(shown);
      const [from, to] = [dayAfter(today, -60), dayAfter(today, 40)];
      const expected = statuses(replay(await modelEvents(alice, task.id)), from, to, today);
      const actual: (string | null)[] = [];
      for (let day = toDayNumber(from); day <= toDayNumber(to); day += 1) {
        actual.push(dayStatus(shown, fromDayNumber(day), today, occurrences));
      }
      expect(actual, answers.join(", ")).toEqual(expected);
    }
  }, 240_000);
});
