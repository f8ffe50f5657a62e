import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { formatDate, relativeDate } from "../dates/format-date.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import { type DueDays, type ScheduledTask, TASK_STATUS_TEXT, taskStatus } from "./day-status.ts";

/** The status of a task in words, as its card and its page show it. */
export interface StatusText {
  readonly kind: "overdue" | "today" | "next-due" | "none";
  /** 'Overdue: Yesterday', 'Next Due: Nov 21, 2026', 'No upcoming due dates', 'Done on Nov 20, 2026' */
  readonly text: string;
}

export function statusText(task: ScheduledTask, today: CalendarDate, due: DueDays): StatusText {
  if (due.isFinished) {
    const { kind, date } = finishedStatus(task, today);
    return { kind: "none", text: `${FINISHED_TEXT[kind]} ${formatDate(date)}` };
  }
  const { kind, date } = taskStatus(task, today, due);
  const text = TASK_STATUS_TEXT[kind] + (date ? `: ${relativeDate(date, today)}` : "");
  return { kind: kind === "next-due" && date === today ? "today" : kind, text };
}

const FINISHED_TEXT = { done: "Done on", skipped: "Skipped on", ended: "Ended on" } as const;

/** How a task ended of which nothing is open, and nothing will be due any more. */
interface FinishedStatus {
  readonly kind: keyof typeof FINISHED_TEXT;
  readonly date: CalendarDate;
}

/** Of a finished task: its one occurrence, done or skipped; of many, its end date or the last of them. */
export function finishedStatus(task: ScheduledTask, today: CalendarDate): FinishedStatus {
  const occurrences = taskOccurrences(task);
  const last = occurrences.lastUntil(toDayNumber(today));
  if (last !== null && occurrences.lastUntil(last - 1) === null) {
    if (task.completedDays.has(last)) return { kind: "done", date: fromDayNumber(last) };
    if (task.skippedDays.has(last)) return { kind: "skipped", date: fromDayNumber(last) };
  }
  if (task.endDate && task.endDate <= today) return { kind: "ended", date: task.endDate };
  return { kind: "ended", date: fromDayNumber(last ?? FIRST_DAY) };
}
