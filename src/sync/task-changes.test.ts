import { expect, test } from "vitest";
import { taskOf } from "../../tests/support/task-fixture.ts";
import { completeOccurrence, undoCompletion } from "../completions/day-changes.ts";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import { createTask, updateTask } from "../features/editor/mutations.ts";
import { deleteTask } from "../features/tasks/mutations.ts";
import { withChanges } from "./task-changes.ts";

const today = "2026-11-21";
const dishes = taskOf();
const bins = taskOf({ id: "00000000-0000-4000-8000-000000000002", title: "Bins" });
const list = [dishes, bins];

const complete = completeOccurrence(dishes.id, today, { userId: "alice", timeZone: "UTC" });
const undo = undoCompletion(dishes.id, today);

test("a completion shows at once, and a failed one takes back itself alone", () => {
  const shown = withChanges(list, [complete]);
  expect(shown[0]?.completedDays.has(toDayNumber(today))).toBe(true);
  expect(shown[0]?.recentCompletions).toHaveLength(1);
  expect(shown[0]?.revision).toBe(dishes.revision);
  expect(shown[1]).toBe(bins);
  // It failed while another write was under way: what is left is the list with the other one.
  expect(withChanges(list, [deleteTask(bins.id)])).toEqual([dishes]);
});

test("changes apply in the order in which they were started", () => {
  expect(withChanges(list, [complete, undo, complete])[0]?.completedDays.size).toBe(1);
  expect(withChanges(list, [complete, undo])[0]?.completedDays.size).toBe(0);
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
  expect(withChanges([known], [complete])[0]).toBe(known);
});

test("an update shows what it changes, trimmed, and leaves the rest", () => {
  const input = { id: dishes.id, title: " Plates ", subtitle: "", endDate: "2026-12-24" };
  const [shown] = withChanges(list, [updateTask(input)]);
  expect(shown).toEqual({ ...dishes, title: "Plates", subtitle: null, endDate: "2026-12-24" });
});

test("an update away from a custom repeat drops the rule", () => {
  const custom = taskOf({ repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY" });
  const [shown] = withChanges([custom], [updateTask({ id: custom.id, repeatValue: "daily" })]);
  expect(shown).toMatchObject({ repeatValue: "daily", customRrule: null });
});

test("a create waits for the server, and a write to a task that is gone changes nothing", () => {
  const id = "00000000-0000-4000-8000-000000000003";
  const create = createTask({ id, title: "New", category: "Home", startDate: today });
  expect(withChanges(list, [create])).toEqual(list);
  expect(withChanges([bins], [complete, undo])).toEqual([bins]);
});
