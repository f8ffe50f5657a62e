import { addDays, toUtcDate } from "../dates/calendar.ts";
import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { type DueRules, taskDays } from "../recurrence/task-schedule.ts";

/** Where an occurrence can be put off to with one press; null where it wouldn't become due. */
export interface PutOffChoices {
  readonly tomorrow: CalendarDate | null;
  /** the coming one; null also when that is tomorrow, and on a weekend */
  readonly saturday: CalendarDate | null;
}

const SATURDAY = 6;

export function putOffChoices(task: DueRules, today: CalendarDate): PutOffChoices {
  const weekday = toUtcDate(today).getUTCDay();
  const freeIn = (days: number) => {
    const date = addDays(today, days);
    const isTaken = isDueAnyway(task, date) || task.pausedDays.has(toDayNumber(date));
    return isTaken ? null : date;
  };
  const isMidweek = weekday > 0 && weekday < SATURDAY - 1;
  return { tomorrow: freeIn(1), saturday: isMidweek ? freeIn(SATURDAY - weekday) : null };
}

/** Whether the task is due on a day as it stands: what is put off to that day is skipped. */
export const isDueAnyway = (task: DueRules, date: CalendarDate): boolean =>
  taskDays(task).occurrences.has(toDayNumber(date));
