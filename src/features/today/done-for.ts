import type { CompletionDoers } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { insteadOf } from "../../domain/turns/turn-words.ts";

/** 'Done for Alice.' of an occurrence that was somebody else's turn; null for any other. */
export function doneForText(
  task: Task,
  date: CalendarDate,
  doers: CompletionDoers,
  today: CalendarDate,
): string | null {
  const people = doers?.map(({ id }) => id) ?? [task.household?.me ?? ""];
  const turn = insteadOf(task, date, { completedBy: null, people }, today);
  return turn && `Done for ${turn.isMine ? "you" : turn.name}.`;
}
