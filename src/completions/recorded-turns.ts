import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../auth/session.ts";
import { userQuery } from "../auth/session-query.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import { hasTurns } from "../domain/turns/has-turns.ts";
import { withRecordedSwaps } from "../domain/turns/recorded-swaps.ts";
import type { Swap } from "../domain/turns/turn-types.ts";
import { rowsOf } from "../supabase/request-failure.ts";
import { RECORD } from "../sync/record-key.ts";

const MOST_SWAPS = 1_000;

/** The task with its swaps of the past, of which the list has those of the latest days alone. */
export function useRecordedTurns(task: Task, today: CalendarDate): Task {
  const query = userQuery<readonly Swap[]>(
    useSession(),
    // No turn of a day that is over changes any more.
    [RECORD, "turns", task.id, today],
    async (supabase, signal) => {
      const rows = await rowsOf(
        supabase
          .from("turn_swaps")
          .select("day, person_id")
          .eq("task_id", task.id)
          .lt("day", today)
          .order("day", { ascending: false })
          .limit(MOST_SWAPS)
          .abortSignal(signal),
      );
      return rows.map(({ day, person_id }) => ({ day, person: person_id }));
    },
  );
  const { data } = useQuery({ ...query, enabled: hasTurns(task) });
  return useMemo(() => (data ? withRecordedSwaps(task, data) : task), [task, data]);
}
