import { expect, test } from "vitest";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { type Entry, MOST_WAITING, parseEntries, waits, withEntry } from "./storage.ts";

const taskId = "00000000-0000-4000-8000-000000000001";
const entry = (id: string): Entry => ({
  ...{ id, title: "Bins", madeAt: "2026-11-24T08:00:00.000Z", tries: 0 },
  change: { kind: "undo", taskId, date: "2026-11-24" },
});

test("what was stored is read in its order", () => {
  const stored = ["b", "a", "c"].map(entry);
  expect(parseEntries(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test.each([undefined, null, 7, "[]", {}, [null], [{}], [{ ...entry("a"), madeAt: "soon" }]])(
  "storage that holds %j holds no changes",
  (stored) => {
    expect(parseEntries(stored)).toEqual([]);
  },
);

test("one broken entry takes no other with it", () => {
  expect(parseEntries([entry("a"), { id: "b" }, entry("c")]).map(({ id }) => id)).toEqual([
    "a",
    "c",
  ]);
});

test("a change of another version is told, and never sent", () => {
  const [known] = parseEntries([{ ...entry("a"), change: { kind: "swap", taskId, with: "bob" } }]);
  expect(known).toMatchObject({ title: "Bins", outcome: { kind: "refused", code: "unreadable" } });
  expect(known && waits(known)).toBe(false);
});

test(`at most ${MOST_WAITING} wait, and the one too many says so`, () => {
  const almost = Array.from({ length: MOST_WAITING - 1 }, (_, index) => entry(`${index}`));
  const full = withEntry(almost, entry("last"));
  expect(full.at(-1)?.id).toBe("last");
  expect(() => withEntry(full, entry("one more"))).toThrow(RequestFailure);
});
