import { expect, test } from "vitest";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import { type PendingWrite, withPendingWrites } from "./pending-write.ts";
import { taskOf } from "./task-fixture.ts";

const today = "2026-11-21";
const dishes = taskOf();
const bins = taskOf({ id: "00000000-0000-4000-8000-000000000002", title: "Bins" });
const list = [dishes, bins];

const complete = (completedBy = "alice"): PendingWrite => ({
  kind: "complete",
  taskId: dishes.id,
  completion: { date: today, completedAt: `${today}T08:00:00.000Z`, completedBy },
});
const undo: PendingWrite = { kind: "undo", taskId: dishes.id, date: today };

test("a completion shows at once, and a failed one takes back itself alone", () => {
  const shown = withPendingWrites(list, [complete()]);
  expect(shown[0]?.completedDays.has(toDayNumber(today))).toBe(true);
  expect(shown[0]?.recentCompletions).toHaveLength(1);
  expect(shown[0]?.revision).toBe(dishes.revision);
  expect(shown[1]).toBe(bins);
  // It failed while another write was under way: what is left is the list with the other one.
  const other: PendingWrite = { kind: "remove", taskId: bins.id };
  expect(withPendingWrites(list, [other])).toEqual([dishes]);
});

test("writes apply in the order in which they were started", () => {
  const shown = withPendingWrites(list, [complete(), undo, complete()]);
  expect(shown[0]?.completedDays.size).toBe(1);
  expect(withPendingWrites(list, [complete(), undo])[0]?.completedDays.size).toBe(0);
});

test("somebody else's completion that came first stays theirs", () => {
  const bobs = { date: today, completedAt: `${today}T07:00:00.000Z`, completedBy: "bob" };
  const known = {
    ...dishes,
    completedDays: DaySet.fromDays([toDayNumber(today)]),
    recentCompletions: [bobs],
  };
  expect(withPendingWrites([known], [complete()])[0]).toBe(known);
});

test("an update shows what it changes, trimmed, and leaves the rest", () => {
  const change = { id: dishes.id, title: " Plates ", subtitle: "", endDate: "2026-12-24" };
  const [shown] = withPendingWrites(list, [{ kind: "update", taskId: dishes.id, change }]);
  expect(shown).toEqual({ ...dishes, title: "Plates", subtitle: null, endDate: "2026-12-24" });
});

test("an update away from a custom repeat drops the rule", () => {
  const custom = taskOf({ repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY" });
  const change = { id: custom.id, repeatValue: "daily" as const };
  const [shown] = withPendingWrites([custom], [{ kind: "update", taskId: custom.id, change }]);
  expect(shown).toMatchObject({ repeatValue: "daily", customRrule: null });
});

test("a create waits for the server, and a write to a task that is gone changes nothing", () => {
  expect(withPendingWrites(list, [{ kind: "create", taskId: "new" }])).toBe(list);
  expect(withPendingWrites([bins], [complete(), undo])).toEqual([bins]);
});
