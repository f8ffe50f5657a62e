import { describe, expect, test } from "vitest";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, refusalCode, rpc, succeeded } from "../support/actors.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";
import { dayAfter } from "../support/model-events.ts";
import { shownStatuses } from "../support/shown-statuses.ts";
import { sql } from "../support/sql.ts";
import { completionOn, kinds, lastEvent, newShared } from "./record-steps.ts";

/** A start before the first one, and an undone change "for the past too". */

const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => dayAfter(today, days);

const read = async (person: Person, task_id: string) =>
  succeeded<TaskJson>(await rpc(person, "read_task", { task_id }));
/** The statuses of the days from the first on, around today. */
const shown = (task: TaskJson, from = day(-60), until = day(30)) =>
  shownStatuses(taskFromJson(task), from, until, today);
const startEarlier = (person: Person, task_id: string, earlier: object, more: object = {}) =>
  rpc(person, "start_earlier", { task_id, earlier, ...more });
const issuesOf = ({ body }: { body: unknown }) => JSON.parse((body as { details: string }).details);

describe("a start before the first one", () => {
  test("names a schedule for the days before, which can be done, and changes none after", async () => {
    const alice = await newPerson("alice", "Alice");
    const { id } = await addTask(alice, { start_date: day(-14) });
    succeeded(await updateTask(alice, id, { repeat_value: "weekly" }));
    await rpc(alice, "complete_task", { task_id: id, ...completionOn(day(-7)) });
    const tooEarly = { task_id: id, ...completionOn(day(-20)) };
    expect(refusalCode(await rpc(alice, "complete_task", tooEarly))).toBe("VALIDATION_FAILED");
    const before = shown(await read(alice, id), day(-14));
    const earlier = {
      startDate: day(-30),
      repeatValue: "custom",
      customRrule: "FREQ=DAILY;INTERVAL=2",
    };
    const task = succeeded<TaskJson>(await startEarlier(alice, id, earlier));
    expect(shown(task, day(-14))).toEqual(before);
    const past = shown(task, day(-32), day(-15));
    expect(past.map((status, index) => status && index)).toEqual(
      past.map((_, index) => (index >= 2 && index % 2 === 0 ? index : null)),
    );
    expect(await lastEvent(alice, id)).toMatchObject({
      kind: "started_earlier",
      details: { after: { ...earlier, endDate: day(-15) }, from: day(-14) },
    });
    succeeded(await rpc(alice, "complete_task", tooEarly));
    expect(await lastEvent(alice, id)).toMatchObject({ kind: "done" });
    expect(await kinds(alice, id)).toEqual([
      ...["created", "schedule_changed", "done", "started_earlier", "done"],
    ]);
  });

  test("may be moved earlier still, with other changes of the task in one", async () => {
    const alice = await newPerson("alice", "Alice");
    const { id } = await addTask(alice, { start_date: day(-10) });
    const first = { startDate: day(-20), repeatValue: "weekly" };
    succeeded(await startEarlier(alice, id, first));
    const second = { startDate: day(-40), repeatValue: "custom", afterDone: "P1W", season: [1, 2] };
    const fields = { title: "Renamed", repeatValue: "monthly", scheduleFrom: today };
    const before = shown(await read(alice, id), day(-20), day(-1));
    const task = succeeded<TaskJson>(await startEarlier(alice, id, second, { fields }));
    expect(task).toMatchObject({ title: "Renamed", repeatValue: "monthly", scheduleFrom: today });
    expect(task.formerSchedules).toMatchObject([
      { startDate: day(-40), validUntil: day(-21), afterDone: "P1W", season: [1, 2] },
      { startDate: day(-20), validUntil: day(-11), repeatValue: "weekly" },
      { startDate: day(-10), validUntil: day(-1), repeatValue: "daily" },
    ]);
    expect(shown(task, day(-20), day(-1))).toEqual(before);
    // Repeated after a lost answer.
    const again = succeeded<TaskJson>(await startEarlier(alice, id, second, { fields }));
    expect(again.revision).toBe(task.revision);
    expect((await kinds(alice, id)).filter((kind) => kind === "started_earlier")).toHaveLength(2);
    // Neither happens if one of them is refused.
    const refused = await startEarlier(
      alice,
      id,
      { startDate: day(-1) },
      { fields: { title: "Other" } },
    );
    expect(issuesOf(refused)).toEqual([{ path: "startDate", code: "NOT_EARLIER" }]);
    expect((await read(alice, id)).title).toBe("Renamed");
  });

  test.each([
    [{ startDate: "0000-01-01" }, undefined],
    [{ startDate: null }, { path: "earlier", code: "INVALID" }],
    [{ startDate: day(-10) }, { path: "startDate", code: "NOT_EARLIER" }],
    [
      { startDate: day(-11), repeatValue: "hourly" },
      { path: "earlier", code: "INVALID" },
    ],
    [
      { startDate: day(-11), repeatValue: "custom", afterDone: "P0D" },
      { path: "earlier", code: "INVALID" },
    ],
    [
      { startDate: day(-11), season: [13] },
      { path: "earlier", code: "INVALID" },
    ],
    [
      { startDate: day(-11), title: "Other" },
      { path: "earlier", code: "INVALID" },
    ],
    [
      { startDate: day(-11), repeatValue: "custom", customRrule: "x".repeat(1001) },
      { path: "earlier", code: "INVALID" },
    ],
    [
      { startDate: day(-11), unknown: 1 },
      { path: "earlier", code: "INVALID" },
    ],
  ])("refuses what is no schedule before it, %#", async (earlier, issue) => {
    const alice = await newPerson();
    const { id } = await addTask(alice, { start_date: day(-10) });
    const answer = await startEarlier(alice, id, earlier);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    if (issue) expect(issuesOf(answer)).toEqual([issue]);
    expect((await read(alice, id)).formerSchedules).toEqual([]);
  });

  test("waits until nothing is put off across the first start, and until that has come", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice, { start_date: day(-20), repeat_value: "yearly" });
    const move = { task_id: id, due_date: day(-3), new_date: day(-15) };
    succeeded(await rpc(alice, "put_off", move));
    succeeded(await updateTask(alice, id, { start_date: day(-10), schedule_from: null }));
    const before = shown(await read(alice, id), day(-10));
    const refused = await startEarlier(alice, id, { startDate: day(-30), repeatValue: "weekly" });
    expect(issuesOf(refused)).toEqual([{ path: "startDate", code: "PUT_OFF_BEFORE_START" }]);
    expect(shown(await read(alice, id), day(-10))).toEqual(before);
    const future = await addTask(alice, { start_date: day(5) });
    const early = await startEarlier(alice, future.id, { startDate: day(-30) });
    expect(issuesOf(early)).toEqual([{ path: "startDate", code: "NOT_EARLIER" }]);
  });
});

