import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import type { Task } from "../domain/tasks/task.ts";
import { taskOf } from "./task-fixture.ts";
import { TaskList, type TaskReading } from "./task-list.ts";
import type { TaskMessage } from "./wire.ts";

/** Lets everything that is ready happen: promises and TanStack's zero-delay timers. */
const settled = () => new Promise((resolve) => setImmediate(() => setTimeout(resolve, 0)));

/** A list whose reads the test answers, one by one, when it likes. */
function controlledList() {
  const reads: AbortSignal[] = [];
  const known: (string | undefined)[] = [];
  let underWay: { end(reading: TaskReading): void } | null = null;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const taskList = new TaskList(queryClient, "alice", (signal, digest) => {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      reads.push(signal);
      known.push(digest);
      underWay = { end: resolve };
    });
  });
  const stop = new QueryObserver(queryClient, taskList.query).subscribe(() => {});
  const answerAs = async (reading: TaskReading) => {
    underWay?.end(reading);
    await settled();
  };
  const answer = (tasks: readonly Task[]) => answerAs({ tasks });
  return { taskList, queryClient, reads, known, answer, answerAs, stop };
}

const dishes = taskOf({ revision: 4 });
const completed = (revision: number): TaskMessage => ({
  type: "completion",
  taskId: dishes.id,
  revision,
  completion: { date: "2026-11-21", completedAt: "2026-11-21T08:00:00.000Z", completedBy: "bob" },
  name: "Bob",
});

describe("a message during a read", () => {
  test("is not overwritten by the read's older result", async () => {
    const { taskList, answer, stop } = controlledList();
    await answer([dishes]);
    const refresh = taskList.refresh();
    expect(taskList.receive(completed(5))).toEqual({ changed: true, missed: false });
    await answer([dishes]);
    await refresh;
    expect(taskList.tasks?.[0]?.completedDays.size).toBe(1);
    stop();
  });

  test("counts in the very first read, when nothing is known yet", async () => {
    const { taskList, answer, stop } = controlledList();
    taskList.receive(completed(5));
    await answer([dishes]);
    expect(taskList.tasks?.[0]?.completedDays.size).toBe(1);
    stop();
  });

  test("counts in whatever moment between the read's end and its being stored", async () => {
    for (let ticks = 0; ticks < 12; ticks += 1) {
      const { taskList, answer, stop } = controlledList();
      await answer([dishes]);
      const refresh = taskList.refresh();
      const answered = answer([dishes]);
      for (let tick = 0; tick < ticks; tick += 1) await null;
      taskList.receive(completed(5));
      await Promise.all([refresh, answered]);
      expect(taskList.tasks?.[0]?.completedDays.size).toBe(1);
      stop();
    }
  });

  test("that adds or removes a task holds against the read", async () => {
    const { taskList, answer, stop } = controlledList();
    const bins = taskOf({ id: "00000000-0000-4000-8000-000000000002" });
    await answer([dishes]);
    const refresh = taskList.refresh();
    taskList.receive({ type: "task", task: bins });
    taskList.receive({ type: "task_removed", taskId: dishes.id });
    await answer([dishes]);
    await refresh;
    expect(taskList.tasks).toEqual([bins]);
    stop();
  });

  test("from beyond the read makes it read again, at most three times", async () => {
    const { taskList, reads, answer, stop } = controlledList();
    await answer([dishes]);
    const refresh = taskList.refresh();
    expect(taskList.receive(completed(6))).toEqual({ changed: false, missed: false });
    await answer([dishes]);
    expect(reads).toHaveLength(3);
    taskList.receive(completed(7));
    await answer([{ ...dishes, revision: 5 }]);
    expect(reads).toHaveLength(4);
    taskList.receive(completed(8));
    await answer([{ ...dishes, revision: 5 }]);
    await refresh;
    expect(reads).toHaveLength(4);
    expect(taskList.tasks?.[0]?.revision).toBe(5);
    stop();
  });
});

test("a gap outside of a read is reported, so that the list is read again", async () => {
  const { taskList, answer, stop } = controlledList();
  await answer([dishes]);
  expect(taskList.receive(completed(6))).toEqual({ changed: false, missed: true });
  stop();
});

test("refresh drops a read that is under way, and waits for the very first one", async () => {
  const { taskList, reads, answer, stop } = controlledList();
  const first = taskList.refresh();
  await answer([dishes]);
  expect(reads).toHaveLength(2);
  const second = taskList.refresh();
  await settled();
  expect(reads).toHaveLength(3);
  expect(reads[1]?.aborted).toBe(true);
  await answer([{ ...dishes, revision: 9 }]);
  await Promise.all([first, second]);
  expect(taskList.tasks?.[0]?.revision).toBe(9);
  stop();
});

