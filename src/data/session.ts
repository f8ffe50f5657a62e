import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { arePrepared, prepareSchedules } from "../domain/recurrence.ts";
import type { Task } from "../domain/task.ts";
import type { Backend } from "./client.ts";
import { restData } from "./request-failure.ts";
import { browserStorage, StoredTasks } from "./stored-tasks.ts";
import { TaskList } from "./task-list.ts";
import { taskFromWire, type WireTask } from "./wire.ts";

/** Everything that belongs to one signed-in user in this tab, and goes with them. */
export class Session {
  readonly backend: Backend;
  readonly queryClient: QueryClient;
  readonly userId: string;
  readonly taskList: TaskList;
  readonly #ending = new AbortController();
  readonly #storedTasks: StoredTasks;

  constructor(backend: Backend, queryClient: QueryClient, userId: string) {
    this.backend = backend;
    this.queryClient = queryClient;
    this.userId = userId;
    this.#storedTasks = new StoredTasks(userId, browserStorage());
    const lastVisit = this.#storedTasks.read();
    this.taskList = new TaskList(
      queryClient,
      userId,
      (signal) => readTasks(backend, signal),
      lastVisit && arePrepared(lastVisit) ? lastVisit : undefined,
    );
    globalThis.document?.addEventListener("visibilitychange", this.#keepTasks);
  }

  /** A page that is closed or reloaded is hidden first; keeping the list then costs no tap a thing. */
  readonly #keepTasks = (): void => {
    const { tasks } = this.taskList;
    if (tasks !== undefined && document.visibilityState === "hidden")
      this.#storedTasks.write(tasks);
  };

  /** Aborted when the user is gone: a late retry must not be sent with the next user's token. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Stops what is under way and forgets all that was cached. */
  end(): void {
    globalThis.document?.removeEventListener("visibilitychange", this.#keepTasks);
    this.#storedTasks.clear();
    this.#ending.abort();
    this.queryClient.clear();
  }
}

const PAGE_SIZE = 500;

/** All tasks the user sees, ordered by id; page after page until a short one. */
async function readTasks(backend: Backend, signal: AbortSignal): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (;;) {
    const last = tasks.at(-1);
    const request = backend.rest.rpc("list_tasks", {
      page_size: PAGE_SIZE,
      ...(last && { after_id: last.id }),
    });
    const page = ((await restData(request.abortSignal(signal))) ?? []) as unknown as WireTask[];
    tasks.push(...page.map(taskFromWire));
    if (page.length < PAGE_SIZE) break;
  }
  // Before a task is shown, its rule must have its answers.
  await prepareSchedules(tasks);
  return tasks;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the signed-in user; null when nobody is signed in. */
export function useSession(): Session | null {
  return useContext(SessionContext);
}
