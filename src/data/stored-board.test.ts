import { expect, test } from "vitest";
import { DaySet } from "../domain/dates/day-set.ts";
import { StoredBoard } from "./stored-board.ts";
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
const profile = { fullName: "Alice", timeZone: "Asia/Tokyo" };
const board = (tasks: typeof list) => ({ profile, tasks });

test("a board is kept for its user alone, until it is cleared", () => {
  const storage = storageOf(10_000);
  const alices = new StoredBoard("alice", storage);
  expect(alices.read()).toBeUndefined();
  alices.write(board(list));
  const read = alices.read();
  expect(read).toEqual(board(list));
  expect(read?.tasks[0]?.completedDays.toRuns()).toEqual(list[0]?.completedDays.toRuns());
  expect(new StoredBoard("bob", storage).read()).toBeUndefined();
  alices.clear();
  expect(alices.read()).toBeUndefined();
  expect(storage).toHaveLength(0);
});

test("without storage, or with too little, there is no board, and no old one either", () => {
  const nowhere = new StoredBoard("alice", undefined);
  nowhere.write(board(list));
  expect(nowhere.read()).toBeUndefined();

  const small = new StoredBoard("alice", storageOf(1_000));
  small.write(board([]));
  expect(small.read()).toEqual(board([]));
  small.write(board(Array.from({ length: 10 }, () => taskOf())));
  expect(small.read()).toBeUndefined();
});

test("a board that cannot be read is none", () => {
  const storage = storageOf(200);
  const alices = new StoredBoard("alice", storage);
  alices.write(board([]));
  for (const broken of ["[{", "{}", "7"]) {
    storage.setItem(storage.key(0) ?? "", broken);
    expect(alices.read()).toBeUndefined();
  }
});
