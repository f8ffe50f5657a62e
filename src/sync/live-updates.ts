import type { Session } from "../auth/session.ts";
import type { TaskJson } from "../domain/tasks/task-json.ts";
import { LiveConnection } from "./live-connection.ts";
import type { TaskEvent } from "./task-events.ts";
import { applyToTaskList, cachedTaskList, refreshTaskList } from "./task-list.ts";

/** Someone else completed an occurrence, and it arrived live. */
export interface LiveAnnouncement {
  readonly taskId: string;
  readonly taskTitle: string;
  /** the completer's display name */
  readonly name: string;
  /** the occurrence, `yyyy-MM-dd` */
  readonly date: string;
}

/** Between two readings of the list that messages ask for, in milliseconds. */
const READ_INTERVAL = 1_000;

/** Keeps a user's list in step with the server while it runs. */
export class LiveUpdates {
  readonly connection: LiveConnection;
  readonly #session: Session;
  #reading: ReturnType<typeof setTimeout> | undefined;
  #isOwed = false;
  readonly #listeners = new Set<(announcement: LiveAnnouncement) => void>();

  constructor(session: Session) {
    this.#session = session;
    this.connection = new LiveConnection({
      supabase: session.supabase,
      topic: `user:${session.userId}`,
      onMessage: (event, payload) => this.#receive(event, payload),
      resync: () => refreshTaskList(session),
    });
  }

  /** Calls back for each completion by someone else as it arrives. */
  onAnnouncement(listener: (announcement: LiveAnnouncement) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ignores unknown events: a newer backend may send others. */
  #receive(event: string, payload: unknown): void {
    if (event === "list_changed") this.#readAgain();
    if (event !== "task" && event !== "task_removed") return;
    const taskEvent = { type: event, ...(payload as object) } as TaskEvent;
    if (taskEvent.type === "task") this.#announce(taskEvent.task);
    void applyToTaskList(this.#session, taskEvent);
  }

  /** At most once a second: how often strangers send invitations must not keep the list from being read. */
  #readAgain(): void {
    if (this.#reading !== undefined) {
      this.#isOwed = true;
      return;
    }
    void this.connection.resync();
    this.#reading = setTimeout(() => {
      this.#reading = undefined;
      if (!this.#isOwed || this.#session.signal.aborted) return;
      this.#isOwed = false;
      this.#readAgain();
    }, READ_INTERVAL);
  }

  /** Announces completions that the cached task does not have yet. */
  #announce(task: TaskJson): void {
    const cached = cachedTaskList(this.#session)?.tasks.find(({ id }) => id === task.id);
    if (cached === undefined || cached.revision >= task.revision) return;
    const before = new Set(cached.recentCompletions.map(({ date }) => date));
    for (const { date, completedBy } of task.recentCompletions) {
      if (before.has(date) || completedBy === this.#session.userId) continue;
      const name = task.people[completedBy] ?? "Someone";
      const announcement = { taskId: task.id, taskTitle: task.title, name, date };
      for (const listener of this.#listeners) listener(announcement);
    }
  }
}
