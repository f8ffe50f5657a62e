import {
  type CalendarDate,
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
} from "../dates/calendar-date.ts";
import { relativeDate, relativeInSentence } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import { without } from "../recurrence/combined-occurrences.ts";
import type { Occurrences } from "../recurrence/occurrences.ts";
import {
  type DueRules,
  settledDays,
  type TaskDays,
  taskDays,
  taskOccurrences,
} from "../recurrence/task-schedule.ts";
import type { MissedPolicy } from "./missed-policies.ts";
import type { Task } from "./task.ts";

/** How a day and a task stand on a given `today`. */

export type DayStatus =
  | "completed"
  | "skipped"
  | "put-off"
  | "paused"
  | "due-today"
  | "missed"
  | "due-future";

/** The fields that a task's status depends on. */
export type ScheduledTask = DueRules & Pick<Task, "missedPolicy">;

/** How far ahead the next due date is searched, in days. */
const NEXT_DUE_SEARCH_DAYS = 365;

/** The status of a date; null when the task is neither due nor done on it. */
export function dayStatus(
  task: ScheduledTask,
  date: CalendarDate,
  today: CalendarDate,
  { occurrences, openDay, putOffDays }: TaskDays = taskDays(task),
): DayStatus | null {
  const day = toDayNumber(date);
  if (task.completedDays.has(day)) return "completed";
  if (task.skippedDays.has(day)) return "skipped";
  const isDue = occurrences.has(day);
  if (isDue && date > today) return "due-future";
  const isPaused = task.pausedDays.has(day);
  // An interval task is never missed: it is open today.
  const isOpen = openDay !== null && openDay <= day && !isPaused;
  if (date === today && (isDue || isOpen)) return "due-today";
  if (isDue && day !== openDay) return "missed";
  if (putOffDays.has(day)) return "put-off";
  return isPaused ? "paused" : null;
}

/** The due days of a task as of a given `today`, as the lists need them. */
export class DueDays {
  readonly isDueToday: boolean;
  /** how many missed occurrences count, by the task's policy; worked out, not counted day by day */
  readonly missedCount: number;
  /** the day number on which an interval task is open: late, that is today; or null */
  readonly openDay: number | null;
  readonly #occurrences: Occurrences;
  /** neither done nor skipped; a completion on a day that is no occurrence takes nothing off */
  readonly #open: Occurrences;
  readonly #yesterday: number;
  readonly #task: ScheduledTask;
  /** as many as were asked for so far */
  readonly #missed: number[] = [];
  #finished: boolean | undefined;
  #past: boolean | undefined;

  constructor(task: ScheduledTask, today: CalendarDate) {
    const day = toDayNumber(today);
    const { occurrences, openDay } = taskDays(task);
    this.#task = task;
    this.#occurrences = occurrences;
    this.openDay = openDay;
    this.#open = without(occurrences, settledDays(task));
    this.#yesterday = day - 1;
    this.isDueToday = this.#open.has(day);
    this.missedCount = this.#countMissed(task.missedPolicy, day);
  }

  /** Day numbers of the latest missed ones, at most `most`, the latest first. */
  latestMissed(most: number): readonly number[] {
    while (this.#missed.length < Math.min(most, this.missedCount)) {
      const day = this.#open.lastUntil((this.#missed.at(-1) ?? this.#yesterday + 1) - 1);
      if (day === null) break;
      this.#missed.push(day);
    }
    return this.#missed.slice(0, most);
  }

