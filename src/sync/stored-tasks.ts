import { isTaskJson } from "../domain/tasks/task-json.ts";
import type { TaskList } from "./task-list.ts";

/**
 * The list of the last visit, kept by the browser so that the next one shows it at once. All of it
 * may fail (no storage, a full one): then the next visit waits for the network, as the first.
 */

/** A list of another form is not read. */
const KEY = `rota.task-list.${import.meta.env.VITE_LIST_FORM}`;

interface Stored {
  readonly userId: string;
  readonly list: TaskList;
}

/** Anybody may have written there: what the screens could not bear is no list. */
function isStored(value: unknown): value is Stored {
  const { list } = value as Partial<Stored>;
  return (
    list?.profile !== undefined &&
    Array.isArray(list.invitations) &&
    Array.isArray(list.households) &&
    list.tasks.every(isTaskJson)
  );
}

export function readStoredTasks(userId: string): TaskList | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isStored(stored) && stored.userId === userId ? stored.list : undefined;
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
