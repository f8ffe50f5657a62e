import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { jsonTask } from "../../../tests/support/task-fixture.ts";
import type { Session } from "../../auth/session.ts";
import { lazySupabase } from "../../supabase/client.ts";
import type { TaskChange } from "../task-change.ts";
import { sendEntry } from "./send-entry.ts";
import type { Entry } from "./storage.ts";

/** A waiting change and its answer, with the network replaced below the app's own client. */

const NOW = Date.parse("2026-11-24T20:00:00Z");
const DAY = "2026-11-24";
const task = jsonTask({ people: { alice: "Alice", bob: "Bob" } });

let requests: Request[] = [];
let answerWith: () => Response;

beforeEach(() => {
  requests = [];
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, { ...init, signal: null }));
    return answerWith();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const session = (): Session => ({
  userId: "bob",
  queryClient: new QueryClient(),
  supabase: lazySupabase({
    url: "http://backend.test",
    publishableKey: "key",
    keepsSession: false,
    // Node.js 20 has none of its own, and nothing is sent over it here.
    transport: WebSocket as never,
  }),
  signal: new AbortController().signal,
});

const by = { completedBy: "bob", completedAt: `${DAY}T08:00:00Z`, timeZone: "UTC" };
const tick: TaskChange = { kind: "complete", taskId: task.id, date: DAY, ...by };
const undo: TaskChange = { kind: "undo", taskId: task.id, date: DAY };

const entryOf = (change: TaskChange, id = "1", part: Partial<Entry> = {}): Entry => ({
  ...{ id, title: "Dishes", madeAt: `${DAY}T08:00:00.000Z`, tries: 0, change },
  ...part,
});

const answer = (status: number, body: unknown) => () => Response.json(body, { status });

/** An earlier change, as the database answers it: of that day, or of runs of days. */
const deed = (completedBy: string, days = [[20_781, 1]]) => ({
  ...{ days, status: "done", completedBy, completedAt: `${DAY}T08:05:00.000Z`, timeZone: "UTC" },
});

const taken = answer(200, task);

const firstWas = (...untaken: ReturnType<typeof deed>[]) => answer(200, { ...task, untaken });

async function leftOf(...entries: readonly Entry[]) {
  const [first] = entries;
  const settle = first && (await sendEntry(session(), first));
  return settle?.(entries) ?? "as it was";
}

test("what is taken goes, and was sent with its age in seconds", async () => {
  answerWith = taken;
  const later = entryOf(undo, "2");
  expect(await leftOf(entryOf(tick), later)).toEqual([later]);
  expect(requests.map(({ headers }) => headers.get("x-made-ago"))).toEqual(["43200"]);
});

test("without a network it stays as it was", async () => {
  answerWith = () => {
    throw new TypeError("Failed to fetch");
  };
  expect(await leftOf(entryOf(tick, "1", { tries: 9 }))).toBe("as it was");
});

test.each([
  ["a server that can't take it", 503, "no"],
  ["one that refuses the session, which may be renewed,", 401, "UNAUTHENTICATED"],
])("%s is asked ten times", async (_, status, message) => {
  answerWith = answer(status, { message });
  const [left] = (await leftOf(entryOf(tick))) as readonly Entry[];
  expect(left).toMatchObject({ tries: 1 });
  expect(left).not.toHaveProperty("outcome");
  expect(await leftOf(entryOf(tick, "1", { tries: 9 }))).toMatchObject([
    { tries: 10, outcome: { kind: "refused", code: "server" } },
  ]);
});

test("who was first is told, and the undo of what was not taken goes with it", async () => {
  answerWith = firstWas(deed("alice"));
  const later = [entryOf(undo, "2"), entryOf(undo, "3")];
  const others = [
    entryOf({ ...undo, date: "2026-11-23" }, "4"),
    entryOf({ ...undo, taskId: "bins" }, "5"),
  ];
  expect(await leftOf(entryOf(tick), ...others, ...later)).toMatchObject([
    { id: "1", outcome: { kind: "first", name: "Alice", at: `${DAY}T08:05:00.000Z` } },
    { id: "4" },
    { id: "5" },
    { id: "3" },
  ]);
});

