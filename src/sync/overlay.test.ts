import { expect, test } from "vitest";
import { taskOf } from "../../tests/support/task-fixture.ts";
import { completeOccurrence, recordedNow } from "../completions/day-changes.ts";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import type { Task } from "../domain/tasks/task.ts";
import { createTask, updateTask } from "../features/editor/mutations.ts";
import { withChanges } from "./overlay.ts";
import type { TaskChange } from "./task-change.ts";

const today = "2026-11-21";
const dishes = taskOf();
const bins = taskOf({ id: "00000000-0000-4000-8000-000000000002", title: "Bins" });
const list = [dishes, bins];
const me = { userId: "alice", timeZone: "UTC" };
const viewer = { userId: "alice", households: [] };

const underWay = (tasks: readonly Task[], changes: readonly TaskChange[]) =>
  withChanges(
    tasks,
    changes.map((change) => ({ change })),
    viewer,
  );

const madeAt = `${today}T08:00:00.000Z`;
const waiting = (changes: readonly TaskChange[], tasks: readonly Task[] = list) =>
  withChanges(
    tasks,
    changes.map((change) => ({ change, madeAt })),
    viewer,
  );

const complete = completeOccurrence(dishes, today, me);
const undo = { kind: "undo", taskId: dishes.id, date: today } as const;

test("a completion shows at once, and a failed one takes back itself alone", () => {
  const shown = underWay(list, [complete]);
  expect(shown[0]?.completedDays.has(toDayNumber(today))).toBe(true);
  expect(shown[0]?.recentCompletions).toHaveLength(1);
  expect(shown[0]?.revision).toBe(dishes.revision);
  expect(shown[1]).toBe(bins);
  // It failed while another write was under way: what is left is the list with the other one.
  expect(underWay(list, [{ kind: "delete", taskId: bins.id }])).toEqual([dishes]);
});

test("changes apply in the order in which they were started", () => {
  expect(underWay(list, [complete, undo, complete])[0]?.completedDays.size).toBe(1);
  expect(underWay(list, [complete, undo])[0]?.completedDays.size).toBe(0);
});

test("somebody else's completion that came first stays theirs", () => {
  const bobs = {
    date: today,
    status: "done" as const,
    completedAt: `${today}T07:00:00.000Z`,
    timeZone: "UTC",
    completedBy: "bob",
  };
  const known = {
    ...dishes,
    completedDays: DaySet.fromDays([toDayNumber(today)]),
    recentCompletions: [bobs],
  };
  expect(underWay([known], [complete])[0]).toBe(known);
});

test("an update shows what it changes, trimmed, and leaves the rest", () => {
  const input = { id: dishes.id, title: " Plates ", subtitle: "", endDate: "2026-12-24" };
  const [shown] = underWay(list, [updateTask(input)]);
  expect(shown).toEqual({ ...dishes, title: "Plates", subtitle: null, endDate: "2026-12-24" });
});

test("an update away from a custom repeat drops the rule", () => {
  const custom = taskOf({ repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY" });
  const [shown] = underWay([custom], [updateTask({ id: custom.id, repeatValue: "daily" })]);
  expect(shown).toMatchObject({ repeatValue: "daily", customRrule: null });
});

test("a create waits for the server, and a write to a task that is gone changes nothing", () => {
  const id = "00000000-0000-4000-8000-000000000003";
  const create = createTask({ id, title: "New", category: "Home", startDate: today });
  expect(underWay(list, [create])).toEqual(list);
  expect(underWay([bins], [complete, undo])).toEqual([bins]);
});

test("what waits is shown in its order, and says on which days", () => {
  const [first, second] = waiting([
    completeOccurrence(dishes, today, me),
    { kind: "undo", taskId: dishes.id, date: today },
    { kind: "skip", taskId: dishes.id, date: today, ...recordedNow(me) },
    { kind: "note", taskId: dishes.id, day: "2026-11-20", note: "Late", basedOn: "" },
    { kind: "put-off", taskId: dishes.id, dueDate: "2026-11-22", newDate: "2026-11-23" },
  ]);
  expect(first?.skippedDays.has(toDayNumber(today))).toBe(true);
  expect(first?.completedDays.size).toBe(0);
  expect(first?.waitingDays).toEqual([
    ...[today, today, today],
    ...["2026-11-20", "2026-11-22", "2026-11-23"],
  ]);
  expect(first?.waitingNotes).toEqual({ "2026-11-20": "Late" });
  expect(second).toBe(bins);
});

test("a new task is there, its own tick, too, and once when the server has it", () => {
  const id = "00000000-0000-4000-8000-000000000003";
  const input = { id, title: "Water", category: "Home", startDate: today, repeatValue: "daily" };
  const create = createTask(input as Parameters<typeof createTask>[0]);
  const tasks = waiting([create, completeOccurrence({ id }, today, me)]);
  expect(tasks.map(({ title }) => title)).toEqual(["Dishes", "Bins", "Water"]);
  expect(tasks[2]).toMatchObject({ ownerId: "alice", waitingDays: [today, today] });
  expect(tasks[2]?.completedDays.has(toDayNumber(today))).toBe(true);
  expect(waiting([create], [taskOf({ id, title: "Water" })])).toHaveLength(1);
});

test("what is about a task that is not there shows nothing", () => {
  expect(waiting([completeOccurrence(bins, today, me)], [dishes])).toEqual([dishes]);
});

test("a tick and a skip of what was put off name its day in the schedule, and show where it is", () => {
  const moved = { ...dishes, putOffs: [{ dueDate: "2026-11-19", newDate: today }] };
  const tick = completeOccurrence(moved, today, me);
  expect(tick).toMatchObject({ date: today, dueDate: "2026-11-19" });
  expect(waiting([tick], [moved])[0]?.completedDays.has(toDayNumber(today))).toBe(true);
  const interval = { ...moved, afterDone: "P3D" };
  expect(completeOccurrence(interval, today, me)).toMatchObject({ dueDate: today });
});
