import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { restData } from "./request-failure.ts";
import { useSession } from "./session.ts";

/**
 * The addresses a task is shared with (owner only), in alphabetical order. While this has no data
 * (loading or failed), the editor must leave `shareWith` out of its update, or it would end every
 * share.
 */
export function useTaskShares(taskId: string, enabled: boolean): UseQueryResult<readonly string[]> {
  const session = useSession();
  return useQuery({
    queryKey: ["shares", taskId, session?.userId],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      if (session === null) return [];
      const rows = await restData(
        session.backend.rest
          .from("task_shares")
          .select("contact_email")
          .eq("task_id", taskId)
          .order("contact_email")
          .abortSignal(signal),
      );
      return (rows ?? []).map((row) => row.contact_email);
    },
    enabled,
    // Another device may have changed them, and no live message carries addresses.
    staleTime: 0,
  });
}
