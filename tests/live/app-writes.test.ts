import type { ClientBase } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { COMPLETE_FAILED } from "../../src/completions/day-changes.ts";
import { failureNotice } from "../../src/supabase/failure-notice.ts";
import { closeApps, openApp } from "../support/app-client.ts";
import { completeOccurrence, undoCompletion } from "../support/app-writes.ts";
import { day } from "../support/day.ts";
import { eventually, until } from "../support/eventually.ts";
import type { FaultProxy } from "../support/fault-proxy.ts";
import { rolledBack, sql, sqlValue } from "../support/sql.ts";
import { addTask, aliceBehindProxy, isDone, state } from "../support/troubled-app.ts";

/** Writes that fail, wait, or get no answer. */

const today = day(0);
let network: FaultProxy | undefined;

afterEach(async () => {
  await closeApps();
  vi.restoreAllMocks();
  await network?.shut();
});

const storedDates = async (id: string) =>
  (
    await sql<{ date: string }>(
      `select completed_date::text as date from public.task_completions
       where task_id = $1 order by 1`,
      [id],
    )
  ).map(({ date }) => date);

/** Resolves when another transaction waits for a lock that this one holds. */
async function somebodyWaitsFor(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await until(() =>
    sqlValue<boolean>(
      "select exists (select from pg_stat_activity where $1 = any (pg_blocking_pids(pid)))",
      [rows[0]?.pid],
    ),
  );
}

test("writes show at once, and one that cannot be sent is taken back with its message", async () => {
  const { alice, proxy } = await aliceBehindProxy();
  network = proxy;
  const id = await addTask(alice);
  await proxy.shut();
  const outcome = completeOccurrence(alice.session, { task: { id }, date: today }).catch(
    (error: unknown) => error,
  );
  expect(isDone(alice, id)).toBe(true);
  expect(failureNotice(COMPLETE_FAILED, await outcome)).toEqual({
    title: "Connection Error",
    description: "Unable to mark task as complete. Please check your connection and try again.",
  });
  expect(isDone(alice, id)).toBe(false);
  await proxy.open();
  await eventually(() => expect(state(alice)).toBe("live"));
  expect(await storedDates(id)).toEqual([]);
});

test("writes that fail take back themselves alone, each with its own outcome", async () => {
  const alice = await openApp({ name: "Alice" });
  const ids = [await addTask(alice, "Dishes"), await addTask(alice, "Bins")];
  const [first = "", second = ""] = ids;
  const outcomes = await Promise.allSettled([
    completeOccurrence(alice.session, { task: { id: first }, date: today }),
    completeOccurrence(alice.session, { task: { id: first }, date: day(400) }),
    completeOccurrence(alice.session, { task: { id: second }, date: day(400) }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(isDone(alice, first)).toBe(true);
  expect(isDone(alice, first, day(400))).toBe(false);
  expect(isDone(alice, second, day(400))).toBe(false);
});

test("writes to one task are sent one after the other, however fast they come", async () => {
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

test("writes that waited too long for a lock are sent again", { tags: ["all"] }, async () => {
  const { alice } = await aliceBehindProxy();
  const id = await addTask(alice);
  const requests = vi.spyOn(globalThis, "fetch");
  const answers = () =>
    requests.mock.calls.flatMap(([input], n) =>
      String(input).endsWith("/rpc/complete_task") ? [requests.mock.results[n]?.value] : [],
    );
  let tick: Promise<void> = Promise.resolve();
  await rolledBack(async (client) => {
    await client.query("select from public.tasks where id = $1 for update", [id]);
    tick = completeOccurrence(alice.session, { task: { id }, date: today });
    await until(() => answers().length > 0);
    const refused = (await answers()[0]) as Response;
    expect(refused.status).toBe(500);
  });
  await tick;
  expect(answers()).toHaveLength(2);
  expect(await storedDates(id)).toEqual([today]);
});

test("writes whose answer was lost are sent again without doing it twice", async () => {
  const { alice, proxy } = await aliceBehindProxy();
  network = proxy;
  const before = await addTask(alice, "Bins");
  // The create waits for another with its title; its connection is cut; then the other is committed.
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

test("writes of a task that was deleted meanwhile fail, and the list shows that it is gone", async () => {
  const alice = await openApp({ name: "Alice" });
  const id = await addTask(alice);
  alice.live.stop();
  await sql("update public.tasks set is_active = false where id = $1", [id]);
  await expect(
    completeOccurrence(alice.session, { task: { id }, date: today }),
  ).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  await eventually(() => expect(alice.task(id)).toBeUndefined());
});
