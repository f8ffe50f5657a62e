import { expect, test } from "vitest";
import { changeEntries, readEntries } from "../../src/sync/waiting/storage.ts";
import { day } from "../support/day.ts";

const taskId = "00000000-0000-4000-8000-000000000001";

test("what waits is kept for its own account: another one neither reads nor changes it", async () => {
  const [petra, robin] = [crypto.randomUUID(), crypto.randomUUID()];
  const entry = {
    ...{ id: "entry", title: "Bins", madeAt: "2026-11-24T08:00:00.000Z", tries: 0 },
    change: { kind: "undo" as const, taskId, date: day(0) },
  };
  await changeEntries(petra, (entries) => [...entries, entry]);
  expect(await readEntries(robin)).toEqual([]);
  await changeEntries(robin, (entries) => entries.slice(1));
  expect(await readEntries(petra)).toEqual([entry]);
});
