import { queryOptions } from "@tanstack/react-query";
import { renewRefusedSession } from "../auth/refused-session.ts";
import type { Session } from "../auth/session.ts";
import type { Deed } from "../domain/tasks/deed.ts";
import type { TaskJson } from "../domain/tasks/task-json.ts";
import { answerOf, RequestFailure } from "../supabase/request-failure.ts";
import { readTaskList, type TaskList } from "./list-answer.ts";
import { takePreloadedTasks } from "./preloaded-tasks.ts";
import { readStoredTasks } from "./stored-tasks.ts";

/** The list of one user, in the query cache. Writes under way are not in it; see use-tasks.ts. */
export function taskListQuery(session: Session) {
  return queryOptions<TaskList>({
    queryKey: ["task-list", session.userId],
    queryFn: ({ signal }) => loadTaskList(session, signal),
    initialData: () => readStoredTasks(session.userId),
    initialDataUpdatedAt: 0,
    // The live connection refetches after a hidden page or an outage.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Components mounted after a failure show it, until somebody tries again.
    retryOnMount: false,
  });
}

/** The list as last received from the server; undefined until it has been read. */
export function cachedTaskList({
  queryClient,
  userId,
}: Pick<Session, "queryClient" | "userId">): TaskList | undefined {
  return queryClient.getQueryData<TaskList>(["task-list", userId]);
}

async function loadTaskList(session: Session, signal: AbortSignal): Promise<TaskList> {
  const preloaded = await takePreloadedTasks(session.userId);
  return preloaded ?? (await askForTaskList(session, signal));
}

/**
 * Stands for a list, after live messages and answers, too: the database's private.tasks_digest works the
 * same out of its rows. Undefined where the page's address is not secure.
 */
async function digestOf({ names, tasks }: TaskList): Promise<string | undefined> {
  const text = tasks.map(({ id, revision }) => `${id}:${revision}`).join();
  const bytes = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return bytes && `${names}.${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`;
}

async function askForTaskList(session: Session, signal: AbortSignal): Promise<TaskList> {
  const cached = cachedTaskList(session);
  const digest = cached && (await digestOf(cached));
  const parameters = digest === undefined ? {} : { known_digest: digest };
  const client = await session.supabase();
  try {
    const request = client.rpc("list_tasks", parameters).abortSignal(signal);
    return await answerOf(request, (answer) => readTaskList(answer, cached));
  } catch (error) {
    const isRefused = error instanceof RequestFailure && error.status === 401;
    if (isRefused) await renewRefusedSession(session);
    throw error;
  }
}

/** A change of the list, by a live message or the answer to a write. */
export type TaskEvent =
  /** sent live, or the answer to a create: in the list whether it was there or not */
  | { readonly type: "task"; readonly task: TaskJson }
  /** the answer to another write: the task may have left the list by the time it comes */
  /** `untaken`: what came before the change, and stays */
  | {
      readonly type: "task_answer";
      readonly task: TaskJson;
      readonly untaken?: readonly Deed[] | undefined;
    }
  | { readonly type: "task_removed"; readonly taskId: string };

/**
 * The tasks, ordered by id, brought up to an event: the same array when it says nothing new, as with
 * an older revision; null when only reading the list can tell.
 */
export function withEvent(
  tasks: readonly TaskJson[],
  event: TaskEvent,
): readonly TaskJson[] | null {
  const id = event.type === "task_removed" ? event.taskId : event.task.id;
  const cached = tasks.find((task) => task.id === id);
  if (event.type === "task_removed")
    return cached ? tasks.filter((task) => task !== cached) : tasks;
  const { task } = event;
  if (cached) {
    if (task.revision < cached.revision) return tasks;
    return tasks.map((other) => (other === cached ? task : other));
  }
  if (event.type === "task_answer") return null;
  return [...tasks, task].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Takes in a live message or the answer to a write. A read under way may have begun before it, so
 * it begins again. Resolves when the list has it.
 */
export async function applyToTaskList(session: Session, event: TaskEvent): Promise<void> {
  const { queryClient } = session;
  const { queryKey } = taskListQuery(session);
  const list = cachedTaskList(session);
  // Nothing is known yet: the channel reads the list once more when it has joined.
  if (list === undefined) return;
  const tasks = withEvent(list.tasks, event);
  const state = queryClient.getQueryState(queryKey);
  if (tasks && tasks !== list.tasks) {
    // Keeps the list's age: only one of its tasks is fresh.
    const updatedAt = state?.dataUpdatedAt ?? 0;
    queryClient.setQueryData<TaskList>(queryKey, { ...list, tasks }, { updatedAt });
  }
  if (tasks === null || state?.fetchStatus === "fetching") {
    await refreshTaskList(session).catch(() => undefined);
  }
}

/**
 * Reads the list again, beginning now; rejects when all attempts fail. A failed read stays visible
 * in the query's state.
 */
export async function refreshTaskList(session: Session): Promise<void> {
  const { queryClient } = session;
  const { queryKey } = taskListQuery(session);
  // TanStack Query does not drop the very first read; wait for it and read once more.
  if (cachedTaskList(session) === undefined) {
    await queryClient
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.catch(() => undefined);
  }
  await queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
}
