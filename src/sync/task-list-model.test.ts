import fc from "fast-check";
import { expect, test } from "vitest";
import {
  controlledSession,
  digestOf,
  listOf,
  type Read,
  settled,
  unchanged,
} from "../../tests/support/controlled-session.ts";
import { runs, seed } from "../../tests/support/runs.ts";
import { jsonTask } from "../../tests/support/task-fixture.ts";
import type { TaskJson } from "../domain/tasks/task-json.ts";
import { applyToTaskList, refreshTaskList, type TaskEvent } from "./task-list.ts";

/** A server of a few tasks: its messages come in the order of its commits, answers at any later time. */
class ModelServer {
  readonly tasks = new Map<string, TaskJson>();
  /** A task that goes out of sight and comes back (a share) does not start again. */
  readonly #lastRevision = new Map<string, number>();

  list(): readonly TaskJson[] {
    return [...this.tasks.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  write({ kind, task, title }: WriteStep): TaskEvent | null {
    const id = `task-${task}`;
    if (kind === "remove") {
      return this.tasks.delete(id) ? { type: "task_removed", taskId: id } : null;
    }
    const revision = (this.#lastRevision.get(id) ?? 0) + 1;
    const saved = jsonTask({ ...this.tasks.get(id), id, title, revision });
    this.tasks.set(id, saved);
    this.#lastRevision.set(id, revision);
    return { type: "task", task: saved };
  }
}

interface WriteStep {
  readonly kind: "save" | "remove";
  readonly task: number;
  readonly title: string;
  /** this client did it, and gets an answer too */
  readonly own: boolean;
}
type Step = WriteStep | "deliver" | "answer" | "drop" | "join" | "snapshot" | "read ends";

const writeStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("save", "save", "save", "remove"),
  task: fc.nat(2),
  title: fc.constantFrom("Dishes", "Plates", "Cups"),
  own: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: writeStep, weight: 6 },
  { arbitrary: fc.constant<Step>("deliver"), weight: 4 },
  fc.constantFrom<Step>("answer", "drop", "join", "snapshot", "read ends"),
);

/** Runs the steps against a real query cache, and then lets everything that is under way end. */
async function run(steps: readonly Step[]) {
  const server = new ModelServer();
  const channel: TaskEvent[] = [];
  const answers: (TaskEvent | null)[] = [];
  const { session, reads, tasks, stop } = controlledSession();
  const snapshots = new Map<Read, readonly TaskJson[]>();
  const ended = new Set<Read>();
  const underWay = () => reads.find((read) => !read.signal.aborted && !ended.has(read));
  let joined = true;
  const act = (one: Step) => {
    const read = underWay();
    if (typeof one === "object") {
      const event = server.write(one);
      if (event === null) return;
      if (joined) channel.push(event);
      if (!one.own) return;
      answers.push(event.type === "task" ? { type: "task_answer", task: event.task } : null);
    } else if (one === "deliver") {
      const event = channel.shift();
      if (event) void applyToTaskList(session, event);
    } else if (one === "answer") {
      const event = answers.shift();
      if (event) void applyToTaskList(session, event);
      else if (event === null) void refreshTaskList(session).catch(() => undefined);
    } else if (one === "drop") {
      joined = false;
      channel.length = 0;
    } else if (one === "join" && !joined) {
      joined = true;
      void refreshTaskList(session).catch(() => undefined);
    } else if (one === "snapshot" && read) {
      if (!snapshots.has(read)) snapshots.set(read, server.list());
    } else if (one === "read ends" && read) {
      ended.add(read);
      const list = snapshots.get(read) ?? server.list();
      read.answer(read.knownDigest === digestOf(list) ? unchanged : listOf(list));
    }
  };
  // The channel is joined once the list has been read.
  await settled();
  act("read ends");
  for (const one of steps) {
    await settled();
    act(one);
  }
  do {
    for (const one of ["join", "deliver", "answer", "read ends"] as const) {
      await settled();
      act(one);
    }
    await settled();
  } while (!joined || channel.length > 0 || answers.length > 0 || underWay());
  stop();
  return { known: tasks(), server };
}

test("however messages, answers, losses and reads interleave, the list ends as the server's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { known, server } = await run(steps);
      expect(known).toEqual(server.list());
    }),
    { seed, numRuns: runs(2_000) },
  );
});
