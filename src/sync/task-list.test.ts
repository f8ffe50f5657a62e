import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  controlledSession,
  digestOf,
  listOf,
  settled,
  unchanged,
} from "../../tests/support/controlled-session.ts";
import { jsonTask } from "../../tests/support/task-fixture.ts";
import type { Session } from "../auth/session.ts";
import { storeTasks } from "./keep-list.ts";
import { applyToTaskList, refreshTaskList, type TaskEvent, taskListQuery } from "./task-list.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.rotaPreloadedTasks = undefined;
});

const dishes = jsonTask({ revision: 4 });
const plates = { ...dishes, title: "Plates", revision: 5 };
const sent: TaskEvent = { type: "task", task: plates };

test("a list that could not be read is not read again by what is mounted after that", async () => {
  let reads = 0;
  const session: Session = {
    ...controlledSession().session,
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    supabase: async () => {
      reads += 1;
      throw new Error("no");
    },
  };
  const mount = async () => {
    const stop = new QueryObserver(session.queryClient, taskListQuery(session)).subscribe(() => {});
    await settled();
    return stop;
  };
  const stops = [await mount(), await mount()];
  expect(reads).toBe(1);
  await refreshTaskList(session).catch(() => undefined);
  expect(reads).toBe(2);
  for (const stop of stops) stop();
});

describe("a message during a read", () => {
  test("starts the read again, so that an older result does not hide it", async () => {
    const { session, reads, answer, tasks, stop } = controlledSession();
    await answer([dishes]);
    const refresh = refreshTaskList(session).catch(() => undefined);
    await settled();
    const applied = applyToTaskList(session, sent);
    expect(tasks()).toEqual([plates]);
    await settled();
    expect(reads).toHaveLength(3);
    expect(reads[1]?.signal.aborted).toBe(true);
    reads[1]?.answer(listOf([dishes]));
    await answer([plates]);
    await Promise.all([refresh, applied]);
    expect(tasks()).toEqual([plates]);
    stop();
  });

  test("that removes the task holds against the read", async () => {
    const { session, answer, tasks, stop } = controlledSession();
    await answer([dishes]);
    void refreshTaskList(session).catch(() => undefined);
    await settled();
    void applyToTaskList(session, { type: "task_removed", taskId: dishes.id });
    expect(tasks()).toEqual([]);
    await answer([]);
    expect(tasks()).toEqual([]);
    stop();
  });
});

test("refresh drops a read that is under way, and waits for the very first one", async () => {
  const { session, reads, answer, tasks, stop } = controlledSession();
  await settled();
  const first = refreshTaskList(session).catch(() => undefined);
  await answer([dishes]);
  expect(reads).toHaveLength(2);
  const second = refreshTaskList(session);
  await settled();
  expect(reads).toHaveLength(3);
  expect(reads[1]?.signal.aborted).toBe(true);
  await answer([plates]);
  await Promise.all([first, second]);
  expect(tasks()).toEqual([plates]);
  stop();
});

test("an answer about a task that has left the list is settled by reading the list", async () => {
  const { session, reads, answer, tasks, stop } = controlledSession();
  await answer([]);
  const applied = applyToTaskList(session, { type: "task_answer", task: plates });
  await answer([]);
  await applied;
  expect(reads).toHaveLength(2);
  expect(tasks()).toEqual([]);
  stop();
});

describe("the digest", () => {
  test("of what is known is sent along, and no tasks mean that they are unchanged", async () => {
    const { session, reads, answer, tasks, stop } = controlledSession();
    await answer([dishes]);
    const before = tasks();
    const refresh = refreshTaskList(session);
    await settled();
    expect(reads.map(({ knownDigest }) => knownDigest)).toEqual([undefined, digestOf([dishes])]);
    reads[1]?.answer(unchanged);
    await refresh;
    expect(tasks()).toBe(before);
    stop();
  });

  test("stands for a list that a message changed, too", async () => {
    const { session, reads, answer, tasks, stop } = controlledSession();
    await answer([dishes]);
    await applyToTaskList(session, sent);
    const refresh = refreshTaskList(session);
    await settled();
    expect(reads[1]?.knownDigest).toBe(digestOf([plates]));
    reads[1]?.answer(unchanged);
    await refresh;
    expect(tasks()).toEqual([plates]);
    stop();
  });
});

test("a message leaves the list as stale as it was", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { session, answer, stop } = controlledSession();
  await answer([dishes]);
  const { queryKey } = taskListQuery(session);
  const readAt = session.queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  vi.advanceTimersByTime(5);
  await applyToTaskList(session, sent);
  expect(session.queryClient.getQueryState(queryKey)?.dataUpdatedAt).toBe(readAt);
  stop();
});

test("the list of the last visit shows until the server has answered, which is believed", async () => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  storeTasks("alice", {
    profile: { fullName: "Alice", timeZone: "UTC" },
    invitations: [],
    households: [],
    names: "",
    tasks: [plates],
  });
  const { answer, tasks, stop } = controlledSession();
  expect(tasks()).toEqual([plates]);
  await answer([dishes]);
  expect(tasks()).toEqual([dishes]);
  stop();
});

describe("the answer that the page asked for early", () => {
  const preload = (userId: string, status = 200) => {
    const list = status === 200 ? listOf([dishes]) : undefined;
    globalThis.rotaPreloadedTasks = { userId, answer: Promise.resolve({ status, list }) };
  };

  test("is the first one, once", async () => {
    preload("alice");
    const { session, reads, answer, tasks, stop } = controlledSession();
    await settled();
    expect(tasks()).toEqual([dishes]);
    expect(reads).toHaveLength(0);
    void refreshTaskList(session);
    await answer([plates]);
    expect(tasks()).toEqual([plates]);
    stop();
  });

  test("is no list where it is of another form: the next read asks", async () => {
    const list = listOf([{ ...dishes, roster: null as never }]);
    globalThis.rotaPreloadedTasks = {
      userId: "alice",
      answer: Promise.resolve({ status: 200, list }),
    };
    const { session, answer, tasks, stop } = controlledSession();
    await settled();
    expect(tasks()).toBeUndefined();
    void refreshTaskList(session);
    await answer([plates]);
    expect(tasks()).toEqual([plates]);
    stop();
  });

  test.each([
    ["is somebody else's", "bob", 200],
    ["is a refusal", "alice", 401],
  ])("does not count when it %s", async (_, userId, status) => {
    preload(userId, status);
    const { answer, tasks, stop } = controlledSession();
    await answer([plates]);
    expect(tasks()).toEqual([plates]);
    stop();
  });
});
