import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { listTasks } from "../support/actors-tasks.ts";

/** People's decisions about shares, and what they see of these. */

type Decision = "accept_sender" | "decline_sender" | "block_sender" | "unblock_sender";

export async function decide(person: Person, decision: Decision, sender: Person): Promise<void> {
  succeeded(await rpc(person, decision, { sender: sender.id }));
}
export const leave = async (person: Person, task_id: string) =>
  succeeded(await rpc(person, "leave_task", { task_id }));
export const askFor = async (person: Person, ...task_ids: string[]) =>
  succeeded(await rpc(person, "ask_for_tasks", { task_ids }));
export const complete = async (person: Person, task_id: string, completed_date = "2020-02-01") =>
  succeeded<TaskJson>(await rpc(person, "complete_task", { task_id, completed_date }));
export const rename = async (person: Person, full_name: string) =>
  succeeded(await rest(person, "PATCH", `profiles?id=eq.${person.id}`, { full_name }));

export const idsOf = async (person: Person) => (await listTasks(person)).map(({ id }) => id).sort();

export async function statuses(owner: Person, taskId: string): Promise<string[]> {
  const path = `task_shares?task_id=eq.${taskId}&select=status&order=contact_email`;
  const rows = succeeded<{ status: string }[]>(await rest(owner, "GET", path));
  return rows.map(({ status }) => status);
}
