import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import { insteadOf } from "../domain/turns/turn-words.ts";

/** 'Done for Alice.' of an occurrence that was somebody else's turn; null for any other. */
export function doneForText(
  task: Task,
  date: CalendarDate,
  /** person ids of those who did it: the user unless given */
  people: readonly string[] = [task.household?.me ?? ""],
  today: CalendarDate,
): string | null {
  const turn = insteadOf(task, date, { completedBy: null, people, completedAt: null, timeZone: null }, today);
  return turn && `Done for ${turn.isMine ? "you" : turn.name}.`;
}
