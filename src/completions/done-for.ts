import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { joined } from "../domain/joined.ts";
import { personName, type Task } from "../domain/tasks/task.ts";
import { insteadOf } from "../domain/turns/turn-words.ts";

/** 'Counted for you; it was Carol’s turn.' of an occurrence that was somebody else's turn; nothing for any other. */
export function doneForText(
  task: Task,
  date: CalendarDate,
  /** person ids of those who did it: the user unless given */
  people: readonly string[] = [task.household?.me ?? ""],
  today: CalendarDate,
): string[] {
  const now = { completedBy: null, people, completedAt: null, timeZone: null };
  const turn = insteadOf(task, date, now, today);
  if (turn === null) return [];
  const names = people.map((id) => (id === task.household?.me ? "you" : personName(task, id)));
  const counted = names.length > 0 ? `Counted for ${joined(names)}; it` : "It";
  return [`${counted} was ${turn.isMine ? "your" : `${turn.name}’s`} turn.`];
}
