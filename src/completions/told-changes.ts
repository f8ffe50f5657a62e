import { useEffect } from "react";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { UNREACHABLE } from "../supabase/request-failure.ts";
import type { TaskChange } from "../sync/task-change.ts";
import { useTaskChanges } from "../sync/task-changes.ts";
import { type Toast, toastFailure } from "../ui/toast.ts";
import { spokenLocale } from "../ui/use-locale.ts";

/** Shows a failure, once the code that says it has come. */
export function tellFailure(
  words: FailureWords,
  error: unknown,
  more: Pick<Toast, "isBackground"> = {},
): void {
  const locale = spokenLocale.getState();
  const unreachable = () => ({
    title: locale.t(words.title, words.values),
    description: locale.t(words.offline ?? UNREACHABLE),
  });
  void import("../supabase/failure-notice.ts")
    .then(({ failureNotice }) => failureNotice(words, error, locale), unreachable)
    .then((notice) => toastFailure({ ...notice, ...more }));
}

/**
 * Returns a function that sends a change and resolves to whether it was sent, after showing any failure.
 * `say` runs only if the whole change was taken; who was first is shown elsewhere (tell-untaken.tsx).
 */
export function useToldChanges() {
  const send = useTaskChanges();
  return async (change: TaskChange, words: FailureWords, say?: () => unknown): Promise<boolean> => {
    try {
      const answer = await send(change);
      const isTaken = answer?.type !== "task_answer" || answer.untaken === undefined;
      if (isTaken) await say?.();
      return true;
    } catch (error) {
      tellFailure(words, error);
      return false;
    }
  };
}

/** Shows the failure of a write, else calls `done` with its answer. Never rejects. */
export const told = <Answer>(
  write: Promise<Answer>,
  words: FailureWords,
  done?: (answer: Answer) => void,
): Promise<void> => write.then(done, (error: unknown) => tellFailure(words, error));

/** Says that something could not be read. */
export function useToldFailure(words: FailureWords, error: unknown): void {
  useEffect(() => {
    if (error) tellFailure(words, error);
  }, [words, error]);
}
