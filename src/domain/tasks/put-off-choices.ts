import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { type DueRules, happenedDay, taskDays } from "../recurrence/task-schedule.ts";

/** How far ahead a day is looked for, in days. */
const AHEAD = 366;

/**
 * The next days, at most `most`, to which what is due on `dueOn` can be put off: from today on, those on which the
 * task is neither due anyway nor paused. None for what is due each day.
 */
export function putOffChoices(
  task: DueRules,
  dueOn: CalendarDate,
  today: CalendarDate,
  most: number,
): CalendarDate[] {
  const { occurrences } = taskDays(task);
  const firstDay = [
    task.startDate,
    ...task.formerSchedules.map(({ startDate }) => startDate),
  ].sort()[0];
  const free: CalendarDate[] = [];
  for (let ahead = 0; ahead <= AHEAD && free.length < most; ahead += 1) {
    const date = addDays(today, ahead);
    const day = toDayNumber(date);
    if ((firstDay && date < firstDay) || date < (happenedDay(task) ?? "")) continue;
    if (date !== dueOn && !occurrences.has(day) && !task.pausedDays.has(day)) free.push(date);
  }
  return free;
}
