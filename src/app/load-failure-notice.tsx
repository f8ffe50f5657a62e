import { useEffect } from "react";
import { failureNotice } from "../supabase/failure-notice.ts";
import { useTasks } from "../sync/use-tasks.ts";
import { toastFailure } from "../ui/toast.ts";

/**
 * Says once for all tabs that the list could not be loaded: once an outage, although the live
 * connection goes on trying, and again when somebody's own Try Again fails. A component of its own,
 * so that a change of the list renders nothing else.
 */
export function LoadFailureNotice() {
  const { error } = useTasks();
  const failed = error !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error of the same outage is no news.
  useEffect(() => {
    if (error) toastFailure({ ...failureNotice("load", error), isBackground: true });
  }, [failed]);
  return null;
}
