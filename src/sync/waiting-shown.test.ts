import { expect, test } from "vitest";
import { taskOf } from "../../tests/support/task-fixture.ts";
import {
  completeOccurrence,
  noteDay,
  putOff,
  skipOccurrence,
  undoCompletion,
} from "../completions/day-changes.ts";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import { createTask } from "../features/editor/mutations.ts";
import type { TaskChange } from "./task-change.ts";
import { withWaiting } from "./waiting-shown.ts";

const today = "2026-11-21";
const madeAt = `${today}T08:00:00.000Z`;
const me = { userId: "alice", timeZone: "UTC" };
const viewer = { userId: "alice", households: [] };
const dishes = taskOf();
const bins = taskOf({ id: "00000000-0000-4000-8000-000000000002", title: "Bins" });

const shown = (changes: readonly TaskChange[], tasks = [dishes, bins]) =>
  withWaiting(
    tasks,
    changes.map((change) => ({ change, madeAt })),
    viewer,
  );

test("what waits is shown in its order, and says on which days", () => {
  const [first, second] = shown([
    completeOccurrence(dishes.id, today, me),
    undoCompletion(dishes.id, today),
    skipOccurrence(dishes.id, today, me),
    noteDay(dishes.id, "2026-11-20", "Late", ""),
    putOff(dishes.id, "2026-11-22", "2026-11-23"),
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
  const tasks = shown([create, completeOccurrence(id, today, me)]);
  expect(tasks.map(({ title }) => title)).toEqual(["Dishes", "Bins", "Water"]);
  expect(tasks[2]).toMatchObject({ ownerId: "alice", waitingDays: [today, today] });
  expect(tasks[2]?.completedDays.has(toDayNumber(today))).toBe(true);
  expect(shown([create], [taskOf({ id, title: "Water" })])).toHaveLength(1);
});

test("what is about a task that is not there shows nothing", () => {
  expect(shown([completeOccurrence(bins.id, today, me)], [dishes])).toEqual([dishes]);
});
