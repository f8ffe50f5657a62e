import { useMutation, useMutationState } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { cachedTaskList, refreshTaskList } from "../../sync/task-list.ts";
import { leftTasksQuery, sendersQuery } from "./queries.ts";

const SEND_FAILED: FailureWords = {
  title: msg("Error Sending Invitation"),
  description: msg("It was not sent. Please try again."),
};

export const LEAVE_FAILED: FailureWords = {
  title: msg("Error Leaving Task"),
  description: msg("Failed to leave the task. Please try again."),
};

export const DECISION_FAILED: FailureWords = {
  title: msg("Error Saving Your Decision"),
  description: msg("Nothing has changed. Please try again."),
  codes: ["INVITATION_NOT_FOUND"],
};

export interface SenderDecision {
  readonly senderId: string;
  readonly call: "accept_sender" | "decline_sender" | "block_sender" | "unblock_sender";
}

const decisionsKey = (session: Session | null) => ["sender-decisions", session?.userId];

async function readAgain(session: Session): Promise<void> {
  await Promise.all([
    refreshTaskList(session).catch(() => undefined),
    session.queryClient.invalidateQueries({ queryKey: sendersQuery(session).queryKey }),
    session.queryClient.invalidateQueries({ queryKey: leftTasksQuery(session).queryKey }),
  ]);
}

export function useDecision() {
  const session = useSession();
  return useMutation({
    mutationKey: decisionsKey(session),
    mutationFn: async ({ senderId, call }: SenderDecision) => {
      if (session === null) return;
      const supabase = await session.supabase();
      await dataOf(supabase.rpc(call, { sender: senderId }).abortSignal(session.signal));
    },
    // Under way until the list says so: what was decided about does not come back in between.
    onSuccess: () => session && readAgain(session),
    onError: () => {
      if (session) void readAgain(session);
    },
  });
}

export function usePendingSenders(): ReadonlySet<string> {
  const session = useSession();
  const ids = useMutationState({
    filters: { mutationKey: decisionsKey(session), status: "pending" },
    select: ({ state }) => (state.variables as SenderDecision).senderId,
  });
  return new Set(ids);
}

/** Resolves to whether any task is back at once. */
export function useAskForTasks() {
  const session = useSession();
  return useMutation({
    mutationFn: async (taskIds: readonly string[]) => {
      if (session === null) return false;
      const supabase = await session.supabase();
      const parameters = { task_ids: [...taskIds] };
      await dataOf(supabase.rpc("ask_for_tasks", parameters).abortSignal(session.signal));
      await readAgain(session);
      return cachedTaskList(session)?.tasks.some(({ id }) => taskIds.includes(id)) ?? false;
    },
  });
}

export function useSendInvitation() {
  const session = useSession();
  return useMutation({
    mutationFn: async (address: string) => {
      if (session === null) return;
      const supabase = await session.supabase();
      const asked = supabase.rpc("send_invitation_again", { address });
      await dataOf(asked.abortSignal(session.signal));
    },
    onError: (error) => tellFailure(SEND_FAILED, error),
  });
}
