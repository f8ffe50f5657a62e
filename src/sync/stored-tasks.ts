import { readKept, writeKept } from "../store/kept.ts";
import { readTaskList, type TaskList } from "./list-answer.ts";

/**
 * The list of the last visit, kept by the browser so that the next one shows it at once. All of it
 * may fail (no storage, a full one): then the next visit waits for the network, as the first.
 */

/** A list of another form is not read. */
const KEY = `rota.task-list.${import.meta.env.VITE_LIST_FORM}`;

export function readStoredTasks(userId: string): TaskList | undefined {
  try {
    const stored = JSON.parse(readKept(KEY) ?? "null");
    return stored.userId === userId ? readTaskList(stored.list) : undefined;
  } catch {
    return undefined;
  }
}

export const storeTasks = (userId: string, list: TaskList): void =>
  writeKept(KEY, JSON.stringify({ userId, list }));

export const forgetStoredTasks = (): void => writeKept(KEY, null);
