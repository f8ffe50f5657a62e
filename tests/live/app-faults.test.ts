import { randomUUID } from "node:crypto";
import { focusManager, onlineManager } from "@tanstack/react-query";
import type { ClientBase } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { failureNotice } from "../../src/supabase/failure-notice.ts";
import {
  type AppClient,
  closeApps,
  eventually,
  frameText,
  openApp,
} from "../support/app-client.ts";
import {
  completeOccurrence,
  createTask,
  undoCompletion,
  updateTask,
} from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { stackUnderTest } from "../support/environment.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { rolledBack, sql, sqlValue } from "../support/sql.ts";

const today = day(0);

let proxies: FaultProxy[] = [];
afterEach(async () => {
  await closeApps();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.restoreAllMocks();
  await Promise.all(proxies.map((proxy) => proxy.shut()));
  proxies = [];
});

async function aliceBehindProxy() {
  const proxy = await startFaultProxy(stackUnderTest().apiUrl);
  proxies.push(proxy);
  const alice = await openApp({ name: "Alice", apiUrl: proxy.url });
  return { alice, proxy };
}

async function addTask({ session }: AppClient, title = "Dishes", shareWith: string[] = []) {
  const id = randomUUID();
  await createTask(session, {
    id,
    category: "Kitchen",
    title,
    startDate: day(-3),
    isShared: shareWith.length > 0,
    shareWith,
  });
  return id;
}

const state = ({ live }: AppClient) => live.getState();
const isDone = (client: AppClient, id: string, date = today) =>
  client.task(id)?.completedDays.has(toDayNumber(date)) ?? false;
const storedDates = async (id: string) =>
  (
    await sql<{ date: string }>(
      `select completed_date::text as date from public.task_completions
       where task_id = $1 order by 1`,
      [id],
    )
  ).map(({ date }) => date);

/** Someone else's doing, without a client of theirs. */
const completeBySql = ({ session }: AppClient, id: string, date = today) =>
  sql(
    "insert into public.task_completions (task_id, completed_date, user_id) values ($1, $2, $3)",
    [id, date, session.userId],
  );

/** Resolves when another transaction waits for a lock that this one holds. */
async function somebodyWaitsFor(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await vi.waitUntil(
    () =>
      sqlValue<boolean>(
        "select exists (select from pg_stat_activity where $1 = any (pg_blocking_pids(pid)))",
        [rows[0]?.pid],
      ),
    10_000,
  );
}

/** Counts the reads of the whole list from now on. */
function countReads(): () => number {
  const requests = vi.spyOn(globalThis, "fetch");
  return () =>
    requests.mock.calls.filter(([input]) => String(input).endsWith("/rpc/list_tasks")).length;
}

describe("what was missed is made good", () => {
  test("after the connection was cut, whatever happened meanwhile", async () => {
    const { alice, proxy } = await aliceBehindProxy();
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

    await eventually(() => expect(isDone(alice, dishes)).toBe(true), 5_000);
    await eventually(() => expect(state(alice)).toBe("live"), 5_000);
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
    const reads = countReads();
    onlineManager.setOnline(true);
    await eventually(() => expect(state(alice)).toBe("live"));
    await eventually(() => expect(isDone(alice, id)).toBe(true));
    expect(reads()).toBe(1);
  });

  test("when a hidden page is shown again, with one read; while hidden it does not reconnect", async () => {
    const alice = await openApp({ name: "Alice" });
    const id = await addTask(alice);
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
    focusManager.setFocused(true);
    await eventually(() => expect(isDone(alice, id)).toBe(true));
    await eventually(() => expect(state(alice)).toBe("live"));
    expect(reads()).toBe(2);
  });
});

/** Swallows the next live message about a task; resolves when it has come. */
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

describe("writes", () => {
  test("show at once, and one that cannot be sent is taken back with its message", async () => {
    const { alice, proxy } = await aliceBehindProxy();
    const id = await addTask(alice);
    await proxy.shut();
    const outcome = completeOccurrence(alice.session, { task: { id }, date: today }).catch(
      (error: unknown) => error,
    );
    expect(isDone(alice, id)).toBe(true);
    expect(failureNotice("complete", await outcome)).toEqual({
      title: "Connection Error",
      description: "Unable to mark task as complete. Please check your connection and try again.",
    });
    expect(isDone(alice, id)).toBe(false);
    await proxy.open();
    await eventually(() => expect(state(alice)).toBe("live"));
    expect(await storedDates(id)).toEqual([]);
  });

  test("that fail take back themselves alone, each with its own outcome", async () => {
    const alice = await openApp({ name: "Alice" });
    const ids = [await addTask(alice, "Dishes"), await addTask(alice, "Bins")];
    const [first = "", second = ""] = ids;
    const outcomes = await Promise.allSettled([
      completeOccurrence(alice.session, { task: { id: first }, date: today }),
      completeOccurrence(alice.session, { task: { id: first }, date: day(30) }),
      completeOccurrence(alice.session, { task: { id: second }, date: day(30) }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(isDone(alice, first)).toBe(true);
    expect(isDone(alice, first, day(30))).toBe(false);
    expect(isDone(alice, second, day(30))).toBe(false);
  });

  test("to one task are sent one after the other, however fast they come", async () => {
    const alice = await openApp({ name: "Alice" });
    const id = await addTask(alice);
    const occurrence = { task: { id }, date: today };
    const requests = vi.spyOn(globalThis, "fetch");
    const writes = await rolledBack(async (client) => {
      await client.query("select from public.tasks where id = $1 for update", [id]);
      const started = [
        completeOccurrence(alice.session, occurrence),
        undoCompletion(alice.session, occurrence),
        completeOccurrence(alice.session, occurrence),
      ];
      expect(isDone(alice, id)).toBe(true);
      await somebodyWaitsFor(client);
      expect(requests).toHaveBeenCalledTimes(1);
      return { started };
    });
    await Promise.all(writes.started);
    expect(await storedDates(id)).toEqual([today]);
    expect(isDone(alice, id)).toBe(true);
  });

  test("whose answer was lost are sent again without doing it twice", async () => {
    const { alice, proxy } = await aliceBehindProxy();
    const before = await addTask(alice, "Bins");
    // The create waits for another with its title; its connection is cut; then it is committed.
    const creating = await rolledBack(async (client) => {
      await client.query(
        `insert into public.tasks (user_id, category, title, start_date)
         values ($1, 'Kitchen', 'Dishes', '2026-01-01')`,
        [alice.session.userId],
      );
      const writing = addTask(alice, "Dishes");
      await somebodyWaitsFor(client);
      await proxy.shut();
      return { writing };
    });
    await proxy.open();
    const id = await creating.writing;
    expect(
      alice
        .tasks()
        .map((task) => task.id)
        .sort(),
    ).toEqual([before, id].sort());
    expect(
      await sqlValue("select count(*)::int from public.tasks where user_id = $1", [
        alice.session.userId,
      ]),
    ).toBe(2);
  });

  test("of a task that was deleted meanwhile fail, and the list shows that it is gone", async () => {
    const alice = await openApp({ name: "Alice" });
    const id = await addTask(alice);
    alice.live.stop();
    await sql("update public.tasks set is_active = false where id = $1", [id]);
    await expect(
      completeOccurrence(alice.session, { task: { id }, date: today }),
    ).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    await eventually(() => expect(alice.task(id)).toBeUndefined());
  });
});
