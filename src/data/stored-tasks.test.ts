import { expect, test } from "vitest";
import { DaySet } from "../domain/day-set.ts";
import { StoredTasks } from "./stored-tasks.ts";
import { taskOf } from "./task-fixture.ts";

/** What a browser offers, with room for `room` characters. */
function storageOf(room: number): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key) => items.delete(key),
  };
}

const list = [
  taskOf({
    completedDays: DaySet.fromDays([20_000, 20_001, 20_005]),
    recentCompletions: [
      { date: "2026-11-21", completedAt: "2026-11-21T08:00:00Z", completedBy: "bob" },
    ],
  }),
];
const days = (tasks: typeof list) => tasks.map(({ completedDays }) => completedDays.toRuns());

test("a list is kept for its user alone, until it is cleared", () => {
  const storage = storageOf(10_000);
  const alices = new StoredTasks("alice", storage);
  expect(alices.read()).toBeUndefined();
  alices.write(list);
  const read = alices.read() ?? [];
  expect(read).toEqual(list);
  expect(days([...read])).toEqual(days(list));
  expect(new StoredTasks("bob", storage).read()).toBeUndefined();
  alices.clear();
  expect(alices.read()).toBeUndefined();
  expect(storage).toHaveLength(0);
});

test("without storage, or with too little, there is no list, and no old one either", () => {
  const nowhere = new StoredTasks("alice", undefined);
  nowhere.write(list);
  expect(nowhere.read()).toBeUndefined();

  const small = new StoredTasks("alice", storageOf(1_000));
  small.write([]);
  expect(small.read()).toEqual([]);
  small.write(Array.from({ length: 10 }, () => taskOf()));
  expect(small.read()).toBeUndefined();
});

test("a list that cannot be read is none", () => {
  const storage = storageOf(100);
  new StoredTasks("alice", storage).write([]);
  storage.setItem(storage.key(0) ?? "", "[{");
  expect(new StoredTasks("alice", storage).read()).toBeUndefined();
});
