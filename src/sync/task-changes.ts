import {
  MutationObserver,
  type MutationState,
  onlineManager,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { type Session, useSession } from "../auth/session.ts";
import { inEnglish } from "../domain/language/messages.ts";
import { RequestFailure, UNREACHABLE } from "../supabase/request-failure.ts";
import { sendOf } from "./change-kinds.ts";
import type { TaskChange } from "./task-change.ts";
import { applyToTaskList, refreshTaskList, type TaskEvent } from "./task-list.ts";
import { gaveWay } from "./untaken.ts";
import { waiting } from "./waiting/waiting.ts";

/**
 * A write to one task is the variables of a TanStack mutation: the list on screen is the server's with
 * every pending change applied ("optimistic updates via the UI"). The server's list is never guessed
 * at, so a failed write takes back itself alone, whatever happened in between.
 */

export const changesKey = (userId: string | undefined) => ["task-changes", userId];

/** The changes under way, in the order in which they were started. */
export function usePendingChanges(): readonly TaskChange[] {
  return useMutationState({
    filters: { mutationKey: changesKey(useSession()?.userId), status: "pending" },
    select: changeOf,
  });
}

function changeOf({ state }: { readonly state: MutationState }): TaskChange {
  return state.variables as TaskChange;
}

/** The options of every write to a task; without a signed-in user it does nothing. */
export function taskChangeOptions(session: Session | null, taskId: string) {
  return {
    mutationKey: changesKey(session?.userId),
    // Writes to one task are sent one after the other.
    scope: { id: taskId },
    mutationFn: async (change: TaskChange) => session && sendOrKeep(session, change),
    onSuccess: async (event: TaskEvent | Kept | null, change: TaskChange) => {
      if (session === null || event?.type === "kept") return;
      if (event?.type === "task_answer" && event.untaken)
        gaveWay.setState({ change, task: event.task, deeds: event.untaken });
      if (event) await applyToTaskList(session, event);
      else await refreshTaskList(session).catch(() => undefined);
    },
    onError: () => {
      if (session) void refreshTaskList(session).catch(() => undefined);
    },
  };
}

/** The one way to write to a task. Rejects with what `failureNotice` turns into words. */
export function useTaskChange(taskId: string) {
  return useMutation(taskChangeOptions(useSession(), taskId));
}

/** The same for a long list, in which an observer for each row would double the first render. */
export function useTaskChanges(): (change: TaskChange) => Promise<TaskEvent | Kept | null> {
  const session = useSession();
  const queryClient = useQueryClient();
  return async (change) => {
    const options = taskChangeOptions(session, change.taskId);
    const observer = new MutationObserver(queryClient, options);
    const unsubscribe = observer.subscribe(() => {});
    try {
      return await observer.mutate(change);
    } finally {
      unsubscribe();
    }
  };
}

/** The answer to a change that waits for the network. */
export interface Kept {
  readonly type: "kept";
}

/**
 * Milliseconds after which a network that has not answered counts as none: longer than the 3,000 for which the
 * database waits for a lock, and then answers.
 */
const PATIENCE = 4_000;

const NEEDS_NETWORK: readonly TaskChange["kind"][] = [
  ...(["update", "delete", "restore", "leave", "pause", "undo-schedule"] as const),
  ...(["take-turns", "give-turns", "return-turns", "offer-turns", "withdraw-offers"] as const),
];

/** Whether a change may wait: what others would have to know at once may not. */
const mayWait = (change: TaskChange) =>
  !NEEDS_NETWORK.includes(change.kind) && !(change.kind === "create" && change.input.isShared);

const noNetwork = () => new RequestFailure(inEnglish(UNREACHABLE), "NETWORK_ERROR", 0);

/**
 * Sends a change; keeps it on this device when there is no network, or others wait already.
 * @throws RequestFailure when it was refused, or can neither be sent nor kept
 */
async function sendOrKeep(session: Session, change: TaskChange): Promise<TaskEvent | Kept | null> {
  const madeAt = new Date().toISOString();
  if (!mayWait(change)) {
    // They may be about the same task.
    if (waiting.getState().changes.length > 0)
      await queue().then(({ sendQueue }) => sendQueue(session));
    if (waiting.getState().changes.length > 0) throw noNetwork();
    return sendOf(change)(await session.supabase(), session.signal);
  }
  let failure: unknown = noNetwork();
  if (onlineManager.isOnline() && waiting.getState().changes.length === 0) {
    try {
      return await sendInTime(session, change);
    } catch (error) {
      const isNetwork = error instanceof RequestFailure && error.code === "NETWORK_ERROR";
      if (!isNetwork || session.signal.aborted) throw error;
      failure = error;
    }
  }
  const { keep } = await queue().catch(() => Promise.reject(failure));
  return keep(session, change, madeAt, failure);
}

const queue = () => import("./waiting/queue.ts");

async function sendInTime(session: Session, change: TaskChange): Promise<TaskEvent | null> {
  const ending = new AbortController();
  const end = () => ending.abort();
  session.signal.addEventListener("abort", end);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(noNetwork());
      // A renewal of the session may still be on its way: what follows it must not be sent, too.
      end();
    }, PATIENCE);
  });
  try {
    const answer = session.supabase().then((client) => sendOf(change)(client, ending.signal));
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
    session.signal.removeEventListener("abort", end);
  }
}
