import { LiveConnection } from "./live-connection.ts";
import { profileQuery } from "./profile.ts";
import type { Session } from "./session.ts";
import { type TaskMessage, taskMessage } from "./wire.ts";

/** Someone else completed an occurrence, and it arrived live. */
export interface LiveAnnouncement {
  readonly taskId: string;
  readonly taskTitle: string;
  /** the completer's display name */
  readonly name: string;
  /** the occurrence, `yyyy-MM-dd` */
  readonly date: string;
}

/** Keeps a user's cached data as the server's while it runs (design §6). */
export class LiveUpdates {
  readonly connection: LiveConnection;
  readonly #session: Session;
  readonly #listeners = new Set<(announcement: LiveAnnouncement) => void>();

  /** `deliver` runs what a message changes. */
  constructor(session: Session, deliver: (change: () => void) => void = (change) => change()) {
    this.#session = session;
    this.connection = new LiveConnection({
      backend: session.backend,
      topic: `user:${session.userId}`,
      goesFirst: session.firstRead,
      onMessage: (event, payload) => deliver(() => this.#receive(taskMessage(event, payload))),
      resync: () => session.taskList.refresh(),
    });
  }

  /** Calls back for each completion by someone else as it arrives. */
  onAnnouncement(listener: (announcement: LiveAnnouncement) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #receive(message: TaskMessage | null): void {
    if (message === null) return;
    const { queryClient, taskList, userId } = this.#session;
    if (message.type === "profile" && message.userId === userId) {
      void queryClient.invalidateQueries({ queryKey: profileQuery(this.#session).queryKey });
    }
    const { changed, missed } = taskList.receive(message);
    if (missed) void this.connection.resync();
    if (changed && message.type === "completion") this.#announce(message);
  }

  #announce({ taskId, completion, name }: Extract<TaskMessage, { type: "completion" }>): void {
    const task = this.#session.taskList.tasks?.find(({ id }) => id === taskId);
    if (task === undefined || completion.completedBy === this.#session.userId) return;
    const announcement = { taskId, taskTitle: task.title, name, date: completion.date };
    for (const listener of this.#listeners) listener(announcement);
  }
}
