import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { recordedDay } from "../dates/done-when.ts";
import { formatDate, relativeDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import { msg } from "../language/messages.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import { dueDays, type ScheduledTask, taskStatus } from "./day-status.ts";
import { DAYS_AHEAD } from "./done-early.ts";
import type { Task } from "./task.ts";

/** The status of a task in words, as its card and its page show it. */
export interface StatusText {
  readonly kind: "paused" | "overdue" | "today" | "next-due" | "none";
  /** 'Paused until Nov 30, 2026', 'Overdue: Yesterday', 'Next Due: Nov 21, 2026', 'No upcoming due dates', 'Done on Nov 20, 2026' */
  readonly text: string;
}

export function statusText(task: FinishedTask, today: CalendarDate, locale: Locale): StatusText {
  const { t } = locale;
  if (dueDays(task, today).isFinished) {
    const { kind, date } = finishedStatus(task, today);
    return { kind: "none", text: t(FINISHED_TEXT[kind], { date: formatDate(date, locale) }) };
  }
  const { kind, date } = taskStatus(task, today);
  if (date === null) {
    const what = task.waitsFor;
    return {
      kind: "none",
      text: what ? t("Waits for “{what}”", { what }) : t("No upcoming due dates"),
    };
  }
  if (kind === "paused") {
    return { kind, text: t("Paused until {date}", { date: formatDate(date, locale) }) };
  }
  const when = relativeDate(date, today, locale);
  return kind === "overdue"
    ? { kind, text: t("Overdue: {when} // 'Yesterday', or a date", { when }) }
    : {
        kind: date === today ? "today" : "next-due",
        text: t("Next Due: {when} // 'Tomorrow', or a date", { when }),
      };
}

const FINISHED_TEXT = {
  done: msg("Done on {date}"),
  skipped: msg("Skipped on {date}"),
  ended: msg("Ended on {date}"),
} as const;

/** How a task ended of which nothing is open, and nothing will be due any more. */
interface FinishedStatus {
  readonly kind: keyof typeof FINISHED_TEXT;
  /** when that was: what was done or skipped on another day, on that day, as far as the task says it */
  readonly date: CalendarDate;
  /** the day of its last occurrence, or of its end */
  readonly day: CalendarDate;
}

type FinishedTask = ScheduledTask & Partial<Pick<Task, "recentCompletions">>;

/** Says how and when a task finished: its only occurrence, else its end date or its last occurrence. */
export function finishedStatus(task: FinishedTask, today: CalendarDate): FinishedStatus {
  const occurrences = taskOccurrences(task);
  // An occurrence done early has a later due date.
  const last = occurrences.lastUntil(toDayNumber(today) + DAYS_AHEAD);
  const day = fromDayNumber(last ?? FIRST_DAY);
  const known = task.recentCompletions?.find(({ date }) => date === day);
  const date = known?.doneOn ?? (known ? recordedDay({ ...known, at: known.completedAt }) : day);
  if (last !== null && occurrences.lastUntil(last - 1) === null) {
    if (task.completedDays.has(last)) return { kind: "done", date, day };
    if (task.skippedDays.has(last)) return { kind: "skipped", date, day };
  }
  if (task.endDate && task.endDate <= today) {
    return { kind: "ended", date: task.endDate, day: task.endDate };
  }
  // Done early, it has ended before its last day.
  return { kind: "ended", date: day > today ? date : day, day };
}
