import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import * as days from "../../src/completions/day-changes.ts";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { createTask, updateTask } from "../../src/features/editor/mutations.ts";
import { shownAfter } from "../../src/sync/change-kinds.ts";
import { listSchema } from "../../src/sync/list-schema.ts";
import { parseTaskChange, type TaskChange } from "../../src/sync/task-change.ts";
import { cachedTaskList, refreshTaskList } from "../../src/sync/task-list.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import { sendChange } from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";

/** All kinds of changes in sequence: stored as JSON, read again and sent twice. */

afterAll(closeApps);

const KINDS = [
  "create",
  "update",
  "complete",
  "undo",
  "correct",
  "skip",
  "catch-up",
  "undo-catch-up",
  "put-off",
  "note",
  "check-line",
  "undo-schedule",
  "pause",
  "leave",
  "delete",
  "restore",
  "take-turns",
  "offer-turns",
  "withdraw-offers",
  "return-turns",
  "give-turns",
] as const satisfies readonly TaskChange["kind"][];

/** A missing kind is a type error. */
type NotListed = Exclude<TaskChange["kind"], (typeof KINDS)[number]>;
const kinds: NotListed extends never ? readonly string[] : never = KINDS;

const played = new Set<string>();

/** The parts that both the app, before the answer, and the server decide: no revision, and no instants. */
function decided(task: Task | null | undefined) {
  if (!task) return null;
  const {
    revision: _,
    createdAt: __,
    updatedAt: ___,
    people: ____,
    rosterSince: _____,
    ...fields
  } = task;
  const withoutInstant = <T extends { completedAt: string }>(one: T) => ({
    ...one,
    completedAt: "",
  });
  return {
    ...fields,
    recentCompletions: task.recentCompletions.map(withoutInstant),
    recentCatchUps: task.recentCatchUps.map(withoutInstant),
  };
}

/** Sends a change twice, as after a lost answer; its optimistic result must equal the server's. */
async function play({ session, task }: AppClient, change: TaskChange): Promise<void> {
  const stored = parseTaskChange(JSON.parse(JSON.stringify(change)));
  played.add(stored.kind);
  const before = task(change.taskId);
  const shown = before && shownAfter(before, stored);
  await sendChange(session, stored);
  const after = task(change.taskId);
  const isServersToSay = stored.kind === "restore" || stored.kind === "undo-schedule";
  if (before && !isServersToSay) expect(decided(after)).toEqual(decided(shown));
  // A deleted task can't be deleted or left again: only the answer was lost.
  await sendChange(session, stored).catch((error: unknown) =>
    expect(error).toMatchObject({ code: "TASK_NOT_FOUND" }),
  );
  expect(decided(task(change.taskId))).toEqual(decided(after));
}

