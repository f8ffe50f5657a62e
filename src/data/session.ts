import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { type Profile, readBoard } from "./board.ts";
import type { Backend } from "./client.ts";
import { pause } from "./pause.ts";
import { browserStorage, StoredBoard } from "./stored-board.ts";
import { TaskList, type TaskReading } from "./task-list.ts";

/** Milliseconds that everything else leaves the line to the first reading of the list. */
const FIRST_READ_PATIENCE = 3_000;

/** Everything that belongs to one signed-in user in this tab, and goes with them. */
export class Session {
  readonly backend: Backend;
  readonly queryClient: QueryClient;
  readonly userId: string;
  readonly taskList: TaskList;
  /** Resolves when what is not needed to show the list may be loaded. */
  readonly firstRead: Promise<unknown>;
  readonly #ending = new AbortController();
  readonly #storedBoard: StoredBoard;

  constructor(backend: Backend, queryClient: QueryClient, userId: string) {
    this.backend = backend;
    this.queryClient = queryClient;
    this.userId = userId;
    this.#storedBoard = new StoredBoard(userId, browserStorage());
    const lastVisit = this.#storedBoard.read();
    if (lastVisit !== undefined) {
      queryClient.setQueryData(this.profileKey, lastVisit.profile, { updatedAt: 0 });
    }
    this.taskList = new TaskList(
      queryClient,
      userId,
      (signal, known) => this.#readBoard(signal, known),
      lastVisit?.tasks,
    );
    this.firstRead = Promise.race([this.taskList.firstRead, pause(FIRST_READ_PATIENCE)]);
    globalThis.document?.addEventListener("visibilitychange", this.#keepBoard);
  }

  get profileKey() {
    return ["profile", this.userId] as const;
  }

  /** The profile as far as it is known; the list brings it along. */
  get profile(): Profile | undefined {
    return this.queryClient.getQueryData<Profile>(this.profileKey);
  }

  #readBoard(signal: AbortSignal, known: string | undefined): Promise<TaskReading> {
    const before = this.profile;
    return readBoard(this.backend, signal, known, (profile) => {
      // One that was changed meanwhile is newer.
      if (this.profile === before) this.queryClient.setQueryData(this.profileKey, profile);
    });
  }

  /** A page that is closed or reloaded is hidden first; keeping the board then costs no tap a thing. */
  readonly #keepBoard = (): void => {
    const { profile } = this;
    const { tasks } = this.taskList;
    if (profile === undefined || tasks === undefined) return;
    if (document.visibilityState === "hidden") this.#storedBoard.write({ profile, tasks });
  };

  /** Aborted when the user is gone: a late retry must not be sent with the next user's token. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Stops what is under way and forgets all that was cached. */
  end(): void {
    globalThis.document?.removeEventListener("visibilitychange", this.#keepBoard);
    this.#storedBoard.clear();
    this.#ending.abort();
    this.queryClient.clear();
  }
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the signed-in user; null when nobody is signed in. */
export function useSession(): Session | null {
  return useContext(SessionContext);
}
