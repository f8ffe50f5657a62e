import { focusManager, MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CLOSING_ACCOUNT } from "../../src/auth/session.ts";
import { type AppClient, closeApps, frameText, openApp } from "../support/app-client.ts";
import { completeOccurrence, updateTask } from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";
import type { FaultProxy } from "../support/fault-proxy.ts";
import { sql } from "../support/sql.ts";
import { addTask, aliceBehindProxy, isDone, state } from "../support/troubled-app.ts";

/** A client catches up on everything that it missed. */

const today = day(0);
let network: FaultProxy | undefined;

afterEach(async () => {
  vi.useRealTimers();
  await closeApps();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.restoreAllMocks();
  await network?.shut();
});

/** Somebody else's deed, without a client. */
const completeBySql = ({ session }: AppClient, id: string, date = today) =>
  sql(
    "insert into public.task_completions (task_id, completed_date, user_id) values ($1, $2, $3)",
    [id, date, session.userId],
  );

/** Counts the reads of the whole list from now on. */
function countReads(): () => number {
  const requests = vi.spyOn(globalThis, "fetch").mockClear();
  return () =>
    requests.mock.calls.filter(([input]) => String(input).endsWith("/rpc/list_tasks")).length;
}

/** Expects one read of the list, and one more at most per late message; time stands still meanwhile. */
function expectOneRead({ frames }: AppClient, taskId: string): () => void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const before = frames.length;
  const reads = countReads();
  return () => {
    const late = frames.slice(before).filter((frame) => frame.includes(taskId)).length;
    expect(reads()).toBeGreaterThanOrEqual(1);
    expect(reads()).toBeLessThanOrEqual(1 + late);
  };
}

describe("what was missed is made good", () => {
  test("after the connection was cut, whatever happened meanwhile", async () => {
    const { alice, proxy } = await aliceBehindProxy();
    network = proxy;
    const bob = await openApp({ name: "Bob" });
    const dishes = await addTask(alice, "Dishes", [bob.email]);
    const bins = await addTask(bob, "Bins", [alice.email]);
    await eventually(() => expect(alice.task(bins) && bob.task(dishes)).toBeDefined());

    await proxy.shut();
    await eventually(() => expect(state(alice)).toBe("reconnecting"));
    await completeOccurrence(bob.session, { task: { id: dishes }, date: today });
    await updateTask(bob.session, { id: bins, title: "Trash", shareWith: [] });
    const plants = await addTask(bob, "Plants", [alice.email]);
    await proxy.open();

    await eventually(() => expect(isDone(alice, dishes)).toBe(true));
    await eventually(() => expect(state(alice)).toBe("live"));
    expect(alice.task(bins)).toBeUndefined();
    expect(alice.task(plants)?.title).toBe("Plants");
    const fresh = await openApp({ name: "Alice", email: alice.email });
    expect(alice.tasks()).toEqual(fresh.tasks());
  });

  test("after the server closed the channel over its token: a new one, with a good token", async () => {
    const alice = await openApp({ name: "Alice" });
    const id = await addTask(alice);
    const [channel] = alice.supabase.realtime.getChannels();
    await alice.supabase.realtime.setAuth("not a token");
    await eventually(() => {
      expect(alice.supabase.realtime.getChannels()[0]).not.toBe(channel);
      expect(state(alice)).toBe("live");
    });
    await completeBySql(alice, id);
    await eventually(() => expect(isDone(alice, id)).toBe(true));
  });

  test("when the network is back, with one read of the list", async () => {
    const alice = await openApp({ name: "Alice" });
    const id = await addTask(alice);
    onlineManager.setOnline(false);
    expect(state(alice)).toBe("offline");
    await completeBySql(alice, id);
    const expectRead = expectOneRead(alice, id);
    onlineManager.setOnline(true);
    await eventually(() => expect(state(alice)).toBe("live"));
    await eventually(() => expect(isDone(alice, id)).toBe(true));
    expectRead();
  });

  test("when a hidden page is shown again, with one read; while hidden it does not reconnect", async () => {
    const alice = await openApp({ name: "Alice" });
    const id = await addTask(alice);
    // A message that arrives during a read causes another read.
    await eventually(() => expect(alice.frames.join("\n")).toContain(id));
    await alice.live.resync();
    const reads = countReads();
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await eventually(() => expect(reads()).toBe(1));

    focusManager.setFocused(false);
    alice.sockets.at(-1)?.terminate();
    await eventually(() => expect(state(alice)).toBe("reconnecting"));
    const sockets = alice.sockets.length;
    await completeBySql(alice, id);
    expect(alice.sockets).toHaveLength(sockets);
    expect(isDone(alice, id)).toBe(false);
    expect(reads()).toBe(1);
    const expectRead = expectOneRead(alice, id);
    focusManager.setFocused(true);
    await eventually(() => expect(isDone(alice, id)).toBe(true));
    await eventually(() => expect(state(alice)).toBe("live"));
    expectRead();
  });
});

/** Drops the next live message about a task; resolves when it has arrived. */
function loseMessage({ sockets }: AppClient, taskId: string): Promise<void> {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("There is no websocket yet.");
  const emit = socket.emit.bind(socket);
  return new Promise((resolve) => {
    const spy = vi.spyOn(socket, "emit").mockImplementation((event, ...values) => {
      const isLost = event === "message" && frameText(values[0]).includes(taskId);
      if (!isLost) return emit(event, ...values);
      spy.mockRestore();
      resolve();
      return true;
    });
  });
}

test("a message that is lost without a word is made good within a minute, while the page is shown", async () => {
  const alice = await openApp({ name: "Alice" });
  const id = await addTask(alice);
  await eventually(() => expect(alice.frames.join("\n")).toContain(id));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await alice.live.resync();
  const reads = countReads();
  const lost = loseMessage(alice, id);
  await completeBySql(alice, id);
  await lost;
  expect(isDone(alice, id)).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await eventually(() => expect(isDone(alice, id)).toBe(true));
  expect(reads()).toBe(1);

  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(120_000);
  focusManager.setFocused(true);
  await eventually(() => expect(reads()).toBe(2));
  expect([state(alice), alice.sockets.length]).toEqual(["live", 1]);
});

test("a message has the list read twice, for a commit is announced before it can be read, whatever else the first one brings", async () => {
  const alice = await openApp({ name: "Alice" });
  const id = await addTask(alice);
  await eventually(() => expect(alice.frames.join("\n")).toContain(id));
  await alice.live.resync();
  const { fetch } = globalThis;
  let reads = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (!String(input).endsWith("/rpc/list_tasks")) return fetch(input, init);
    reads += 1;
    if (reads === 1) {
      // In the meantime another message comes, which also causes a read.
      await completeBySql(alice, id);
      await eventually(() => expect(isDone(alice, id)).toBe(true));
    }
    return fetch(input, init);
  });
  await sql("select private.send_list_changed(array[$1::uuid])", [alice.session.userId]);
  await eventually(() => expect(reads).toBe(3));
});

test("while the account is being closed nothing is read; it is when that was refused", async () => {
  const alice = await openApp({ name: "Alice" });
  const reads = countReads();
  const { queryClient } = alice.session;
  let refuse = () => {};
  const answer = new Promise<never>((_, reject) => {
    refuse = () => reject(new Error("another password"));
  });
  const closing = new MutationObserver(queryClient, {
    mutationKey: CLOSING_ACCOUNT,
    mutationFn: () => answer,
  }).mutate();
  await alice.live.resync();
  expect(reads()).toBe(0);
  refuse();
  await expect(closing).rejects.toThrow("another password");
  await eventually(() => expect(reads()).toBe(1));
});
