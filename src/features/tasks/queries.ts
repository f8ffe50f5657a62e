import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { DAY_MS } from "../../domain/dates/calendar.ts";
import { rowsOf } from "../../supabase/request-failure.ts";

/** The database keeps deleted tasks as long. */
export const RESTORABLE_DAYS = 30;

export const DELETED_TASKS = ["deleted-tasks"] as const;

export interface DeletedTask {
  readonly id: string;
  readonly title: string;
  /** ISO instant */
  readonly deletedAt: string;
}

export const useDeletedTasks = () =>
  useQuery(
    sessionQuery<readonly DeletedTask[]>(
      useSession(),
      DELETED_TASKS,
      async (supabase, signal, userId) => {
        const since = new Date(Date.now() - RESTORABLE_DAYS * DAY_MS).toISOString();
        const rows = await rowsOf(
          supabase
            .from("tasks")
            .select("id, title, deleted_at")
            .eq("user_id", userId)
            .eq("is_active", false)
            .gte("deleted_at", since)
            .order("deleted_at", { ascending: false })
            .abortSignal(signal),
        );
        return rows.map(({ deleted_at, ...row }) => ({ ...row, deletedAt: deleted_at ?? "" }));
      },
    ),
  );
