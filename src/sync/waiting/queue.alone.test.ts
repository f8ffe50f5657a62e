import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Session } from "../../auth/session.ts";
import type { Entries } from "./storage.ts";

/** Two tabs of a browser share the storage of waiting changes, but each has its own queue. */

const stored = vi.hoisted(() => ({ entries: [] as Entries }));
vi.mock("./storage.ts", async (original) => ({
  ...(await original<object>()),
  readEntries: async () => stored.entries,
  changeEntries: async (_: string, change: (entries: Entries) => Entries) => {
    stored.entries = change(stored.entries);
    return stored.entries;
  },
  askToStay: () => {},
}));

const closing = new AbortController();
afterEach(() => closing.abort());

async function openTab() {
  vi.resetModules();
  const session: Session = {
    userId: "bob",
    queryClient: new QueryClient(),
    supabase: () => Promise.reject(new Error("no network")),
    signal: closing.signal,
  };
  const queue = await import("./queue.ts");
  const { waiting } = await import("./waiting.ts");
  return { session, waiting, ...queue };
}

test("what one keeps the other shows, and what it takes away is gone there", async () => {
  const [one, other] = [await openTab(), await openTab()];
  const stop = other.followQueue(other.session);
  const changes = () => other.waiting.getState().changes;
  const change = { kind: "undo", taskId: "bins", date: "2026-11-24" } as const;
  await one.keep(one.session, change, "2026-11-24T08:00:00Z", new Error("no network"));
  await expect.poll(changes).toMatchObject([{ change }]);
  stored.entries = stored.entries.map((entry) => ({
    ...entry,
    outcome: { kind: "refused", code: "GONE" },
  }));
  await one.dismissUntaken(one.session);
  await expect.poll(changes).toEqual([]);
  stop();
});
