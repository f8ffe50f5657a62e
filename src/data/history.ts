import {
  keepPreviousData,
  queryOptions,
  skipToken,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { completerName, type Task } from "../domain/tasks/task.ts";
import { restData } from "./request-failure.ts";
import { type Session, useSession } from "./session.ts";

export interface HistoryEntry {
  readonly date: CalendarDate;
  /** ISO instant */
  readonly completedAt: string;
  /** the completer's name, or 'You' */
  readonly completedBy: string;
}

interface HistoryRange {
  readonly task: Task;
  /** first and last date, both included */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export function historyQuery(session: Session | null, { task, from, to }: HistoryRange) {
  return queryOptions<readonly HistoryEntry[]>({
    // The revision grows with every completion and undo, so the entries follow them live.
    queryKey: ["history", session?.userId, task.id, from, to, task.revision],
    queryFn: session ? ({ signal }) => readHistory(session, { task, from, to }, signal) : skipToken,
  });
}

async function readHistory(
  { backend, userId }: Session,
  { task, from, to }: HistoryRange,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  const rows = await restData(
    backend.rest
      .from("task_completions")
      .select("completed_date, completed_at, user_id")
      .eq("task_id", task.id)
      .gte("completed_date", from)
      .lte("completed_date", to)
      .order("completed_date")
      .abortSignal(signal),
  );
  return (rows ?? []).map((row) => ({
    date: row.completed_date,
    completedAt: row.completed_at,
    completedBy: completerName(task, row.user_id, userId),
  }));
}

/**
 * Who completed the task when, for the dates from `from` to `to` (both included), in their order.
 * While a new range loads, the entries of the last one stay. Which dates are completed at all is
 * `task.completedDays`, without a request.
 */
export function useHistory(
  task: Task,
  from: CalendarDate,
  to: CalendarDate,
): UseQueryResult<readonly HistoryEntry[]> {
  const query = historyQuery(useSession(), { task, from, to });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}
