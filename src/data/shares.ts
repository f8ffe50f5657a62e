import type { UseQueryResult } from "@tanstack/react-query";

/**
 * The addresses a task is shared with (owner only). While this has no data (loading or failed), the
 * editor must leave `shareWith` out of its update, or it would end every share.
 */
export function useTaskShares(
  _taskId: string,
  _enabled: boolean,
): UseQueryResult<readonly string[]> {
  throw new Error("Being written.");
}
