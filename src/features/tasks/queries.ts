import { skipToken, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { DAY_MS } from "../../domain/dates/calendar.ts";
import { dataOf } from "../../supabase/request-failure.ts";

/** For how many days the database brings a deleted task back. */
export const RESTORABLE_DAYS = 30;

export const DELETED_TASKS = ["deleted-tasks"];

export interface DeletedTask {
  readonly id: string;
  readonly title: string;
  /** ISO instant */
  readonly deletedAt: string;
}

/** The user's own tasks that can be brought back, the latest deleted first. */
export function useDeletedTasks() {
  const session = useSession();
  return useQuery<readonly DeletedTask[]>({
    queryKey: [...DELETED_TASKS, session?.userId],
    queryFn: session ? ({ signal }) => readDeletedTasks(session, signal) : skipToken,
    // Another device may have deleted one, of which no list tells.
    staleTime: 0,
  });
}

async function readDeletedTasks({ supabase, userId }: Session, signal: AbortSignal) {
  const since = new Date(Date.now() - RESTORABLE_DAYS * DAY_MS).toISOString();
  const rows = await dataOf(
    (await supabase())
      .from("tasks")
      .select("id, title, deleted_at")
      .eq("user_id", userId)
      .eq("is_active", false)
      .gte("deleted_at", since)
      .order("deleted_at", { ascending: false })
      .abortSignal(signal),
  );
  return (rows ?? []).map(
    ({ id, title, deleted_at }): DeletedTask => ({ id, title, deletedAt: deleted_at ?? "" }),
  );
}
