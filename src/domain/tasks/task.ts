import type { CalendarDate } from "../dates/calendar-date.ts";
import type { DaySet } from "../dates/day-set.ts";

/** The five repeat values. */
export const REPEAT_VALUES = ["daily", "weekly", "monthly", "yearly", "custom"] as const;
export type RepeatValue = (typeof REPEAT_VALUES)[number];

/** One occurrence done: which one, when, by whom. */
export interface Completion {
  readonly date: CalendarDate;
  /** ISO instant */
  readonly completedAt: string;
  /** user id */
  readonly completedBy: string;
}

/** A task with its completions, as the client knows it. */
export interface Task {
  readonly id: string;
  readonly ownerId: string;
  readonly category: string;
  readonly title: string;
  /** the notes */
  readonly subtitle: string | null;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
  readonly repeatValue: RepeatValue;
  /** recurrence rule text, only when custom */
  readonly customRrule: string | null;
  readonly customRruleText: string | null;
  readonly isShared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** grows by one with every change that others can see */
  readonly revision: number;
  /** user id -> display name: the owner and everyone who has a completion on the task */
  readonly people: Readonly<Record<string, string>>;
  /** every completed date */
  readonly completedDays: DaySet;
  /** who and when of completions made in the last 48 h, or whose date is yesterday (UTC) or later */
  readonly recentCompletions: readonly Completion[];
}

/** The completer's name for the viewer: 'You' for oneself or when no name is known. */
export function completerName(task: Task, completedBy: string | null, viewerId: string): string {
  if (completedBy === null || completedBy === viewerId) return "You";
  return task.people[completedBy] ?? "You";
}

/** Whoever completed an occurrence may undo it; the owner may undo anyone's. */
export function mayUndo(task: Task, completedBy: string | null, viewerId: string): boolean {
  return task.ownerId === viewerId || completedBy === viewerId;
}

/** Whether the user has another active task with this title, compared after trimming. */
export function hasDuplicateTitle(
  tasks: readonly Task[],
  draft: { readonly id?: string; readonly ownerId: string; readonly title: string },
): boolean {
  const title = draft.title.trim();
  return tasks.some(
    (task) => task.id !== draft.id && task.ownerId === draft.ownerId && task.title.trim() === title,
  );
}
