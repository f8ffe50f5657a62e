import { randomUUID } from "node:crypto";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { type Answer, newFriends, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";

/** Shared by tests of the record: a shared task, its calls and its events. */

export async function newShared(start_date = "2020-01-01", repeat_value = "daily") {
  const [alice, bob] = await newFriends("Alice", "Bob");
  const task = await addTask(alice, { start_date, repeat_value, share_with: [bob.email] });
  const call = (person: Person, name: string, parameters: object = {}) =>
    rpc(person, name, { task_id: task.id, ...parameters });
  return { alice, bob, task, id: task.id, call };
}

export const json = (answer: Answer) => succeeded<TaskJson>(answer);
export const runs = (first: string, last: string) => [
  [toDayNumber(first), toDayNumber(last) - toDayNumber(first) + 1],
];
export const catchUp = (
  first: string,
  last: string,
  status = "done",
  id: string = randomUUID(),
) => ({
  id,
  days: runs(first, last),
  status,
});
export const completionOn = (day: string) => ({ completed_date: day });

interface EventRow {
  readonly kind: string;
  readonly days: string | null;
  readonly user_id: string | null;
  readonly details: Record<string, unknown>;
}
export const readEvents = async (person: Person, id: string) =>
  (await rest(person, "GET", `task_events?task_id=eq.${id}&order=id`)).body as EventRow[];
export const kinds = async (person: Person, id: string) =>
  (await readEvents(person, id)).map(({ kind }) => kind);
export const lastEvent = async (person: Person, id: string) =>
  (await readEvents(person, id)).at(-1);
