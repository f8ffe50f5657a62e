import type { CalendarDate } from "../domain/calendar-date.ts";
import type { Task } from "../domain/task.ts";
import type { Operation } from "./operation.ts";

export interface Occurrence {
  readonly task: Task;
  readonly date: CalendarDate;
}
export function useCompleteOccurrence(): Operation<Occurrence> {
  throw new Error("Being written.");
}
export function useUndoCompletion(): Operation<Occurrence> {
  throw new Error("Being written.");
}
