import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import type { FormerSchedule, PutOff } from "../recurrence/task-schedule.ts";
import type { TaskFields } from "./task-input.ts";

/** Who records something, and the zone of their profile, in which it is told. */
export interface Recorder {
  readonly userId: string;
  /** IANA name */
  readonly timeZone: string;
}

/** One occurrence done or skipped: which one, when, by whom. */
export interface Completion {
  readonly date: CalendarDate;
  readonly status: "done" | "skipped";
  /** ISO instant */
  readonly completedAt: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
  /** user id; null when that person has closed their account */
  readonly completedBy: string | null;
}

/** Many missed occurrences done or skipped in one go. */
export interface CatchUp {
  /** the client's choice */
  readonly id: string;
  readonly status: Completion["status"];
  readonly days: DaySet;
  /** ISO instant */
  readonly completedAt: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
  /** user id; null when that person has closed their account */
  readonly completedBy: string | null;
}

/** The ticked lines of a checklist on one day. */
interface CheckedDay {
  readonly date: CalendarDate;
  readonly lines: readonly string[];
}

/** A task with its completions, as the client knows it. */
export interface Task extends TaskFields {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** grows by one with every change that others can see */
  readonly revision: number;
  /**
   * what the list leaves out: all but the title, or the notes after their first 400 characters; "none" of a
   * task that was read whole, which is absent where nothing would be left out
   */
  readonly cut?: "record" | "notes" | "none";
  /** user id -> display name: the owner and everyone who has a completion on the task */
  readonly people: Readonly<Record<string, string>>;
  /** user ids of those who take part beside the owner, once they have done something */
  readonly takingPart: readonly string[];
  /** in the order of their days */
  readonly formerSchedules: readonly FormerSchedule[];
  readonly putOffs: readonly PutOff[];
  /** days on which nothing is due */
  readonly pausedDays: DaySet;
  /** every completed date */
  readonly completedDays: DaySet;
  readonly skippedDays: DaySet;
  /** who and when of completions made in the last 48 h, or whose date is yesterday (UTC) or later */
  readonly recentCompletions: readonly Completion[];
  /** those of the last 48 h */
  readonly recentCatchUps: readonly CatchUp[];
  /** of the latest ten days on which any line was ticked, in their order */
  readonly recentChecks: readonly CheckedDay[];
}

/** The task with occurrences done or skipped, by the person who was first. */
export function withCompletions(task: Task, completions: readonly Completion[]): Task {
  const isOpen = ({ date }: Completion) => {
    const day = toDayNumber(date);
    return !task.completedDays.has(day) && !task.skippedDays.has(day);
  };
  const added = completions.filter(isOpen);
  if (added.length === 0) return task;
  const daysOf = (status: Completion["status"]) =>
    DaySet.fromDays(
      added.filter((one) => one.status === status).map(({ date }) => toDayNumber(date)),
    );
  return {
    ...task,
    completedDays: task.completedDays.union(daysOf("done")),
    skippedDays: task.skippedDays.union(daysOf("skipped")),
    recentCompletions: [...task.recentCompletions, ...added].sort(byDate),
  };
}

/** The task with many occurrences done or skipped in one go; those that are already stay as they are. */
export function withCatchUp(task: Task, catchUp: CatchUp): Task {
  const days = catchUp.days.minus(task.completedDays).minus(task.skippedDays);
  if (days.size === 0) return task;
  const isDone = catchUp.status === "done";
  return {
    ...task,
    completedDays: isDone ? task.completedDays.union(days) : task.completedDays,
    skippedDays: isDone ? task.skippedDays : task.skippedDays.union(days),
    recentCatchUps: [...task.recentCatchUps, { ...catchUp, days }],
  };
}

/** The task without a catch-up. */
export function withoutCatchUp(task: Task, id: string): Task {
  const catchUp = task.recentCatchUps.find((one) => one.id === id);
  if (catchUp === undefined) return task;
  return {
    ...task,
    completedDays: task.completedDays.minus(catchUp.days),
    skippedDays: task.skippedDays.minus(catchUp.days),
    recentCatchUps: task.recentCatchUps.filter((one) => one !== catchUp),
  };
}

/** The task with occurrences neither done nor skipped. */
export function withoutCompletions(task: Task, dates: readonly CalendarDate[]): Task {
  const days = DaySet.fromDays(dates.map(toDayNumber));
  const completedDays = task.completedDays.minus(days);
  const skippedDays = task.skippedDays.minus(days);
  if (completedDays === task.completedDays && skippedDays === task.skippedDays) return task;
  return {
    ...task,
    completedDays,
    skippedDays,
    recentCompletions: task.recentCompletions.filter((one) => !days.has(toDayNumber(one.date))),
  };
}

/** The task with an occurrence put off to another day; to its own day, it is put off no more. */
export function withPutOff(task: Task, dueDate: CalendarDate, newDate: CalendarDate): Task {
  const others = task.putOffs.filter((one) => one.dueDate !== dueDate);
  if (dueDate === newDate) return { ...task, putOffs: others };
  const toFormerSchedule = task.formerSchedules.some(
    ({ validUntil }) => newDate <= validUntil && validUntil < dueDate,
  );
  return { ...task, putOffs: [...others, { dueDate, newDate, toFormerSchedule }] };
}

const byDate = (a: Completion, b: Completion) => (a.date < b.date ? -1 : 1);

/** The completer's name for the viewer: 'You' for oneself or when no name is known. */
export function completerName(
  task: Task,
  completedBy: string | null | undefined,
  viewerId: string,
): string {
  if (completedBy === null) return SOMEONE_WHO_LEFT;
  if (completedBy === undefined || completedBy === viewerId) return "You";
  return task.people[completedBy] ?? "You";
}

/** Who has closed their account leaves what they did, without a name. */
export const SOMEONE_WHO_LEFT = "Someone who left";

/** The person who completed an occurrence may undo it; the owner may undo anyone's. */
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
