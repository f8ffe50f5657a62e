import { useCallback, useMemo, useState } from "react";
import type { PendingWrite } from "./pending-write.ts";
import { type Session, useSession } from "./session.ts";
import type { TaskMessage } from "./wire.ts";

/** A write that a screen can start. Every call gets its own outcome, however many are under way. */
export interface Operation<Input, Outcome = void> {
  /** Starts the write; the outcome comes through the callbacks. */
  mutate(input: Input, callbacks?: OperationCallbacks): void;
  /** Starts the write; rejects with what `failureNotice` turns into the spec's text. */
  mutateAsync(input: Input): Promise<Outcome | undefined>;
}

export interface TrackedOperation<Input> extends Operation<Input> {
  /** true while a write started through this handle is under way */
  readonly isPending: boolean;
}

export interface OperationCallbacks {
  onSuccess?(): void;
  onError?(error: unknown): void;
}

/** The mutations of one user's tasks, whose variables are pending writes. */
export function taskWritesKey(userId: string): readonly ["task-writes", string] {
  return ["task-writes", userId];
}

/**
 * Sends a write to a task; `message` is what its answer says about the list. Resolves to the answer.
 * Writes to one task are sent one after the other, in the order in which they were started; the
 * known list is read again when one fails (spec §8).
 *
 * The mutation is built by hand because `useMutation` fixes the scope for all of its calls, and
 * reports the outcome of its latest call only: with two quick ticks, one failure would go unseen.
 */
export async function runTaskWrite<Answer>(
  session: Session,
  pending: PendingWrite,
  write: { send(): Promise<Answer>; message(answer: Answer): TaskMessage },
): Promise<Answer> {
  const { queryClient, taskList, userId } = session;
  const { removals } = taskList;
  const cache = queryClient.getMutationCache();
  const mutation = cache.build<Answer, Error, PendingWrite, unknown>(queryClient, {
    mutationKey: taskWritesKey(userId),
    scope: { id: pending.taskId },
    mutationFn: write.send,
    onSuccess: (answer) => taskList.settle(write.message(answer), removals),
    onError: () => {
      void taskList.refresh().catch(() => undefined);
    },
  });
  try {
    return await mutation.execute(pending);
  } finally {
    // Kept for minutes otherwise, and every look for pending writes would go through all of them.
    cache.remove(mutation);
  }
}

/** Sends a write that is no task's, with the attempts of spec §7. */
export async function runWrite(session: Session, send: () => Promise<unknown>): Promise<void> {
  const { queryClient } = session;
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: send });
  await mutation.execute(undefined);
}

/** The handle of a write; without a signed-in user it does nothing (spec §6). */
export function useOperation<Input, Outcome = void>(
  start: (session: Session, input: Input) => Promise<Outcome>,
): Operation<Input, Outcome> {
  const session = useSession();
  return useMemo(() => {
    const mutateAsync = async (input: Input) =>
      session === null ? undefined : start(session, input);
    return { mutateAsync, mutate: reporting(mutateAsync) };
  }, [session, start]);
}

/** As `useOperation`, for screens that show that a write is under way. */
export function useTrackedOperation<Input>(
  start: (session: Session, input: Input) => Promise<void>,
): TrackedOperation<Input> {
  const { mutateAsync: send } = useOperation(start);
  const [underWay, setUnderWay] = useState(0);
  const mutateAsync = useCallback(
    async (input: Input) => {
      setUnderWay((count) => count + 1);
      try {
        await send(input);
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [send],
  );
  return useMemo(
    () => ({ mutateAsync, mutate: reporting(mutateAsync), isPending: underWay > 0 }),
    [mutateAsync, underWay],
  );
}

function reporting<Input>(
  mutateAsync: (input: Input) => Promise<unknown>,
): Operation<Input>["mutate"] {
  return (input, callbacks) => {
    mutateAsync(input).then(
      () => callbacks?.onSuccess?.(),
      (error: unknown) => callbacks?.onError?.(error),
    );
  };
}
