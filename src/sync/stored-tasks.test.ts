import { afterEach, expect, test, vi } from "vitest";
import { jsonTask } from "../../tests/support/task-fixture.ts";
import { forgetStoredTasks, readStoredTasks, storeTasks } from "./stored-tasks.ts";

/** A browser's storage with room for `room` characters. */
function provideStorage(room: number): Map<string, string> {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  });
  return items;
}

afterEach(() => vi.unstubAllGlobals());

const profile = { fullName: "Alice", timeZone: "Asia/Tokyo" };
const listOf = (count: number) => ({
  profile,
  invitations: [],
  households: [],
  tasks: Array.from({ length: count }, (_, n) => jsonTask({ id: String(n) })),
  names: "n",
});

test("a list is kept for its user alone, until it is forgotten", () => {
  const items = provideStorage(10_000);
  expect(readStoredTasks("alice")).toBeUndefined();
  storeTasks("alice", listOf(2));
  expect(readStoredTasks("alice")).toEqual(listOf(2));
  expect(readStoredTasks("bob")).toBeUndefined();
  forgetStoredTasks();
  expect(readStoredTasks("alice")).toBeUndefined();
  expect(items.size).toBe(0);
});

test("without storage, or with too little, there is no list, and no old one either", () => {
  storeTasks("alice", listOf(1));
  expect(readStoredTasks("alice")).toBeUndefined();
  provideStorage(1_000);
  storeTasks("alice", listOf(0));
  expect(readStoredTasks("alice")).toEqual(listOf(0));
  storeTasks("alice", listOf(10));
  expect(readStoredTasks("alice")).toBeUndefined();
});

test("what cannot be read is no list", () => {
  const items = provideStorage(10_000);
  storeTasks("alice", listOf(0));
  const [key = ""] = items.keys();
  for (const broken of ["[{", "{}", "7", "null", '{"userId":"alice"}']) {
    items.set(key, broken);
    expect(readStoredTasks("alice"), broken).toBeUndefined();
  }
  storeTasks("alice", listOf(1));
  const whole = items.get(key) ?? "";
  expect(readStoredTasks("alice")).toBeDefined();
  for (const part of [
    "profile",
    "invitations",
    "tasks",
    "title",
    "people",
    "revision",
    "putOffs",
  ]) {
    items.set(key, whole.replace(`"${part}"`, '"other"'));
    expect(readStoredTasks("alice"), part).toBeUndefined();
    items.set(key, whole.replace(new RegExp(`"${part}":`), `"${part}":true,"other":`));
    if (part !== "profile") expect(readStoredTasks("alice"), part).toBeUndefined();
  }
});
