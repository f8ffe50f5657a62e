import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import type { DaySet } from "../dates/day-set.ts";
import type { TaskFields } from "./task-input.ts";

/** One occurrence done: which one, when, by whom. */
export interface Completion {
  readonly date: CalendarDate;
  /** ISO instant */
  readonly completedAt: string;
  /** user id */
  readonly completedBy: string;
}

/** A task with its completions, as the client knows it. */
export interface Task extends TaskFields {
  readonly id: string;
  readonly ownerId: string;
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

/** The task with an occurrence done, by whoever was first. */
export function withCompletion(task: Task, completion: Completion): Task {
  const completedDays = task.completedDays.with(toDayNumber(completion.date));
  if (completedDays === task.completedDays) return task;
  const recentCompletions = [...task.recentCompletions, completion].sort(byDate);
  return { ...task, completedDays, recentCompletions };
}

/** The task with an occurrence not done. */
export function withoutCompletion(task: Task, date: CalendarDate): Task {
  const completedDays = task.completedDays.without(toDayNumber(date));
  if (completedDays === task.completedDays) return task;
  const recentCompletions = task.recentCompletions.filter((one) => one.date !== date);
  return { ...task, completedDays, recentCompletions };
}

const byDate = (a: Completion, b: Completion) => (a.date < b.date ? -1 : 1);

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
  const title = draft.title.trim().normalize("NFC");
  return tasks.some(
    (task) => task.id !== draft.id && task.ownerId === draft.ownerId && task.title.trim() === title,
  );
}