test("every kind of change shows what the server makes of it, and can be sent twice", async () => {
  const alice = await openApp({ name: "Alice" });
  const bob = await openApp({ name: "Bob" });
  const by = { userId: alice.session.userId, timeZone: "UTC" };
  const id = randomUUID();
  const fields = { category: "Kitchen", title: "Dishes", startDate: day(-9), checklist: ["Pots"] };
  await play(alice, createTask({ id, ...fields, isShared: true, shareWith: [bob.email] }));
  await play(alice, updateTask({ id, title: "Plates", subtitle: "Warm water" }));
  await play(alice, days.completeOccurrence({ id }, day(3), by));
  await play(alice, { kind: "undo", taskId: id, date: day(3) });
  for (const when of [
    { doneOn: day(-2), doneAt: "21:30" },
    { doneOn: day(-1) },
    { doneOn: day(0) },
  ]) {
    await play(alice, days.completeOccurrence({ id }, day(-1), by, undefined, when));
    await play(alice, { kind: "undo", taskId: id, date: day(-1) });
  }
  // Today's tick records that it had been due since then.
  await play(alice, updateTask({ id, repeatValue: "custom", afterDone: "P3D" }));
  await play(alice, days.completeOccurrence({ id }, day(0), by));
  const correct = { kind: "correct", taskId: id, date: day(0), correctedBy: by.userId } as const;
  const corrected = { doneOn: day(-1), doneAt: "22:00" };
  await play(alice, { ...correct, ...corrected });
  await play(alice, { ...correct, doneOn: day(0) });
  await play(alice, { kind: "undo", taskId: id, date: day(0) });
  await play(alice, { kind: "skip", taskId: id, date: day(0), ...days.recordedNow(by) });
  const missed = DaySet.fromRuns([[toDayNumber(day(-9)), 5]]);
  const caughtUp = days.catchUp({ id }, missed, "done", by);
  await play(alice, caughtUp);
  await play(alice, { kind: "undo-catch-up", taskId: id, catchUpId: caughtUp.catchUpId });
  await play(alice, updateTask({ id, repeatValue: "weekly", afterDone: null, scheduleFrom: null }));
  await play(alice, { kind: "put-off", taskId: id, dueDate: day(5), newDate: day(6) });
  await play(alice, { kind: "note", taskId: id, day: day(-1), note: "Bob was ill", basedOn: "" });
  await play(alice, {
    kind: "check-line",
    taskId: id,
    day: day(-9),
    line: "Pots",
    isChecked: true,
  });
  const { data: changes } = await alice.supabase
    .from("task_events")
    .select("id")
    .match({ task_id: id, kind: "schedule_changed" })
    .order("id", { ascending: false });
  await play(alice, { kind: "undo-schedule", taskId: id, eventId: changes?.[0]?.id ?? 0 });
  expect(alice.task(id)?.afterDone).toBe("P3D");
  const earlier = { startDate: day(-40), repeatValue: "weekly" } as const;
  await play(alice, updateTask({ id, earlier }));
  expect(alice.task(id)?.formerSchedules).toMatchObject([{ ...earlier, validUntil: day(-10) }]);
  await play(alice, {
    kind: "pause",
    taskId: id,
    firstDay: day(20),
    lastDay: day(30),
    isPaused: true,
  });
  await play(alice, {
    kind: "pause",
    taskId: id,
    firstDay: day(25),
    lastDay: day(27),
    isPaused: false,
  });
  await eventually(() => expect(bob.task(id)).toBeDefined());
  await play(bob, { kind: "leave", taskId: id });
  await play(alice, { kind: "delete", taskId: id });
  await play(alice, { kind: "restore", taskId: id });
  expect(alice.task(id)?.title).toBe("Plates");
  const householdId = randomUUID();
  const named = { id: householdId, name: "The flat", others: ["Carol"] };
  await alice.supabase.rpc("create_household", named);
  await refreshTaskList(alice.session);
  const people = cachedTaskList(alice.session)?.households[0]?.people ?? [];
  const roster = people.map((person) => person.id);
  await sendChange(alice.session, updateTask({ id, householdId, isShared: false }));
  const daily = { repeatValue: "daily", afterDone: null, scheduleFrom: null } as const;
  // If daily, it would be due on the put-off's new day anyway.
  await play(alice, { kind: "put-off", taskId: id, dueDate: day(5), newDate: day(5) });
  await play(alice, updateTask({ id, ...daily, roster, turnLength: "week" }));
  await play(alice, { kind: "take-turns", taskId: id, days: [day(1), day(2)] });
  await play(alice, { kind: "offer-turns", taskId: id, days: [day(1), day(3)], toPerson: null });
  await play(alice, { kind: "withdraw-offers", taskId: id, days: [day(3)] });
  await play(alice, { kind: "return-turns", taskId: id, days: [day(2)] });
  const personId = roster[1] ?? "";
  await play(alice, { kind: "give-turns", taskId: id, days: [day(1), day(5)], personId });
  expect(alice.task(id)?.swaps.map((swap) => swap.day)).toEqual([day(1), day(5)]);
  expect([...played]).toEqual(kinds);
  // A browser stores everything that the server answers.
  const list = cachedTaskList(alice.session);
  const kept = v.parse(listSchema, list);
  expect(list).toMatchObject(kept);
  const names = (one: object = {}) => Object.keys(one).sort();
  expect(names(kept)).toEqual(names(list));
  expect(names(kept.tasks[0])).toEqual(names(list?.tasks[0]));
  expect(names(kept.households[0])).toEqual(names(list?.households[0]));
});