  /** The day number of the first missed one; null when there is none. */
  oldestMissed(): number | null {
    if (this.#task.missedPolicy !== "keep") return this.latestMissed(1)[0] ?? null;
    if (this.missedCount === 0) return null;
    return this.#open.firstFrom(FIRST_DAY);
  }

  /** Whether what was missed is past, which Today folds: it is paused, longer ago than a week, or goes back further
   * than that without a break, and the task is due again or was done since. */
  get isPast(): boolean {
    this.#past ??= this.#isPast();
    return this.#past;
  }

  /** Whether nothing of it is open, and nothing will be due any more. */
  get isFinished(): boolean {
    this.#finished ??= this.#isFinished();
    return this.#finished;
  }

  /** Whether the task is or was due on the date, done or not. */
  isOccurrence(date: CalendarDate): boolean {
    return this.#occurrences.has(toDayNumber(date));
  }

  #isPast(): boolean {
    const [latest] = this.latestMissed(1);
    const today = this.#yesterday + 1;
    const weekAgo = today - 7;
    if (latest === undefined) return false;
    if (latest < weekAgo || this.#task.pausedDays.has(today)) return true;
    if (this.#occurrences.lastUntil(today) === latest) return false;
    const oldest = this.oldestMissed();
    const settled = settledDays(this.#task).between(weekAgo, latest);
    const isRecent = settled.some((day) => this.#occurrences.has(day));
    return oldest !== null && oldest < weekAgo && !isRecent;
  }

  #isFinished(): boolean {
    if (this.missedCount > 0 || this.isDueToday || this.openDay !== null) return false;
    const today = this.#yesterday + 1;
    if (this.#open.firstFrom(today) !== null) return false;
    const { endDate } = this.#task;
    const hasEnded = endDate ? endDate < fromDayNumber(today) : false;
    const isDue = this.#occurrences.lastUntil(today) ?? this.#occurrences.firstFrom(today);
    return hasEnded || isDue !== null;
  }

  #countMissed(policy: MissedPolicy, today: number): number {
    if (policy === "pass") return 0;
    if (policy === "latest") {
      const latest = this.#occurrences.lastUntil(today);
      return latest !== null && latest !== today && this.#open.has(latest) ? 1 : 0;
    }
    return this.#open.countBetween(FIRST_DAY, this.#yesterday);
  }
}

const latest = new WeakMap<
  ScheduledTask,
  { readonly today: CalendarDate; readonly due: DueDays }
>();

/** Computed once a task and day: a tick changes one task, but the lists ask about all. */
export function dueDays(task: ScheduledTask, today: CalendarDate): DueDays {
  const known = latest.get(task);
  if (known?.today === today) return known.due;
  const due = new DueDays(task, today);
  latest.set(task, { today, due });
  return due;
}

/**
 * The first future occurrence without a completion; null when there is none within 365 days, or,
 * for a custom rule, none to the end date.
 */
export function nextDueDate(task: ScheduledTask, today: CalendarDate): CalendarDate | null {
  const now = toDayNumber(today);
  const horizon = task.repeatValue === "custom" ? LAST_DAY : now + NEXT_DUE_SEARCH_DAYS;
  const day = without(taskOccurrences(task), settledDays(task)).firstFrom(now + 1);
  return day === null || day > horizon ? null : fromDayNumber(day);
}

/** A task's status as its card shows it, with the date that it is about. */
export type TaskStatus =
  | { readonly kind: "paused" | "overdue" | "next-due"; readonly date: CalendarDate }
  | { readonly kind: "none"; readonly date: null };

/** '3 missed' */
export const missedText = (count: number, { t }: Locale): string =>
  t("{count, plural, one {# missed} other {# missed}} // days", { count });

type LatestDay = readonly [latest: CalendarDate, today: CalendarDate, locale: Locale];

/** '3 missed, latest yesterday' */
export const missedUntilText = (count: number, ...day: LatestDay): string =>
  day[2].t("{count, plural, one {# missed} other {# missed}}, latest {when} // days", {
    count,
    when: relativeInSentence(...day),
  });

/** The same, or 'Overdue: Yesterday' of one day. */
export const overdueText = (count: number, ...day: LatestDay): string =>
  count === 1
    ? day[2].t("Overdue: {when} // 'Yesterday', or a date", { when: relativeDate(...day) })
    : missedUntilText(count, ...day);

/** Paused until a date; else overdue when an occurrence was missed, else the date it is due next, today included. */
export function taskStatus(task: ScheduledTask, today: CalendarDate): TaskStatus {
  const day = toDayNumber(today);
  if (task.pausedDays.has(day)) {
    return { kind: "paused", date: fromDayNumber(task.pausedDays.runEnd(day)) };
  }
  const due = dueDays(task, today);
  const [missed] = due.latestMissed(1);
  if (missed !== undefined) return { kind: "overdue", date: fromDayNumber(missed) };
  const date = due.isDueToday ? today : nextDueDate(task, today);
  return date === null ? { kind: "none", date } : { kind: "next-due", date };
}
