import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Task } from "../domain/tasks/task.ts";
import { applyMessage, applyMessages, shareTasks } from "./cache-patch.ts";
import type { TaskMessage } from "./wire.ts";

/** How often a read is repeated that turns out to be older than a message received during it. */
const MAX_READS = 3;

/**
 * All tasks, ordered by id, or that they are as in the answer with the digest that was sent along.
 * An answer without a digest cannot be referred to later.
 */
export type TaskReading =
  | { readonly tasks: readonly Task[]; readonly digest?: string | undefined }
  | "unchanged";

/** Asks the server for the whole list, or whether it still is as in the answer with this digest. */
export type ReadTasks = (signal: AbortSignal, known: string | undefined) => Promise<TaskReading>;

/**
 * The known list of one user's tasks, kept in the query cache. Everything that changes it passes
 * here: reads of the whole list, live messages, and the answers to writes.
 *
 * A read that began before a message came may end after it and know nothing of it. So each read
 * notes the messages that come while it is under way and applies them to its result.
 */
export class TaskList {
  readonly queryKey: readonly ["tasks", string];
  readonly #queryClient: QueryClient;
  readonly #read: ReadTasks;
  /** The digest of every list that is exactly what the server answered; a patched list has none. */
  readonly #digests = new WeakMap<readonly Task[], string>();
  readonly #journals = new Set<TaskMessage[]>();
  readonly #lastVisit: readonly Task[] | undefined;
  /** Resolves when the server has answered for the first time, or not answered in time. */
  readonly firstRead: Promise<void>;
  #removals = 0;

  /** `lastVisit` is an older list to show until the server has answered. */
  constructor(
    queryClient: QueryClient,
    userId: string,
    read: ReadTasks,
    lastVisit?: readonly Task[],
  ) {
    this.queryKey = ["tasks", userId];
    this.#queryClient = queryClient;
    this.#lastVisit = lastVisit;
    let ended = () => {};
    this.firstRead = new Promise((resolve) => {
      ended = resolve;
    });
    this.#read = (signal, known) => read(signal, known).finally(ended);
  }

  /** The known tasks, without the writes under way; undefined until they have been read. */
  get tasks(): readonly Task[] | undefined {
    return this.#queryClient.getQueryData<readonly Task[]>(this.queryKey);
  }

  get query() {
    return queryOptions<readonly Task[]>({
      queryKey: this.queryKey,
      queryFn: ({ signal }) => this.#load(signal),
      structuralSharing: (previous, next) =>
        this.#share(previous as readonly Task[] | undefined, next as readonly Task[]),
      ...(this.#lastVisit && { initialData: this.#lastVisit, initialDataUpdatedAt: 0 }),
      // What a hidden page or a lost network missed is fetched by the live connection, once.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    });
  }

  #share(previous: readonly Task[] | undefined, next: readonly Task[]): readonly Task[] {
    const shared = shareTasks(previous, next);
    const digest = this.#digests.get(next);
    if (digest !== undefined) this.#digests.set(shared, digest);
    return shared;
  }

  /** Reads the list and brings it up to the messages that came meanwhile. */
  async #load(signal: AbortSignal): Promise<readonly Task[]> {
    for (let reads = 1; ; reads += 1) {
      const { tasks, missed } = await this.#readAndReplay(signal);
      // A message is sent after its change is committed: a read that begins later includes it.
      if (!missed || reads === MAX_READS) return tasks;
    }
  }

  async #readAndReplay(signal: AbortSignal) {
    const journal: TaskMessage[] = [];
    this.#journals.add(journal);
    const known = this.tasks ?? [];
    try {
      const reading = await this.#read(signal, this.#digests.get(known));
      this.#removals += 1;
      if (reading === "unchanged") return applyMessages(known, journal.splice(0));
      if (reading.digest) this.#digests.set(reading.tasks, reading.digest);
      return applyMessages(reading.tasks, journal.splice(0));
    } finally {
      // TanStack Query stores the result a few microtasks later. What comes before that is applied
      // once more after it.
      setTimeout(() => {
        this.#journals.delete(journal);
        const missed = journal.map((message) => this.#apply(message).missed);
        if (missed.includes(true)) void this.#refreshIfPossible();
      });
    }
  }

  /**
   * Takes in a live message. `changed` is false when it said nothing new; `missed` is true when
   * messages before it were lost and the list must be read again.
   */
  receive(message: TaskMessage): { readonly changed: boolean; readonly missed: boolean } {
    return this.#apply(message);
  }

  /** How often tasks may have gone from the list; for `settle`, to be taken when a write starts. */
  get removals(): number {
    return this.#removals;
  }

  /**
   * Takes in the answer to a write; resolves when the known list has it. The answer of a create is
   * a new task unless something was removed since the write started: then it may have come too late,
   * and the list is read instead.
   */
  async settle(message: TaskMessage, removalsAtStart: number): Promise<void> {
    const isNew = this.#removals === removalsAtStart && this.#journals.size === 0;
    const { missed } = this.#apply(
      message.type === "task_answer" && isNew ? { type: "task", task: message.task } : message,
    );
    if (missed) await this.#refreshIfPossible();
    // A read under way may be what brings it; until then the pending write shows it.
    else await this.#cached()?.promise?.catch(() => undefined);
  }

  #apply(message: TaskMessage) {
    for (const journal of this.#journals) journal.push(message);
    if (message.type === "task_removed") this.#removals += 1;
    const before = this.tasks;
    // Nothing is known yet: the first read includes the change, or has it in its journal.
    if (before === undefined) return { changed: false, missed: false };
    const { tasks, missed } = applyMessage(before, message);
    if (tasks !== before) {
      // A patch makes one task fresh, not the list: it goes stale when it would have.
      const updatedAt = this.#cached()?.state.dataUpdatedAt ?? 0;
      this.#queryClient.setQueryData(this.queryKey, tasks, { updatedAt });
    }
    // A read under way notices by itself, from its journal, when it began too early.
    return { changed: tasks !== before, missed: missed && this.#journals.size === 0 };
  }

  /**
   * Reads the list again, beginning now: a read under way is dropped, as it may have begun before
   * whatever is to be made good. Rejects when the attempts of spec §7 all fail.
   */
  async refresh(): Promise<void> {
    // TanStack Query does not drop the very first read; wait for it and read once more.
    if (this.tasks === undefined) await this.#cached()?.promise?.catch(() => undefined);
    await this.#queryClient.refetchQueries(
      { queryKey: this.queryKey, exact: true },
      { throwOnError: true },
    );
  }

  /** A failed read stays visible in the query's state; the live connection tries again. */
  async #refreshIfPossible(): Promise<void> {
    await this.refresh().catch(() => undefined);
  }

  #cached() {
    return this.#queryClient.getQueryCache().find({ queryKey: this.queryKey });
  }
}
