import { readKept, writeKept } from "../store/kept.ts";
import { readTaskList, type TaskList } from "./list-answer.ts";

/**
 * The list of the last visit, kept by the browser so that the next one shows it at once. All of it
 * may fail (no storage, a full one): then the next visit waits for the network, as the first.
 */

/** Under which it is kept: a list of another form is not read. keep-list.ts writes it. */
export const STORED_TASKS = `rota.task-list.${import.meta.env.VITE_LIST_FORM}`;

export function readStoredTasks(userId: string): TaskList | undefined {
  try {
    const stored = JSON.parse(readKept(STORED_TASKS) ?? "null");
    return stored.userId === userId ? readTaskList(stored.list) : undefined;
  } catch {
    return undefined;
  }
}

export const forgetStoredTasks = (): void => writeKept(STORED_TASKS, null);
