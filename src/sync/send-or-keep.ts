import { onlineManager } from "@tanstack/react-query";
import type { Session } from "../auth/session.ts";
import { RequestFailure, UNREACHABLE } from "../supabase/request-failure.ts";
import { sendOf } from "./change-kinds.ts";
import type { TaskChange } from "./task-change.ts";
import type { TaskEvent } from "./task-list.ts";
import { waiting } from "./waiting.ts";

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

const noNetwork = () => new RequestFailure(UNREACHABLE, "NETWORK_ERROR", 0);

/**
 * Sends a change; keeps it on this device when there is no network, or others wait already.
 * @throws RequestFailure when it was refused, or can neither be sent nor kept
 */
export async function sendOrKeep(
  session: Session,
  change: TaskChange,
): Promise<TaskEvent | Kept | null> {
  const madeAt = new Date().toISOString();
  if (!mayWait(change)) {
    // They may be about the same task.
    if (waiting.getState().count > 0) await queue().then(({ sendQueue }) => sendQueue(session));
    if (waiting.getState().count > 0) throw noNetwork();
    return sendOf(change)(await session.supabase(), session.signal);
  }
  let failure: unknown = noNetwork();
  if (onlineManager.isOnline() && waiting.getState().count === 0) {
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

const queue = () => import("./waiting-queue.ts");

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
