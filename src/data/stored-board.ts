import type { Task } from "../domain/tasks/task.ts";
import type { Profile } from "./board.ts";
import { taskFromWire, taskToWire, type WireTask } from "./wire.ts";

/** Goes up when the stored form changes; boards of another form are not read. */
const FORM = 2;

/** What the first screen shows; the profile says which day is today. */
export interface KnownBoard {
  readonly profile: Profile;
  readonly tasks: readonly Task[];
}

/**
 * The last known board of one user, kept by the browser so that the next visit shows it at once. All
 * of it may fail (no storage, a full one): then the next visit waits for the network, as the first.
 */
export class StoredBoard {
  readonly #key: string;
  readonly #storage: Storage | undefined;

  constructor(userId: string, storage: Storage | undefined) {
    this.#key = `rota.board.${FORM}.${userId}`;
    this.#storage = storage;
  }

  read(): KnownBoard | undefined {
    try {
      const stored = JSON.parse(this.#storage?.getItem(this.#key) ?? "null") as {
        readonly profile: Profile;
        readonly tasks: readonly WireTask[];
      } | null;
      return stored ? { ...stored, tasks: stored.tasks.map(taskFromWire) } : undefined;
    } catch {
      return undefined;
    }
  }

  write({ profile, tasks }: KnownBoard): void {
    try {
      const stored = { profile, tasks: tasks.map(taskToWire) };
      this.#storage?.setItem(this.#key, JSON.stringify(stored));
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
