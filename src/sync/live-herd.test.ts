import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { randomFrom } from "../../tests/support/random.ts";
import type { RealtimeSystemPayload, Supabase } from "../supabase/client.ts";
import { LiveConnection } from "./live-connection.ts";

/** What open pages ask of a server whose Realtime is in trouble, and at its return. */

const [STEP, SECOND, MINUTE] = [120, 1_000, 60_000];

/** Of the random part of each wait. */
const SEED = 1;

type Listener = (_: never) => void;

/** What happens to a join: "refuse", or a time in milliseconds after which an accepted one is dropped. */
type Behaviour = "refuse" | number;

/** What the server says next. */
let answers: { at: number; say: () => void }[] = [];

const answerIn = (delay: number, say: () => void) =>
  void answers.push({ at: Date.now() + delay, say });

/** Pages on a server of which a test says how it behaves; `joins` and `reads` are the instants of each. */
async function openPages(count: number, behaviourNow: () => Behaviour) {
  const joins: number[] = [];
  const reads: number[] = [];
  const openPage = () => {
    const listeners: Record<string, Listener> = {};
    let tell = (_: string) => {};
    const channel = {
      on(type: string, _: object, listener: Listener) {
        listeners[type] = listener;
        return channel;
      },
      subscribe(listener: typeof tell) {
        tell = listener;
        joins.push(Date.now());
        answerIn(50, () => {
          const behaviour = behaviourNow();
          if (behaviour === "refuse") return listener("CHANNEL_ERROR");
          listener("SUBSCRIBED");
          const ready: Pick<RealtimeSystemPayload, "status"> = { status: "ok" };
          listeners.system?.(ready as never);
          if (Number.isFinite(behaviour)) answerIn(behaviour, () => listener("CLOSED"));
        });
      },
    };
    const supabase = {
      auth: { refreshSession: async () => {} },
      realtime: {
        ...{ setAuth: async () => {}, sendBuffer: [], sendHeartbeat: async () => {} },
        pendingHeartbeatRef: null,
      },
      channel: () => channel,
      removeAllChannels: async () => [],
    };
    const connection = new LiveConnection({
      supabase: async () => supabase as unknown as Supabase,
      topic: "user:alice",
      onMessage: () => {},
      resync: async () => void reads.push(Date.now()),
    });
    connection.start();
    return {
      stop: () => connection.stop(),
      drop: () => tell("CLOSED"),
      isLive: () => connection.getState() === "live",
    };
  };
  const pages: ReturnType<typeof openPage>[] = [];
  // Within the minute before.
  while (pages.length < count) {
    pages.push(openPage());
    await pass(MINUTE / count);
  }
  return { pages, joins, reads };
}

/** Most in one span of that many milliseconds since an instant. */
function most(instants: readonly number[], span: number, since: number): number {
  const counts = new Map<number, number>();
  for (const instant of instants) {
    if (instant < since) continue;
    const place = Math.floor((instant - since) / span);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** In steps: Vitest's own asynchronous clock waits for a real one at each of the many timers. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += STEP) {
    vi.advanceTimersByTime(STEP);
    const due = answers.filter(({ at }) => at <= Date.now());
    answers = answers.filter((answer) => !due.includes(answer));
    for (const { say } of due) say();
    await new Promise(setImmediate);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const random = randomFrom(SEED);
  vi.spyOn(Math, "random").mockImplementation(() => random(1_000_000) / 1_000_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ["refuses every join", "refuse"],
  ["accepts and drops at once", 0],
  ["accepts and drops after a second", SECOND],
  ["accepts and drops after ten seconds", 10 * SECOND],
] as const)(
  "a server that %s is read twice a minute by each page, and asked for a channel as often",
  async (_, behaviour) => {
    const { pages, joins, reads } = await openPages(10, () => behaviour);
    await pass(5 * MINUTE);
    const since = Date.now();
    await pass(5 * MINUTE);
    // Half a minute at least between two joins, and one read between them at most, beside each one's own.
    expect(most(reads, MINUTE, since)).toBeLessThanOrEqual(3 * pages.length);
    expect(most(reads, 5 * MINUTE, since)).toBeGreaterThan(5 * pages.length);
    expect(most(reads, 5 * MINUTE, since)).toBeLessThanOrEqual(5 * 2.25 * pages.length);
    expect(most(joins, MINUTE, since)).toBeLessThanOrEqual(2 * pages.length);
    for (const page of pages) page.stop();
  },
);

test("500 pages whose Realtime is away for ten minutes read as often as before, and come back within a minute, spread over it", {
  tags: ["all"],
}, async () => {
  let behaviour: Behaviour = Number.POSITIVE_INFINITY;
  const { pages, joins, reads } = await openPages(500, () => behaviour);
  behaviour = "refuse";
  const gone = Date.now();
  for (const page of pages) page.drop();
  await pass(10 * MINUTE);
  expect(most(reads, MINUTE, gone)).toBeLessThanOrEqual(2 * pages.length);
  expect(most(reads, SECOND, gone)).toBeLessThanOrEqual(pages.length / 10);
  behaviour = Number.POSITIVE_INFINITY;
  const back = Date.now();
  await pass(MINUTE + SECOND);
  expect(pages.filter((page) => page.isLive())).toHaveLength(pages.length);
  expect(most(joins, SECOND, back)).toBeLessThanOrEqual(pages.length / 10);
  expect(most(reads, SECOND, back)).toBeLessThanOrEqual(pages.length / 10);
  for (const page of pages) page.stop();
});