test("an undo is told what stands all the same, and takes no other undo with it", async () => {
  answerWith = firstWas(deed("alice"));
  const later = entryOf(undo, "2");
  expect(await leftOf(entryOf(undo), later)).toMatchObject([{ outcome: { name: "Alice" } }, later]);
});

test("a catch-up is told of how many days it was taken, and who was first on the others", async () => {
  const days = [[20_771, 5]];
  const kind = {
    kind: "catch-up",
    taskId: task.id,
    catchUpId: task.id,
    days,
    status: "done",
  } as const;
  answerWith = firstWas(deed("alice", [[20_771, 2]]), deed("bob", [[20_774, 1]]));
  expect(await leftOf(entryOf({ ...kind, ...by }))).toMatchObject([
    { outcome: { kind: "first", name: "Alice", taken: 2, others: [{ name: "You" }] } },
  ]);
});

test("what was refused as something else was said since is told by whom and when", async () => {
  const details = JSON.stringify({ ...deed("alice"), status: "put_off" });
  answerWith = answer(409, { code: "PT409", message: "CHANGED_SINCE", details });
  const putOff = { kind: "put-off", taskId: task.id, dueDate: DAY, newDate: "2026-11-28" } as const;
  expect(await leftOf(entryOf(putOff))).toMatchObject([
    { outcome: { kind: "first", status: "put_off", at: `${DAY}T08:05:00.000Z` } },
  ]);
});

test("what waits for a new task that was refused is refused with it", async () => {
  const input = { title: "B", category: "", startDate: DAY, repeatValue: "daily" };
  const create = { kind: "create", taskId: task.id, input } as unknown as TaskChange;
  const error = { code: "VALIDATION_FAILED", message: "Title", issues: [] };
  answerWith = answer(422, { error });
  const other = entryOf({ ...tick, taskId: crypto.randomUUID() }, "3");
  expect(await leftOf(entryOf(create), entryOf(tick, "2"), other)).toMatchObject([
    { outcome: { code: "VALIDATION_FAILED" } },
    { outcome: { code: "not-created" } },
    other,
  ]);
});

test.each([
  ["that was set back meanwhile", "2026-11-25T08:00:00.000Z", "0"],
  ["of more than 30 days", "2026-10-01T20:00:00.000Z", String(54 * 86_400)],
])("an age %s is taken within bounds, and that is told", async (_, madeAt, ago) => {
  answerWith = taken;
  expect(await leftOf(entryOf(tick, "1", { madeAt }))).toMatchObject([
    { outcome: { kind: "clock" } },
  ]);
  expect(requests[0]?.headers.get("x-made-ago")).toBe(ago);
});

test("a refusal is told by its code, and not sent again", async () => {
  answerWith = answer(409, { code: "PT409", message: "NOTE_CHANGED" });
  const note = entryOf({ kind: "note", taskId: task.id, day: DAY, note: "Late", basedOn: "" });
  expect(await leftOf(note)).toMatchObject([
    { outcome: { kind: "refused", code: "NOTE_CHANGED" }, change: { note: "Late" } },
  ]);
});

test("a task that is out of sight is one in which one takes part no more", async () => {
  const answers = [answer(404, { code: "PT404", message: "TASK_NOT_FOUND" }), answer(200, [])];
  answerWith = () =>
    (requests.at(-1)?.url.includes("/rpc/") ? answers[0] : answers[1])?.() as Response;
  expect(await leftOf(entryOf(tick))).toMatchObject([{ outcome: { code: "left" } }]);
  answers[1] = answer(200, [{ is_active: false }]);
  expect(await leftOf(entryOf(tick))).toMatchObject([{ outcome: { code: "deleted" } }]);
});