describe("a change for the past too", () => {
  const undo = async (person: Person, id: string, event_id: unknown) =>
    rpc(person, "undo_schedule_change", { task_id: id, event_id });
  const eventOf = async (id: string) => {
    const [row] = await sql<{ id: string }>(
      `select max(id) as id from public.task_events where task_id = $1 and kind = 'schedule_changed'`,
      [id],
    );
    return Number(row?.id);
  };

  /** A task with a former schedule, an occurrence put off to it, and a change for the past too after that. */
  async function newChanged() {
    const { alice, bob, id } = await newShared(day(-30), "yearly");
    succeeded(await updateTask(alice, id, { repeat_value: "weekly", schedule_from: today }));
    succeeded(await rpc(alice, "put_off", { task_id: id, due_date: today, new_date: day(-2) }));
    await rpc(bob, "complete_task", { task_id: id, ...completionOn(day(-5)) });
    const before = await read(alice, id);
    expect(before.putOffs).toMatchObject([{ toFormerSchedule: true }]);
    const past = { repeat_value: "custom", after_done: "P1W", season: [1], schedule_from: null };
    const changed = succeeded<TaskJson>(await updateTask(alice, id, past));
    expect(changed.formerSchedules).toEqual([]);
    return { alice, bob, id, before, event: await eventOf(id) };
  }

  test("is taken back with all versions, and what was done since stays", async () => {
    const { alice, bob, id, before, event } = await newChanged();
    await rpc(bob, "complete_task", { task_id: id, ...completionOn(day(-1)) });
    const task = succeeded<TaskJson>(await undo(alice, id, event));
    const versions = ({
      formerSchedules,
      scheduleFrom,
      repeatValue,
      afterDone,
      season,
      putOffs,
    }: TaskJson) => ({ formerSchedules, scheduleFrom, repeatValue, afterDone, season, putOffs });
    expect(versions(task)).toEqual(versions(before));
    const expected = shown(before);
    expected[59] = "completed";
    expect(shown(task)).toEqual(expected);
    expect(await lastEvent(alice, id)).toMatchObject({
      kind: "schedule_undone",
      details: {
        before: { afterDone: "P1W" },
        after: { repeatValue: "weekly" },
        from: today,
        event,
      },
    });
    // Repeated after a lost answer.
    const again = succeeded<TaskJson>(await undo(alice, id, event));
    expect(again.revision).toBe(task.revision);
  });

  test("of a schedule that had never changed is taken back, too", async () => {
    const alice = await newPerson();
    const { id } = await addTask(alice, { start_date: day(-30) });
    const before = await read(alice, id);
    succeeded(await updateTask(alice, id, { repeat_value: "monthly", start_date: day(-90) }));
    const task = succeeded<TaskJson>(await undo(alice, id, await eventOf(id)));
    expect([shown(task), task.startDate, task.scheduleFrom]).toEqual([
      shown(before),
      day(-30),
      null,
    ]);
  });

  test.each([
    [
      "another change for the past",
      (id: string, alice: Person) =>
        updateTask(alice, id, { repeat_value: "daily", schedule_from: null }),
    ],
    [
      "a change from today on",
      (id: string, alice: Person) =>
        updateTask(alice, id, { repeat_value: "daily", schedule_from: today }),
    ],
    [
      "an earlier start",
      (id: string, alice: Person) =>
        startEarlier(alice, id, { startDate: day(-100), repeatValue: "daily" }),
    ],
  ])("is not taken back once there has been %s", async (_, change) => {
    const { alice, id, event } = await newChanged();
    succeeded(await change(id, alice));
    const before = await read(alice, id);
    const answer = await undo(alice, id, event);
    expect([answer.status, refusalCode(answer)]).toEqual([409, "UNDO_TOO_LATE"]);
    expect(await read(alice, id)).toEqual(before);
  });

  test("is taken back for a day, and no longer", async () => {
    const { alice, id, event } = await newChanged();
    const age = (interval: string) =>
      sql(`update private.past_changes set changed_at = now() - $2::interval where task_id = $1`, [
        id,
        interval,
      ]);
    await age("24 hours");
    expect(refusalCode(await undo(alice, id, event))).toBe("UNDO_TOO_LATE");
    await age("23 hours 59 minutes");
    expect(refusalCode(await undo(alice, id, event + 1))).toBe("UNDO_TOO_LATE");
    expect(refusalCode(await undo(alice, id, null))).toBe("UNDO_TOO_LATE");
    succeeded(await undo(alice, id, event));
  });

  test("is its owner's to take back", async () => {
    const { alice, bob, id, event } = await newChanged();
    const eve = await newPerson("eve");
    expect(refusalCode(await undo(bob, id, event))).toBe("NOT_ALLOWED");
    expect(refusalCode(await undo(eve, id, event))).toBe("TASK_NOT_FOUND");
    succeeded(await rpc(bob, "leave_task", { task_id: id }));
    expect(refusalCode(await undo(bob, id, event))).toBe("TASK_NOT_FOUND");
    succeeded(await rpc(alice, "delete_task", { task_id: id }));
    expect(refusalCode(await undo(alice, id, event))).toBe("TASK_NOT_FOUND");
    succeeded(await rpc(alice, "restore_task", { task_id: id }));
    succeeded(await undo(alice, id, event));
  });
});

