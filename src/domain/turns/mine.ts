import type { CalendarDate } from "../dates/calendar-date.ts";
import { fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { dueDays, nextDueDate } from "../tasks/day-status.ts";
import type { Task } from "../tasks/task.ts";
import { hasTurns } from "./has-turns.ts";
import { turnOn } from "./turns.ts";

/**
 * Whether a task is the viewer's: their own, one that is nobody's in particular, or one in turns of which an open
 * day, or the next one where none is open, is theirs.
 */
export function isMine(task: Task, today: CalendarDate): boolean {
  if (!hasTurns(task)) return true;
  const days = dueDays(task, today);
  const open = [...days.latestMissed(1), ...(days.isDueToday ? [toDayNumber(today)] : [])];
  const dates = open.map(fromDayNumber);
  const next = dates.length === 0 ? nextDueDate(task, today) : null;
  const people = [...dates, ...(next ? [next] : [])].map((date) => turnOn(task, date, today));
  return people.some((person) => person === null || person === task.household?.me);
}
