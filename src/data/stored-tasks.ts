import type { Task } from "../domain/task.ts";
import { taskFromWire, taskToWire, type WireTask } from "./wire.ts";

/** Goes up when the stored form changes; lists of another form are not read. */
const FORM = 1;

/**
 * The last known list of one user, kept by the browser so that the next visit shows it at once. All
 * of it may fail (no storage, a full one): then the next visit waits for the network, as the first.
 */
export class StoredTasks {
  readonly #key: string;
  readonly #storage: Storage | undefined;

  constructor(userId: string, storage: Storage | undefined) {
    this.#key = `rota.tasks.${FORM}.${userId}`;
    this.#storage = storage;
  }

  read(): readonly Task[] | undefined {
    try {
      const stored = this.#storage?.getItem(this.#key);
      return stored ? (JSON.parse(stored) as WireTask[]).map(taskFromWire) : undefined;
    } catch {
      return undefined;
    }
  }

  write(tasks: readonly Task[]): void {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(tasks.map(taskToWire)));
    } catch {
      this.clear(); // rather none than an old one
    }
  }

  clear(): void {
    this.#storage?.removeItem(this.#key);
  }
}

/** The browser's local storage; undefined where there is none or it is blocked. */
export function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
