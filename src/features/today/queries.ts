import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { userQuery } from "../../auth/session-query.ts";
import { COMPLETION_COLUMNS, completionOf } from "../../completions/record-rows.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { startOfDayInZone } from "../../domain/dates/time-zone.ts";
import type { Completion, Task } from "../../domain/tasks/task.ts";
import { EARLIER_DAYS } from "../../domain/tasks/today.ts";
import { rowsOf } from "../../supabase/request-failure.ts";
import { RECORD } from "../../sync/record-key.ts";

export interface EarlierCompletion extends Completion {
  readonly taskId: string;
}

const MOST_ROWS = 200;

/** Completions and skips of the seven days before today, latest first; live as the tasks are. */
export function useEarlierCompletions(
  tasks: readonly Task[],
  today: CalendarDate,
  timeZone: string,
): UseQueryResult<readonly EarlierCompletion[]> {
  const session = useSession();
  // Revisions only grow, so their sum changes with any of them.
  const revisions = tasks.reduce((sum, { revision }) => sum + revision, 0);
  const instantOf = (date: CalendarDate) =>
    new Date(startOfDayInZone(date, timeZone)).toISOString();
  const query = userQuery<readonly EarlierCompletion[]>(
    session,
    [RECORD, "earlier", today, timeZone, revisions],
    async (supabase, signal) => {
      const rows = await rowsOf(
        supabase
          .from("task_completions")
          .select(COMPLETION_COLUMNS)
          .gte("completed_at", instantOf(addDays(today, -EARLIER_DAYS)))
          .lt("completed_at", instantOf(today))
          .order("completed_at", { ascending: false })
          .limit(MOST_ROWS)
          .abortSignal(signal),
      );
      return rows.map((row) => ({ taskId: row.task_id, ...completionOf(row) }));
    },
  );
  return useQuery({ ...query, placeholderData: keepPreviousData });
}
