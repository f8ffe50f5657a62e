import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Session } from "../../src/auth/session.ts";
import { liveConnection } from "../../src/sync/live-list.ts";
import { joinPrivate } from "../../stack/tests/support/realtime-client.ts";
import { PASSWORD } from "../support/actors.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import {
  completeOccurrence,
  createTask,
  deleteTask,
  undoCompletion,
  updateTask,
} from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { stackUnderTest } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";

const today = day(0);

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

let proxy: FaultProxy | undefined;
let stubborn: SupabaseClient | undefined;
afterEach(async () => {
  await stubborn?.removeAllChannels();
  await closeApps();
  await proxy?.shut();
});

async function addTask({ session }: AppClient, shareWith: string[] = []): Promise<string> {
  const id = randomUUID();
  const fields = { category: "Kitchen", title: `Chore ${id}`, startDate: today };
  await createTask(session, { id, ...fields, isShared: true, shareWith });
  return id;
}

test("a connection that is dead without a word is noticed, and what it missed is made good", async () => {
  proxy = await startFaultProxy(stackUnderTest().apiUrl);
  const alice = await openApp({ name: "Alice", apiUrl: proxy.url });
  const phone = await openApp({ name: "Alice", email: alice.email });
  proxy.silence();
  const missed = await addTask(phone);
  // The network is back, but what was connected before never hears of anything again.
  proxy.openToNew();
  // Two heartbeats until it is noticed; then each pooled connection of the requests may be dead as
  // well, and a request gives up on one after 10 s, also when memory is cleaned up meanwhile.
  const cleaning = setInterval(collectGarbage, 500);
  try {
    await eventually(() => expect(alice.task(missed)).toBeDefined());
  } finally {
    clearInterval(cleaning);
  }
  // What is fetched is not enough: the next change comes by itself.
  await eventually(() => expect(alice.live.getState()).toBe("live"));
  const next = await addTask(phone);
  await eventually(() => expect(alice.task(next)).toBeDefined());
}, 120_000);

test("a join that waits for the network when somebody signs out is not sent for the next person", async () => {
  proxy = await startFaultProxy(stackUnderTest().apiUrl);
  const bob = await openApp({ name: "Bob" });
  const { supabase, session, auth, live, frames } = await openApp({
    name: "Alice",
    apiUrl: proxy.url,
  });
  proxy.restart();
  await eventually(() => expect(supabase.getChannels()[0]?.state).toBe("joining"));
  live.stop();
  const before = frames.length;
  await proxy.open();
  await auth.signIn(bob.email, PASSWORD);
  await eventually(() => expect(auth.getState().session?.userId).toBe(bob.session.userId));
  const next = liveConnection(auth.getState().session as Session, () => {});
  next.start();
  try {
    await eventually(() => expect(next.getState()).toBe("live"));
  } finally {
    next.stop();
  }
  expect(frames.slice(before).join()).toContain(bob.session.userId);
  expect(frames.slice(before).join()).not.toContain(session.userId);
}, 60_000);

test("from the unshare on, a client that never refreshes its token gets not one message", async () => {
  const [alice, bob] = await Promise.all([openApp({ name: "Alice" }), openApp({ name: "Bob" })]);
  const { userId } = bob.session;
  const { data } = await bob.supabase.auth.getSession();
  const oldToken = data.session?.access_token ?? "";
  const { apiUrl, publishableKey } = stackUnderTest();
  stubborn = createClient(apiUrl, publishableKey, {
    accessToken: async () => oldToken,
    realtime: { transport: WebSocket as never }, // Node 20 has none of its own
  });
  const { received } = await joinPrivate(stubborn, `user:${userId}`);

  const id = await addTask(alice, [bob.email]);
  const other = await addTask(alice, [bob.email]);
  await eventually(() => expect(received).toHaveLength(2));
  await updateTask(alice.session, { id, shareWith: [] });

  const occurrence = { task: { id }, date: today };
  await updateTask(alice.session, { id, title: `Secret ${id}` });
  await completeOccurrence(alice.session, occurrence);
  await undoCompletion(alice.session, occurrence);
  await deleteTask(alice.session, { id });
  // Messages come in the order of their changes: after this one, none of those is still to come.
  await completeOccurrence(alice.session, { task: { id: other }, date: today });
  await eventually(() => expect(received.at(-1)?.payload).toMatchObject({ task: { id: other } }));
  expect(received.map(({ event }) => event)).toEqual(["task", "task", "task_removed", "task"]);
});
