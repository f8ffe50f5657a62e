import { QueryClient, QueryObserver } from "@tanstack/react-query";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromDayNumber } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import { withCompletion, withoutCompletion } from "./cache-patch.ts";
import { taskOf } from "./task-fixture.ts";
import { TaskList, type TaskReading } from "./task-list.ts";
import { type TaskMessage, taskToWire } from "./wire.ts";

/** Lets everything that is ready happen: promises and TanStack's zero-delay timers. */
const settled = () => new Promise((resolve) => setImmediate(() => setTimeout(resolve, 0)));

/**
 * A server of a few tasks that hands out its messages in the order of its commits, answers to
 * writes at any later time, and snapshots of the list.
 */
class ModelServer {
  readonly tasks = new Map<string, Task>();
  readonly names: Record<string, string> = { alice: "Alice", bob: "Bob" };
  /** A task that goes out of sight and comes back (a share) does not start again. */
  readonly #lastRevision = new Map<string, number>();

  list(): readonly Task[] {
    return [...this.tasks.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  write(step: WriteStep): TaskMessage | null {
    const id = `task-${step.task}`;
    const known = this.tasks.get(id);
    const date = fromDayNumber(20_000 + step.day);
    switch (step.kind) {
      case "save":
        return this.#store({ ...(known ?? taskOf({ id })), title: step.title });
      case "remove":
        return this.tasks.delete(id) ? { type: "task_removed", taskId: id } : null;
      case "rename":
        return this.#rename("bob", step.title);
      case "complete": {
        if (known === undefined) return null;
        const completion = { date, completedAt: "2026-11-21T08:00:00Z", completedBy: "bob" };
        const name = this.names.bob ?? "";
        const after = this.#next(withCompletion(known, completion, name), known);
        return { type: "completion", taskId: id, revision: after.revision, completion, name };
      }
      case "undo": {
        if (known === undefined) return null;
        const after = this.#next(withoutCompletion(known, date), known);
        return { type: "completion_undone", taskId: id, revision: after.revision, date };
      }
    }
  }

  #store(task: Task): TaskMessage {
    const revision = (this.#lastRevision.get(task.id) ?? 0) + 1;
    return { type: "task", task: this.#keep({ ...task, revision }) };
  }

  /** A write that changes nothing takes no revision, and its answer carries the current one. */
  #next(task: Task, before: Task): Task {
    if (task === before) return before;
    return this.#keep({ ...task, revision: before.revision + 1 });
  }

  #keep(task: Task): Task {
    this.tasks.set(task.id, task);
    this.#lastRevision.set(task.id, task.revision);
    return task;
  }

  #rename(userId: string, name: string): TaskMessage {
    this.names[userId] = name;
    for (const [id, task] of this.tasks) {
      if (userId in task.people) {
        this.tasks.set(id, { ...task, people: { ...task.people, [userId]: name } });
      }
    }
    return { type: "profile", userId, name };
  }
}

interface WriteStep {
  readonly kind: "save" | "remove" | "rename" | "complete" | "undo";
  readonly task: number;
  readonly day: number;
  readonly title: string;
  /** this client did it, and gets an answer too */
  readonly own: boolean;
}
type Step = WriteStep | "deliver" | "answer" | "drop" | "join" | "snapshot" | "read ends";

const writeStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("save", "complete", "complete", "undo", "remove", "rename"),
  task: fc.nat(2),
  day: fc.nat(3),
  title: fc.constantFrom("Dishes", "Plates", "Cups"),
  own: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: writeStep, weight: 6 },
  { arbitrary: fc.constant<Step>("deliver"), weight: 4 },
  fc.constantFrom<Step>("answer", "drop", "join", "snapshot", "read ends"),
);

/** What the client that wrote is answered; `revision` is the one that it wrote upon. */
function answerOf(message: TaskMessage, revision = 0): TaskMessage {
  if (message.type === "task") return { type: "task_answer", task: message.task };
  return message.type === "task_removed" ? { ...message, revision } : message;
}

/** As read_board: the tasks with their digest, or only that it is the known one. */
function reading(tasks: readonly Task[], known: string | undefined): TaskReading {
  const digest = JSON.stringify(tasks.map(taskToWire));
  return digest === known ? "unchanged" : { tasks, digest };
}

/** Runs the steps against a real query cache, and then lets everything that is under way end. */
async function run(steps: readonly Step[]) {
  const server = new ModelServer();
  const channel: TaskMessage[] = [];
  const answers: { message: TaskMessage; removals: number }[] = [];
  let reads: { snapshot: readonly Task[] | null; end(tasks: readonly Task[]): void }[] = [];
  let joined = true;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const taskList = new TaskList(queryClient, "alice", (signal, known) => {
    return new Promise((resolve, reject) => {
      const end = (tasks: readonly Task[]) => resolve(reading(tasks, known));
      const read = { snapshot: null, end };
      reads.push(read);
      signal.addEventListener("abort", () => {
        reads = reads.filter((other) => other !== read);
        reject(new Error("aborted"));
      });
    });
  });
  const refresh = () => void taskList.refresh().catch(() => undefined);
  const act = (one: Step) => {
    const [read] = reads;
    if (typeof one === "object") {
      const before = server.tasks.get(`task-${one.task}`)?.revision;
      const message = server.write(one);
      if (message === null) return;
      const changed = !("revision" in message) || message.revision !== before;
      if (changed && joined) channel.push(message);
      if (!one.own || one.kind === "rename") return;
      answers.push({ message: answerOf(message, before), removals: taskList.removals });
    } else if (one === "deliver") {
      const message = channel.shift();
      if (message && taskList.receive(message).missed) refresh();
    } else if (one === "answer") {
      const answer = answers.shift();
      if (answer) void taskList.settle(answer.message, answer.removals);
    } else if (one === "drop") {
      joined = false;
      channel.length = 0;
    } else if (one === "join" && !joined) {
      joined = true;
      refresh();
    } else if (one === "snapshot" && read) {
      read.snapshot ??= server.list();
    } else if (one === "read ends" && read) {
      reads.shift();
      read.end(read.snapshot ?? server.list());
    }
  };
  const stop = new QueryObserver(queryClient, taskList.query).subscribe(() => {});
  const everything: Step[] = ["join"];
  for (const one of steps) {
    act(one);
    await settled();
  }
  while (!joined || channel.length > 0 || answers.length > 0 || reads.length > 0) {
    for (const one of [...everything, "deliver", "answer", "read ends"] as const) {
      act(one);
      await settled();
    }
  }
  stop();
  return { known: taskList.tasks ?? [], server };
}

const shown = ({ id, title, revision, completedDays, recentCompletions }: Task) => ({
  ...{ id, title, revision, recentCompletions },
  completed: completedDays.toRuns(),
});

test("however messages, answers, losses and reads interleave, the list ends as the server's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { known, server } = await run(steps);
      expect(known.map(shown)).toEqual(server.list().map(shown));
      // Names of people who have undone all they did may linger; nobody sees them.
      for (const task of server.list()) {
        const people = known.find(({ id }) => id === task.id)?.people;
        for (const { completedBy } of task.recentCompletions) {
          expect(people?.[completedBy]).toBe(server.names[completedBy]);
        }
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);