describe("a schedule that is due anyway where something is put off to", () => {
  /** Due weekly from two weeks ago on, with one of its days put off. */
  async function newPutOff(person: Person, due_date: string, new_date: string) {
    const { id } = await addTask(person, { start_date: day(-14), repeat_value: "weekly" });
    const moved = { task_id: id, due_date, new_date };
    succeeded(await rpc(person, "put_off", moved));
    return { id, moved };
  }

  const daily = { repeat_value: "daily", schedule_from: today };
  const everyDay = "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU";
  test.each([
    ["daily", 7, 8, daily],
    ["what was missed, daily", -7, 1, daily],
    ["what was missed, weekly from then on", -7, 1, { start_date: day(1), schedule_from: today }],
    ["on its weekdays", 7, 8, { ...daily, repeat_value: "custom", custom_rrule: everyDay }],
    ["daily, for the past too", 7, 8, { ...daily, schedule_from: null }],
    ["what was missed twice, the same", -7, -3, { ...daily, schedule_from: null }],
  ])("%s: is refused until that is put back", async (_, due, now, changes) => {
    const alice = await newPerson("alice", "Alice");
    const { id, moved } = await newPutOff(alice, day(due), day(now));
    const before = shown(await read(alice, id));
    const refused = await updateTask(alice, id, changes);
    expect(issuesOf(refused)).toEqual([{ path: "repeatValue", code: "PUT_OFF_IS_DUE" }]);
    expect(shown(await read(alice, id))).toEqual(before);
    succeeded(await rpc(alice, "put_off", { ...moved, new_date: moved.due_date }));
    succeeded(await updateTask(alice, id, changes));
  });

  test("is refused while a pause hides that", async () => {
    const alice = await newPerson("alice", "Alice");
    const { id } = await newPutOff(alice, day(7), day(8));
    const pause = { task_id: id, first_day: day(8), last_day: day(8) };
    succeeded(await rpc(alice, "pause_task", pause));
    expect(issuesOf(await updateTask(alice, id, daily))).toEqual([
      { path: "repeatValue", code: "PUT_OFF_IS_DUE" },
    ]);
    // Nor can it be put off to a day that is paused and due.
    const other = await addTask(alice, { start_date: today });
    succeeded(await rpc(alice, "pause_task", { ...pause, task_id: other.id }));
    const onto = { task_id: other.id, due_date: day(7), new_date: day(8) };
    expect(issuesOf(await rpc(alice, "put_off", onto))).toEqual([
      { path: "newDate", code: "ALREADY_DUE" },
    ]);
  });

  test("is taken where the two lie apart, or that is done", async () => {
    const alice = await newPerson("alice", "Alice");
    const { id } = await newPutOff(alice, day(-7), day(1));
    succeeded(await updateTask(alice, id, { start_date: day(2), schedule_from: today }));
    succeeded(await rpc(alice, "complete_task", { task_id: id, ...completionOn(day(1)) }));
    succeeded(await updateTask(alice, id, daily));
    expect(shown(await read(alice, id), day(-7), day(-7))).toEqual(["put-off"]);
    const over = await newPutOff(alice, day(-7), day(-3));
    succeeded(await updateTask(alice, over.id, daily));
  });
});
