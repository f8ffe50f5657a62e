import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jsonTask } from "../../tests/support/task-fixture.ts";
import type { Session } from "../auth/session.ts";
import type { Supabase } from "../supabase/client.ts";
import { parseTaskChange, type TaskChange } from "./task-change.ts";
import { taskChangeOptions } from "./task-changes.ts";
import type { Entry } from "./waiting/storage.ts";
import { NOTHING_WAITS, waiting } from "./waiting/waiting.ts";

/** The order of changes: a new one doesn't overtake those that wait. */

const queue = vi.hoisted(() => ({ keep: vi.fn(), sendQueue: vi.fn() }));
vi.mock("./waiting/queue.ts", () => queue);

const task = jsonTask();
const of = { taskId: task.id };
const tick: TaskChange = {
  ...{ kind: "complete", ...of, date: "2026-11-24" },
  ...{ completedBy: "bob", completedAt: "2026-11-24T08:00:00Z", timeZone: "UTC" },
};
const entry: Entry = {
  ...{ id: "1", madeAt: "2026-11-24T08:00:00Z", title: "Dishes", tries: 0 },
  change: { kind: "note", ...of, day: "2026-11-24", note: "Later", basedOn: "" },
};

/** The names of the calls that were sent at once. */
let sent: string[];
beforeEach(() => {
  sent = [];
  queue.keep.mockReset().mockResolvedValue({ type: "kept" });
  queue.sendQueue.mockReset().mockResolvedValue(undefined);
  waiting.setState({ changes: [entry], untaken: [] });
});
afterEach(() => waiting.setState(NOTHING_WAITS));

function send(change: TaskChange) {
  const rpc = (name: string) => {
    sent.push(name);
    return { abortSignal: async () => ({ data: task, error: null, status: 200 }) };
  };
  const session: Session = {
    userId: "bob",
    queryClient: new QueryClient(),
    supabase: async () => ({ rpc }) as unknown as Supabase,
    signal: new AbortController().signal,
  };
  return taskChangeOptions(session, task.id).mutationFn(change);
}

test("a change waits behind those that wait, though there is a network", async () => {
  expect(await send(tick)).toEqual({ type: "kept" });
  expect(queue.keep.mock.lastCall?.[1]).toBe(tick);
  expect(sent).toEqual([]);
  waiting.setState(NOTHING_WAITS);
  expect(await send(tick)).toMatchObject({ type: "task_answer" });
  expect(sent).toEqual(["complete_task"]);
});

test("a new task waits, unless others would have to know of it at once", async () => {
  const create = (isShared: boolean) => {
    const id = crypto.randomUUID();
    const input = { id, category: "Home", title: "Bins", startDate: "2026-11-24", isShared };
    return send(parseTaskChange({ kind: "create", taskId: id, input }));
  };
  expect(await create(false)).toEqual({ type: "kept" });
  await expect(create(true)).rejects.toMatchObject({ code: "NETWORK_ERROR" });
});

test("one that may not wait sends those before it, and is not sent while they wait", async () => {
  const restore: TaskChange = { kind: "restore", ...of };
  await expect(send(restore)).rejects.toMatchObject({ code: "NETWORK_ERROR" });
  expect(queue.sendQueue).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
  queue.sendQueue.mockImplementation(async () => waiting.setState(NOTHING_WAITS));
  await send(restore);
  expect(sent).toEqual(["restore_task"]);
});
