import { useEffect } from "react";
import { type FailureWords, failureNotice } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";
import { useTaskChanges } from "../sync/task-changes.ts";
import { toastFailure } from "../ui/toast.ts";

/** What sends a change: resolves to the answer, or to false where it failed, which has been said. */
export function useToldChanges() {
  const send = useTaskChanges();
  return async (change: TaskChange, words: FailureWords) => {
    try {
      return await send(change);
    } catch (error) {
      toastFailure(failureNotice(words, error));
      return false;
    }
  };
}

/** Says that something could not be read. */
export function useToldFailure(words: FailureWords, error: unknown): void {
  useEffect(() => {
    if (error) toastFailure(failureNotice(words, error));
  }, [words, error]);
}
