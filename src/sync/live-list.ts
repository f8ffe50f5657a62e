import { CLOSING_ACCOUNT, type Session } from "../auth/session.ts";
import { toDayNumber } from "../domain/dates/calendar-date.ts";
import type { Locale } from "../domain/language/locale.ts";
import { doersName } from "../domain/tasks/task.ts";
import { daysOf, isTaskJson, type TaskJson } from "../domain/tasks/task-json.ts";
import { LiveConnection } from "./live-connection.ts";
import { RECORD } from "./record-key.ts";
import { applyToTaskList, cachedTaskList, refreshTaskList, type TaskEvent } from "./task-list.ts";

/** Someone else completed an occurrence, and it arrived live. */
export interface LiveCompletion {
  readonly taskId: string;
  readonly taskTitle: string;
  /** the completer's display name */
  readonly nameFor: (locale: Locale) => string;
  /** the occurrence, `yyyy-MM-dd` */
  readonly date: string;
}

export type OnCompletion = (completion: LiveCompletion) => void;

/** At least so many milliseconds lie between two readings of the list that messages ask for. */
const READ_INTERVAL = 1_000;

/** The connection that, once started, keeps a user's list in step with the server. */
export function liveConnection(session: Session, onCompletion: OnCompletion): LiveConnection {
  let readAt = 0;
  let isWaiting = false;
  /** Readings that the latest message asks for. */
  let owed = 0;
  /** However often strangers send invitations, the list gets read. */
  function readSoon() {
    if (isWaiting) return;
    isWaiting = true;
    const read = async () => {
      isWaiting = false;
      readAt = Date.now();
      owed -= 1;
      await connection.resync();
      if (owed > 0) readSoon();
    };
    setTimeout(() => void read(), readAt + READ_INTERVAL - Date.now());
  }
  function readAgain() {
    // The database announces a commit a moment before others can read it. What the first reading brings may be
    // of another one.
    owed = 2;
    readSoon();
  }
  let recordTimer: ReturnType<typeof setTimeout> | undefined;
  /** Loaded parts of the record were read at once, so maybe too early, too. */
  function readRecordAgain() {
    clearTimeout(recordTimer);
    recordTimer = setTimeout(
      () => session.queryClient.invalidateQueries({ queryKey: [RECORD, session.userId] }),
      READ_INTERVAL,
    );
  }
  const connection = new LiveConnection({
    supabase: session.supabase,
    topic: `user:${session.userId}`,
    onMessage: (event, payload) => {
      if (event === "list_changed") readAgain();
      const taskEvent = readMessage(event, payload);
      if (taskEvent === null) return;
      if (taskEvent.type === "task") {
        if (!isKnown(session, taskEvent.task)) readRecordAgain();
        for (const completion of newCompletions(session, taskEvent.task)) onCompletion(completion);
      }
      void applyToTaskList(session, taskEvent);
    },
    resync: async () => {
      // The list of an account that is gone is refused, and that would sign out before the answer is shown.
      if (session.queryClient.isMutating({ mutationKey: CLOSING_ACCOUNT }))
        throw new Error("later");
      await refreshTaskList(session);
    },
  });
  return connection;
}

/** Parses a live message; null for one that this version does not know. */
function readMessage(event: string, payload: unknown): TaskEvent | null {
  const { task, taskId } = Object(payload);
  if (event === "task" && isTaskJson(task)) return { type: event, task };
  return event === "task_removed" ? { type: event, taskId: String(taskId) } : null;
}

const cachedTask = (session: Session, id: string) =>
  cachedTaskList(session)?.tasks.find((task) => task.id === id);

/** Whether the cached task is as new. */
const isKnown = (session: Session, { id, revision }: TaskJson) =>
  (cachedTask(session, id)?.revision ?? -1) >= revision;

/** Completions by others that the cached task does not have yet. */
function newCompletions(session: Session, task: TaskJson): LiveCompletion[] {
  const cached = cachedTask(session, task.id);
  if (cached === undefined || isKnown(session, task)) return [];
  const before = daysOf(cached.completedDays).union(daysOf(cached.skippedDays));
  return task.recentCompletions
    .filter(
      ({ date, completedBy }) => !before.has(toDayNumber(date)) && completedBy !== session.userId,
    )
    .map((done) => {
      const nameFor = (locale: Locale) => doersName(task, done, session.userId, locale);
      return { taskId: task.id, taskTitle: task.title, nameFor, date: done.date };
    });
}
