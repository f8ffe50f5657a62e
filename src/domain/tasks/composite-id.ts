import { type CalendarDate, isCalendarDate } from "../dates/calendar-date.ts";

/** The id of a late occurrence: task id, '-', date. */
export function compositeId(taskId: string, date: CalendarDate): string {
  return `${taskId}-${date}`;
}

/** The task id and date of a composite id; null when the text is none, such as a plain task id. */
export function splitCompositeId(
  id: string,
): { readonly taskId: string; readonly date: CalendarDate } | null {
  const [, taskId, date] = /^(.+)-(.{10})$/s.exec(id) ?? [];
  if (taskId === undefined || date === undefined || !isCalendarDate(date)) return null;
  return { taskId, date };
}
