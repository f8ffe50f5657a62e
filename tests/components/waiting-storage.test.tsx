import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { cdp } from "vitest/browser";
import Waiting from "../../src/app/offline.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { changeEntries, readEntries } from "../../src/sync/waiting/storage.ts";
import { day } from "../support/day.ts";
import { calls, expectSent } from "./network.ts";
import { button, chore, PETRA, show } from "./show.tsx";

const taskId = "00000000-0000-4000-8000-000000000001";
const entry = {
  ...{ id: "entry", title: "Bins", madeAt: "2026-11-24T08:00:00.000Z", tries: 0 },
  change: { kind: "undo" as const, taskId, date: day(0) },
};

afterEach(() => {
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
});

/** Deletes the browser's IndexedDB, like the browser itself when it runs out of space. */
async function evict(): Promise<void> {
  const { origin } = location;
  await cdp().send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await expect.poll(() => readEntries(PETRA.id)).toEqual([]);
}

test("what waits is kept again, and sent, when the browser has thrown it away meanwhile", async () => {
  const persist = vi.spyOn(navigator.storage, "persist").mockResolvedValue(true);
  onlineManager.setOnline(false);
  const sweep = chore("Sweep");
  await show(
    <>
      <TodayTab />
      <Waiting />
    </>,
    { tasks: [sweep, chore("Mop")] },
  );
  await button("Mark Sweep as done").click();
  await expect.poll(() => readEntries(PETRA.id)).toHaveLength(1);
  await expect.poll(() => persist).toHaveBeenCalledOnce();
  await evict();
  // The next waiting change is kept beside it.
  await button("Mark Mop as done").click();
  await expect.poll(() => readEntries(PETRA.id)).toHaveLength(2);
  expect(persist).toHaveBeenCalledOnce();
  await evict();
  onlineManager.setOnline(true);
  await expectSent(calls.complete).toMatchObject([{ task_id: sweep.id }]);
  await expect.poll(() => readEntries(PETRA.id)).toHaveLength(2);
});

test("a list in which nothing waits any more is not one that was thrown away", async () => {
  const userId = crypto.randomUUID();
  const known = await changeEntries(userId, () => [entry]);
  await changeEntries(userId, () => []);
  expect(await readEntries(userId, known)).toEqual([]);
});

test("what waits is kept for its own account: another one neither reads nor changes it", async () => {
  const [petra, robin] = [crypto.randomUUID(), crypto.randomUUID()];
  await changeEntries(petra, (entries) => [...entries, entry]);
  expect(await readEntries(robin)).toEqual([]);
  await changeEntries(robin, (entries) => entries.slice(1));
  expect(await readEntries(petra)).toEqual([entry]);
});
