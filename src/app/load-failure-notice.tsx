import { onlineManager } from "@tanstack/react-query";
import { useEffect } from "react";
import { tellFailure } from "../completions/told-changes.ts";
import { msg } from "../domain/language/messages.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { isNetworkLike, UNREACHABLE } from "../supabase/request-failure.ts";
import { useTasks } from "../sync/use-tasks.ts";

const loadFailed = (error: unknown): FailureWords => ({
  title: msg("Error Loading Tasks"),
  description: isNetworkLike(error)
    ? UNREACHABLE
    : msg("Failed to load your tasks. Please try again."),
});

/** Toasts once per outage, and again when Try Again fails; on its own, so that the list renders nothing else. */
export function LoadFailureNotice() {
  const { error, data } = useTasks();
  const failed = error !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one toast per outage.
  useEffect(() => {
    // Offline, the header says enough beside the cached list.
    const isExpected = data !== undefined && !onlineManager.isOnline();
    if (error && !isExpected) tellFailure(loadFailed(error), error, { isBackground: true });
  }, [failed]);
  return null;
}
