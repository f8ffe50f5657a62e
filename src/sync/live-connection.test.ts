import { focusManager } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeSystemPayload, Supabase } from "../supabase/client.ts";
import { LiveConnection } from "./live-connection.ts";

const MINUTE = 60_000;

/** A server that answers each join at once, and says nothing but what the test lets it say. */
function connect({ answer = "SUBSCRIBED" } = {}) {
  let say = (_: Partial<RealtimeSystemPayload>) => {};
  let hear = (_: { event: string; payload: unknown }) => {};
  let tell = (_: string) => {};
  const refreshSession = vi.fn(async () => {});
  const sendHeartbeat = vi.fn(async () => {});
  const realtime = {
    ...{ setAuth: async () => {}, sendBuffer: [], sendHeartbeat },
    pendingHeartbeatRef: null as string | null,
  };
  const channel = {
    on(type: string, _: object, listener: typeof say & typeof hear) {
      if (type === "system") say = listener;
      else hear = listener;
      return channel;
    },
    subscribe: vi.fn((listener: typeof tell) => {
      tell = listener;
      tell(answer);
    }),
  };
  const removeAllChannels = vi.fn(async () => []);
  const supabase = {
    auth: { refreshSession },
    realtime,
    channel: () => channel,
    removeAllChannels,
  };
  const resync = vi.fn(async () => {});
  const connection = new LiveConnection({
    supabase: async () => supabase as unknown as Supabase,
    topic: "user:alice",
    onMessage: () => {},
    resync,
  });
  connection.start();
  return {
    ...{ connection, resync, refreshSession, realtime, sendHeartbeat, removeAllChannels },
    joins: channel.subscribe,
    hear: () => hear({ event: "list_changed", payload: {} }),
    say: (status: "ok" | "error") => say({ status }),
    end: (status: "CLOSED" | "TIMED_OUT") => tell(status),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

test("a server is live when it says that it is ready, however long that takes it", async () => {
  const { connection, resync, say } = connect();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(connection.getState()).toBe("reconnecting");
  resync.mockClear();
  say("ok");
  expect(connection.getState()).toBe("live");
  expect(resync).toHaveBeenCalledOnce();
  connection.stop();
});

test("an older server, which never says it, is live in the end", async () => {
  const { connection, resync } = connect();
  await vi.advanceTimersByTimeAsync(5_000);
  // The list has been read meanwhile.
  expect(resync).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(connection.getState()).toBe("live");
  connection.stop();
});

test("a server that says it failed is not live", async () => {
  const { connection, say } = connect();
  await vi.advanceTimersByTimeAsync(MINUTE);
  say("error");
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(connection.getState()).toBe("reconnecting");
  connection.stop();
});

test("a server that refuses every join is asked once a minute in the end, and the list is read all the same", async () => {
  const { connection, resync, joins } = connect({ answer: "CHANNEL_ERROR" });
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(resync.mock.calls.length).toBeGreaterThanOrEqual(13);
  joins.mockClear();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(joins.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(joins.mock.calls.length).toBeLessThanOrEqual(20);
  connection.stop();
});

test("a page that is hidden for five minutes leaves its channel, and is back and read when it is shown", async () => {
  const { connection, resync, joins, removeAllChannels, say } = connect();
  await vi.advanceTimersByTimeAsync(0);
  say("ok");
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(connection.getState()).toBe("live");
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(removeAllChannels).toHaveBeenCalledOnce();
  expect(joins).toHaveBeenCalledOnce();
  resync.mockClear();
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(joins).toHaveBeenCalledTimes(2);
  say("ok");
  expect(connection.getState()).toBe("live");
  expect(resync).toHaveBeenCalledOnce();
  connection.stop();
});

test("a page that is hidden for less keeps its channel", async () => {
  const { connection, joins, removeAllChannels, say } = connect();
  await vi.advanceTimersByTimeAsync(0);
  say("ok");
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(joins).toHaveBeenCalledOnce();
  expect(removeAllChannels).not.toHaveBeenCalled();
  connection.stop();
});

test.each([
  ["CLOSED", 1],
  ["TIMED_OUT", 0],
] as const)("a channel that ends with %s renews the session %i times", async (status, times) => {
  const { connection, refreshSession, end } = connect();
  await vi.advanceTimersByTimeAsync(1_000);
  end(status);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(refreshSession).toHaveBeenCalledTimes(times);
  connection.stop();
});

test("heartbeats are frequent for a minute after something was heard, then they are the library's", async () => {
  const { connection, sendHeartbeat, say, hear } = connect();
  await vi.advanceTimersByTimeAsync(0);
  say("ok");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(sendHeartbeat).toHaveBeenCalledTimes(13);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(sendHeartbeat).toHaveBeenCalledTimes(13);
  hear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sendHeartbeat).toHaveBeenCalledTimes(16);
  connection.stop();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(sendHeartbeat).toHaveBeenCalledTimes(16);
});

test("a heartbeat of the library's may be answered; one of ours that is not ends the connection", async () => {
  const { connection, realtime, sendHeartbeat, say } = connect();
  await vi.advanceTimersByTimeAsync(0);
  realtime.pendingHeartbeatRef = "the library's";
  say("ok");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sendHeartbeat).not.toHaveBeenCalled();
  realtime.pendingHeartbeatRef = null;
  sendHeartbeat.mockImplementation(async () => {
    realtime.pendingHeartbeatRef ??= "ours";
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sendHeartbeat).toHaveBeenCalledTimes(1);
  // To the library, a second one before the answer means that none will come.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sendHeartbeat).toHaveBeenCalledTimes(2);
  connection.stop();
});

test("a connection that was stopped and started again has its heartbeats", async () => {
  const { connection, sendHeartbeat, say, hear } = connect();
  await vi.advanceTimersByTimeAsync(0);
  say("ok");
  connection.stop();
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  sendHeartbeat.mockClear();
  hear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sendHeartbeat).toHaveBeenCalledTimes(3);
  connection.stop();
});
