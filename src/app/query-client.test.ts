import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RequestFailure } from "../supabase/request-failure.ts";
import { backoff, createQueryClient } from "./query-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

const broken = new RequestFailure("boom", null, 500);
const refused = new RequestFailure("DUPLICATE_TASK", "DUPLICATE_TASK", 409);

/** Starts a read or a write that always fails, and counts its attempts as time passes. */
function start(kind: "read" | "write", error: Error) {
  const attempt = vi.fn(() => Promise.reject(error));
  const client = createQueryClient();
  const outcome =
    kind === "read"
      ? client.fetchQuery({ queryKey: ["x"], queryFn: attempt, retry: readRetry(client) })
      : client.getMutationCache().build(client, { mutationFn: attempt }).execute(undefined);
  const failed = outcome.then(
    () => false,
    () => true,
  );
  return { attempt, failed };
}

/** fetchQuery leaves retries out unless told; the screens' queries take the client's own. */
const readRetry = (client: ReturnType<typeof createQueryClient>) =>
  client.getDefaultOptions().queries?.retry as never;

describe("retries", () => {
  test("a read is tried three times, after one and two seconds", async () => {
    const { attempt, failed } = start("read", broken);
    await vi.advanceTimersByTimeAsync(999);
    expect(attempt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempt).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(await failed).toBe(true);
  });

  test("a write is tried twice, after one second", async () => {
    const { attempt, failed } = start("write", broken);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(attempt).toHaveBeenCalledTimes(2);
    expect(await failed).toBe(true);
  });

  test("what was too much at once is asked for again as soon as the server says", async () => {
    const busy = new RequestFailure("Too many calls at once", null, 429, [], null, 2_000);
    for (const kind of ["read", "write"] as const) {
      const { attempt, failed } = start(kind, busy);
      await vi.advanceTimersByTimeAsync(1_999);
      expect(attempt).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1_001);
      expect(attempt).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(5 * 3_000);
      expect(attempt).toHaveBeenCalledTimes(6);
      expect(await failed).toBe(true);
    }
    const { attempt, failed } = start(
      "write",
      new RequestFailure("TOO_MANY_ATTEMPTS", "TOO_MANY_ATTEMPTS", 429, [], null, 900_000),
    );
    expect(await failed).toBe(true);
    expect(attempt, "a quarter of an hour is told at once").toHaveBeenCalledTimes(1);
  });

  test("what the server refused for good is not tried again", async () => {
    for (const kind of ["read", "write"] as const) {
      const { attempt, failed } = start(kind, refused);
      expect(await failed).toBe(true);
      expect(attempt).toHaveBeenCalledTimes(1);
    }
  });

  test("offline, a write fails after its attempts instead of waiting", async () => {
    onlineManager.setOnline(false);
    const { attempt, failed } = start("write", broken);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(attempt).toHaveBeenCalledTimes(2);
    expect(await failed).toBe(true);
  });
});

test("delays double from one second up to their cap", () => {
  expect([0, 1, 2, 3, 4, 5].map((n) => backoff(30_000)(n))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000,
  ]);
  expect([0, 3, 4].map((n) => backoff(10_000)(n))).toEqual([1_000, 8_000, 10_000]);
});

test("data is read again once it is five minutes old, not before", async () => {
  const client = createQueryClient();
  const read = vi.fn(() => Promise.resolve("data"));
  const show = () => client.fetchQuery({ queryKey: ["x"], queryFn: read });
  await show();
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  await show();
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await show();
  expect(read).toHaveBeenCalledTimes(2);
});

test("a write under way that nothing on screen observes is looked at once a second, then forgotten", async () => {
  const client = createQueryClient();
  let answer = () => {};
  const mutationFn = () => new Promise<void>((resolve) => (answer = resolve));
  const observer = new MutationObserver(client, { mutationFn });
  const leave = observer.subscribe(() => {});
  const sent = observer.mutate();
  await vi.advanceTimersByTimeAsync(0);
  leave();
  const timers = vi.spyOn(globalThis, "setTimeout");
  vi.advanceTimersByTime(60_000);
  expect(timers.mock.calls.length).toBeLessThanOrEqual(60);
  answer();
  await sent;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.getMutationCache().getAll()).toEqual([]);
});
