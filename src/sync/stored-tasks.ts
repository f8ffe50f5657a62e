import type { TaskList } from "./task-list.ts";

/**
 * The list of the last visit, kept by the browser so that the next one shows it at once. All of it
 * may fail (no storage, a full one): then the next visit waits for the network, as the first.
 */

/** The number goes up when the form of a list changes; lists of another form are not read. */
const KEY = "rota.task-list.4";

interface Stored {
  readonly userId: string;
  readonly list: TaskList;
}

export function readStoredTasks(userId: string): TaskList | undefined {
  try {
    const stored: Stored | null = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return stored?.userId === userId ? stored.list : undefined;
  } catch {
    return undefined;
  }
}

export function storeTasks(userId: string, list: TaskList): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, list } satisfies Stored));
  } catch {
    forgetStoredTasks(); // rather none than an old one
  }
}

export function forgetStoredTasks(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // no storage
  }
}
