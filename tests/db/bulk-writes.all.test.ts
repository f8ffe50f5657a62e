import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { type Answer, newFriends, type Person, refusalCode, rest } from "../support/actors.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";

/** Direct writes to the tables, of many rows of several tasks at once, which the app never makes. */

const DAYS = 25;
const day = (n: number) => new Date(Date.UTC(2020, 1, 1 + n)).toISOString().slice(0, 10);

function shuffled<T>(list: readonly T[]): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(randomInt(rest.length), 1)[0] as T);
}

const guests = ["bulk-1@example.com", "bulk-2@example.com", "bulk-3@example.com"];

/** The requests that two people who share these tasks may send at the same moment. */
function writes(taskIds: readonly string[]) {
  const ignoring = { Prefer: "resolution=ignore-duplicates" };
  const pairs = taskIds.flatMap((task_id) =>
    Array.from({ length: DAYS }, (_, n) => ({ task_id, completed_date: day(n) })),
  );
  const some = () => shuffled(taskIds).join(",");
  return {
    complete: (person: Person) =>
      rest(person, "POST", "task_completions", shuffled(pairs), ignoring),
    undoByTask: (person: Person) =>
      rest(person, "DELETE", `task_completions?task_id=in.(${some()})`),
    undoByPerson: (person: Person) =>
      rest(
        person,
        "DELETE",
        `task_completions?user_id=eq.${person.id}&completed_date=gt.2000-01-01`,
      ),
    edit: (person: Person) => rest(person, "PATCH", `tasks?id=in.(${some()})`, { category: "New" }),
    editAll: (person: Person) =>
      rest(person, "PATCH", `tasks?user_id=eq.${person.id}`, { category: "Old" }),
    shareOne: (person: Person, others: readonly string[]) =>
      updateTask(person, taskIds[randomInt(taskIds.length)] ?? "", {}, [
        ...others,
        ...guests.slice(randomInt(guests.length)),
      ]),
    tick: (person: Person) =>
      rest(person, "POST", "rpc/complete_task", {
        task_id: taskIds[randomInt(taskIds.length)],
        completed_date: day(randomInt(DAYS)),
      }),
    undo: (person: Person) =>
      rest(person, "POST", "rpc/undo_completion", {
        task_id: taskIds[randomInt(taskIds.length)],
        completed_date: day(randomInt(DAYS)),
      }),
  };
}

/** The embedded REST answers a deadlock with only its message. */
const outcome = (answer: Answer) =>
  answer.status < 500 ? refusalCode(answer) : JSON.stringify(answer.body);

test("bulk writes in any order, with ticks among them, never wait for each other for ever", async () => {
  const [alice, bob] = await newFriends("alice", "bob");
  const tasks = await Promise.all(
    Array.from({ length: 12 }, () => addTask(alice, { share_with: [bob.email] })),
  );
  const all = writes(tasks.map(({ id }) => id));
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const answers = await Promise.all([
      all.complete(alice),
      all.complete(bob),
      all.tick(alice),
      all.undo(bob),
      all.undoByTask(alice),
      all.undoByPerson(bob),
      all.edit(alice),
      all.editAll(alice),
      all.shareOne(alice, [bob.email]),
      all.shareOne(alice, [bob.email]),
    ]);
    for (const answer of answers) if (answer.status >= 300) outcomes.add(outcome(answer));
  }
  // A caller who finds nothing left to undo, or only another's, is told so; and on a slow machine, that it is
  // not their turn yet (55P03), which isn't a deadlock: that would be detected much earlier.
  for (const told of ["NOT_ALLOWED", "COMPLETION_NOT_YOURS", "55P03"]) outcomes.delete(told);
  expect([...outcomes]).toEqual([]);
}, 120_000);
