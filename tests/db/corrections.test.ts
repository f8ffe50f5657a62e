import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { createTask } from "../support/actors-tasks.ts";
import { householdOf, join, newHousehold } from "../support/households.ts";
import { inTransaction, sql } from "../support/sql.ts";

/** Who did something and when, where that is not who ticked it, or not when. */

const call = async <Body = unknown>(
  person: Person,
  name: string,
  parameters: Record<string, unknown> = {},
) => succeeded<Body>(await rpc(person, name, parameters));

/** Alice keeps a household with Bob, who is a member, Dave, a helper, and Carol, who has no account. */
async function newFlat() {
  const [alice, bob, dave] = await Promise.all([
    newPerson("alice", "Alice"),
    newPerson("bob", "Bob"),
    newPerson("dave", "Dave"),
  ]);
  const id = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, id, bob);
  await join(alice, id, dave, "helper");
  const task = succeeded<TaskJson>(
    await createTask(alice, {
      category: "Home",
      title: `Task ${randomUUID()}`,
      start_date: "2020-01-01",
      household_id: id,
    }),
  );
  const { people } = await householdOf(alice, id);
  const ids = Object.fromEntries(people.map((person) => [person.name, person.id]));
  return {
    alice,
    bob,
    dave,
    id,
    task,
    ids: ids as Record<"Alice" | "Bob" | "Carol" | "Dave", string>,
  };
}

describe("a tick on the kitchen tablet or by a label", () => {
  /** As whoever acts for a tablet or a label writes it. */
  const tickVia = (via: string, taskId: string, day: string, people: readonly string[]) =>
    inTransaction(async (client) => {
      await client.query("select set_config('rota.via', $1, true)", [via]);
      await client.query(
        `insert into public.task_completions (task_id, completed_date, user_id, people, time_zone)
         values ($1, $2, null, $3, 'Europe/Berlin')`,
        [taskId, day, people],
      );
    });

  test("says who did it and how, and nobody who said so", async () => {
    const { alice, task, ids } = await newFlat();
    await tickVia("display", task.id, "2020-01-02", [ids.Carol]);
    await tickVia("label", task.id, "2020-01-03", []);
    const read = await call<TaskJson>(alice, "read_task", { task_id: task.id });
    expect(read.recentCompletions).toMatchObject([
      { date: "2020-01-02", completedBy: null, people: [ids.Carol], via: "display" },
      { date: "2020-01-03", completedBy: null, people: [], via: "label" },
    ]);
    expect(read.recentCompletions[0]).not.toHaveProperty("saidBy");
    // The record knows her name, should she leave.
    expect(read.people[ids.Carol]).toBe("Carol");
    await call(alice, "undo_completion", { task_id: task.id, completed_date: "2020-01-03" });
    const events = await sql<{ kind: string; details: object; user_id: string | null }>(
      "select kind, details, user_id from public.task_events where task_id = $1 and kind in ('done', 'undone') order by id",
      [task.id],
    );
    expect(events).toMatchObject([
      { kind: "done", user_id: null, details: { by: null, people: [ids.Carol], via: "display" } },
      { kind: "done", user_id: null, details: { by: null, people: [], via: "label" } },
      { kind: "undone", user_id: alice.id, details: { by: null, people: [] } },
    ]);
    expect(events[2]?.details).not.toHaveProperty("via");
  });

  test("is taken back there, too", async () => {
    const { task, ids } = await newFlat();
    await tickVia("display", task.id, "2020-01-02", [ids.Carol]);
    await inTransaction(async (client) => {
      await client.query("select set_config('rota.via', 'display', true)");
      await client.query("delete from public.task_completions where task_id = $1", [task.id]);
    });
    const [undone] = await sql(
      "select user_id, details from public.task_events where task_id = $1 and kind = 'undone'",
      [task.id],
    );
    expect(undone).toMatchObject({
      user_id: null,
      details: { by: null, people: [ids.Carol], status: "done", via: "display" },
    });
  });

  test("is in a file once, by name", async () => {
    const { alice, task, ids } = await newFlat();
    await tickVia("display", task.id, "2020-01-02", [ids.Carol]);
    const { tasks } = await call<{
      tasks: { id: string; completions: unknown[]; events: { kind: string }[] }[];
    }>(alice, "export_tasks");
    const [exported] = tasks.filter(({ id }) => id === task.id);
    expect(exported?.completions).toMatchObject([{ by: { name: "Carol" }, via: "display" }]);
    expect(exported?.events.map(({ kind }) => kind)).toEqual(["created"]);
  });

  test("knows no other way", async () => {
    const { task, ids } = await newFlat();
    await expect(tickVia("clock", task.id, "2020-01-02", [ids.Carol])).rejects.toThrow(/via/);
  });
});
