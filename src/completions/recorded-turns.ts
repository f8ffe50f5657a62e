import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Session, useSession } from "../auth/session.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import { hasTurns } from "../domain/turns/has-turns.ts";
import { withRecordedSwaps } from "../domain/turns/recorded-swaps.ts";
import type { Swap } from "../domain/turns/turn-types.ts";
import { dataOf } from "../supabase/request-failure.ts";
import { RECORD } from "../sync/record-key.ts";

const MOST_SWAPS = 1_000;

/** The task with its swaps of the past, of which the list has those of the latest days alone. */
export function useRecordedTurns(task: Task, today: CalendarDate): Task {
  const session = useSession();
  const { data } = useQuery({
    // No turn of a day that is over changes any more.
    queryKey: [RECORD, session?.userId, "turns", task.id, today],
    queryFn:
      session && hasTurns(task)
        ? ({ signal }) => readSwaps(session, task.id, today, signal)
        : skipToken,
  });
  return useMemo(() => (data ? withRecordedSwaps(task, data) : task), [task, data]);
}

async function readSwaps(
  { supabase }: Session,
  taskId: string,
  today: CalendarDate,
  signal: AbortSignal,
): Promise<readonly Swap[]> {
  const rows = await dataOf(
    (await supabase())
      .from("turn_swaps")
      .select("day, person_id")
      .eq("task_id", taskId)
      .lt("day", today)
      .order("day", { ascending: false })
      .limit(MOST_SWAPS)
      .abortSignal(signal),
  );
  return (rows ?? []).map((row) => ({ day: row.day, person: row.person_id }));
}
