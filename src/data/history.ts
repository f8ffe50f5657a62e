import type { UseQueryResult } from "@tanstack/react-query";
import type { CalendarDate } from "../domain/calendar-date.ts";
import type { Task } from "../domain/task.ts";

export interface HistoryEntry {
  readonly date: CalendarDate;
  /** ISO instant */
  readonly completedAt: string;
  /** the completer's name, or 'You' */
  readonly completedBy: string;
}
/** Who completed the task when, for the dates from `from` to `to` (both included). */
export function useHistory(
  _task: Task,
  _from: CalendarDate,
  _to: CalendarDate,
): UseQueryResult<readonly HistoryEntry[]> {
  throw new Error("Being written.");
}
