import { useEffect } from "react";
import { failureNotice } from "../data/failure.ts";
import { useTasks } from "../data/tasks.ts";
import { notifyFailure } from "../ui/notices.ts";

/**
 * Says once for all tabs that the list could not be loaded. A component of its own, so that a
 * change of the list renders nothing else.
 */
export function LoadFailureNotice() {
  const { error, errorUpdatedAt } = useTasks();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same error again is news.
  useEffect(() => {
    if (error) notifyFailure(failureNotice("load", error));
  }, [error, errorUpdatedAt]);
  return null;
}
