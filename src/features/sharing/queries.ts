import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { dataOf } from "../../supabase/request-failure.ts";

export function sharesQuery(session: Session | null, taskId: string) {
  return queryOptions<readonly string[]>({
    queryKey: ["shares", taskId],
    queryFn: session ? ({ signal }) => readShares(session, taskId, signal) : skipToken,
    // Another device may have changed them, and no live message carries addresses.
    staleTime: 0,
  });
}

async function readShares({ supabase }: Session, taskId: string, signal: AbortSignal) {
  const rows = await dataOf(
    (await supabase())
      .from("task_shares")
      .select("contact_email")
      .eq("task_id", taskId)
      .order("contact_email")
      .abortSignal(signal),
  );
  return (rows ?? []).map((row) => row.contact_email);
}

/**
 * The addresses a task is shared with (owner only), in alphabetical order. While this has no data
 * (loading or failed), the editor must leave `shareWith` out of its update, or it would end every
 * share.
 */
export function useTaskShares(taskId: string, enabled: boolean) {
  return useQuery({ ...sharesQuery(useSession(), taskId), enabled });
}