describe("the answer to a create or update", () => {
  const newer = { ...dishes, revision: 5, title: "Plates" };
  const answered: TaskMessage = { type: "task_answer", task: newer };

  test("adds a new task, and replaces a known one", async () => {
    const { taskList, answer, stop } = controlledList();
    await answer([]);
    await taskList.settle({ type: "task_answer", task: dishes }, taskList.removals);
    expect(taskList.tasks).toEqual([dishes]);
    await taskList.settle(answered, taskList.removals);
    expect(taskList.tasks).toEqual([newer]);
    stop();
  });

  test("does not bring back a task that was removed meanwhile", async () => {
    const { taskList, reads, answer, stop } = controlledList();
    await answer([dishes]);
    const { removals } = taskList;
    taskList.receive({ type: "task_removed", taskId: dishes.id });
    const settling = taskList.settle(answered, removals);
    await settled();
    expect(reads).toHaveLength(2);
    await answer([]);
    await settling;
    expect(taskList.tasks).toEqual([]);
    stop();
  });

  test("does not bring back a task that a read under way no longer has", async () => {
    const { taskList, reads, answer, stop } = controlledList();
    await answer([]);
    const { removals } = taskList;
    const refresh = taskList.refresh();
    await settled();
    const settling = taskList.settle(answered, removals);
    await answer([]);
    expect(reads).toHaveLength(3);
    await answer([]);
    await Promise.all([refresh, settling]);
    expect(taskList.tasks).toEqual([]);
    stop();
  });
});

test("an answer from further ahead resolves once the list has been read again", async () => {
  const { taskList, answer, stop } = controlledList();
  await answer([dishes]);
  let done = false;
  const settling = taskList.settle(completed(8), 0).then(() => {
    done = true;
  });
  await settled();
  expect(done).toBe(false);
  await answer([{ ...dishes, revision: 8 }]);
  await settling;
  expect(taskList.tasks?.[0]?.revision).toBe(8);
  stop();
});

test("the list of the last visit shows until the server has answered, which is believed", async () => {
  const reads: ((reading: TaskReading) => void)[] = [];
  const read = () => new Promise<TaskReading>((resolve) => reads.push(resolve));
  const queryClient = new QueryClient();
  const taskList = new TaskList(queryClient, "alice", read, [{ ...dishes, revision: 9 }]);
  const stop = new QueryObserver(queryClient, taskList.query).subscribe(() => {});
  expect(taskList.tasks?.[0]?.revision).toBe(9);
  expect(reads).toHaveLength(1);
  reads[0]?.({ tasks: [dishes] });
  await settled();
  expect(taskList.tasks).toEqual([dishes]);
  stop();
});

test("a patch leaves the list as stale as it was", async () => {
  const { taskList, queryClient, answer, stop } = controlledList();
  await answer([dishes]);
  const readAt = queryClient.getQueryState(taskList.queryKey)?.dataUpdatedAt;
  await new Promise((resolve) => setTimeout(resolve, 5));
  taskList.receive(completed(5));
  expect(queryClient.getQueryState(taskList.queryKey)?.dataUpdatedAt).toBe(readAt);
  stop();
});

describe("a list that is what the server answered", () => {
  const asked = { tasks: [dishes], digest: "d1" };

  test("is asked for by its digest, and stays when nothing has changed", async () => {
    const { taskList, known, answerAs, stop } = controlledList();
    await answerAs(asked);
    const before = taskList.tasks;
    const refresh = taskList.refresh();
    await answerAs("unchanged");
    await refresh;
    expect(taskList.tasks).toBe(before);
    void taskList.refresh();
    await answerAs("unchanged");
    expect(known).toEqual([undefined, "d1", "d1"]);
    stop();
  });

  test("has no digest once a message changed it, until it is read again", async () => {
    const { taskList, known, answerAs, stop } = controlledList();
    await answerAs(asked);
    taskList.receive(completed(5));
    const refresh = taskList.refresh();
    await answerAs({ tasks: taskList.tasks ?? [], digest: "d2" });
    await refresh;
    void taskList.refresh();
    await answerAs("unchanged");
    expect(known).toEqual([undefined, undefined, "d2"]);
    stop();
  });

  test("takes the messages that come while it is asked for", async () => {
    const { taskList, known, answerAs, stop } = controlledList();
    await answerAs(asked);
    const refresh = taskList.refresh();
    taskList.receive(completed(5));
    await answerAs("unchanged");
    await refresh;
    expect(taskList.tasks?.[0]?.completedDays.size).toBe(1);
    void taskList.refresh();
    await settled();
    expect(known).toEqual([undefined, "d1", undefined]);
    stop();
  });
});
