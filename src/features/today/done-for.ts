import type { CompletionDoers } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";

/** 'Done for Alice.' of an occurrence that was somebody else's turn; null for any other. */
export async function doneForText(
  task: Task,
  date: CalendarDate,
  doers: CompletionDoers,
  today: CalendarDate,
): Promise<string | null> {
  if (!hasTurns(task) || !task.household) return null;
  const people = doers?.map(({ id }) => id) ?? [task.household.me];
  // Without a network it may not come; it is done all the same.
  const words = await import("../../domain/turns/turn-words.ts").catch(() => null);
  const turn = words?.insteadOf(task, date, { completedBy: null, people }, today);
  return turn ? `Done for ${turn.isMine ? "you" : turn.name}.` : null;
}
