import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import type { Session } from "../../src/auth/session.ts";
import { liveConnection } from "../../src/sync/live-list.ts";
import { PASSWORD } from "../support/actors.ts";
import { closeApps, openApp } from "../support/app-client.ts";
import { stackUnderTest } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { addTask } from "../support/troubled-app.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

let proxy: FaultProxy | undefined;
afterEach(async () => {
  await closeApps();
  await proxy?.shut();
});

test("a connection that is dead without a word is noticed, and what it missed is made good", async () => {
  proxy = await startFaultProxy(stackUnderTest().apiUrl);
  const alice = await openApp({ name: "Alice", apiUrl: proxy.url });
  const phone = await openApp({ name: "Alice", email: alice.email });
  proxy.silence();
  const missed = await addTask(phone);
  // The network is back, but earlier connections never notice anything again.
  proxy.openToNew();
  // Two heartbeats, then 10 s for each pooled connection that is dead as well.
  const cleaning = setInterval(collectGarbage, 500);
  try {
    await eventually(() => expect(alice.task(missed)).toBeDefined());
  } finally {
    clearInterval(cleaning);
  }
  // Reading the list isn't enough: the next change must arrive by itself.
  await eventually(() => expect(alice.live.getState()).toBe("live"));
  const next = await addTask(phone, "Bins");
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
