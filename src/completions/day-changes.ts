import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { DaySet } from "../domain/dates/day-set.ts";
import type { Corrected } from "../domain/dates/done-when.ts";
import { type Completion, doersName, type Recorder } from "../domain/tasks/task.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";
import type { Kept } from "../sync/task-changes.ts";
import type { TaskEvent } from "../sync/task-list.ts";

export const COMPLETE_FAILED: FailureWords = {
  title: "Error Completing Task",
  description: "Failed to mark task as complete. Please try again.",
  offline: "Unable to mark task as complete. Please check your connection and try again.",
};

export const UNDO_FAILED: FailureWords = {
  title: "Error Undoing Task",
  description: "Failed to undo task completion. Please try again.",
  offline: "Unable to undo task completion. Please check your connection and try again.",
};

export const SKIP_FAILED: FailureWords = {
  title: "Error Skipping Task",
  description: "Failed to skip it. Please try again.",
  offline: "Unable to skip it. Please check your connection and try again.",
};

export const PUT_OFF_FAILED: FailureWords = {
  title: "Error Putting Off Task",
  description: "Failed to put it off. Please try again.",
  offline: "Unable to put it off. Please check your connection and try again.",
  sendsInput: true,
};

export const CHECK_LINE_FAILED: FailureWords = {
  title: "Error Saving Checklist",
  description: "Failed to save the checklist. Please try again.",
  offline: "Unable to save the checklist. Please check your connection and try again.",
  sendsInput: true,
};

export const LOAD_HISTORY_FAILED: FailureWords = {
  title: "Error Loading History",
  description: "Failed to load the history. Please try again.",
};

/** The changes of what happened on a task's days: stated once for Today, the history and the task's page. */

/** People of a household who did something; none for nobody in particular. */
export type CompletionDoers = Extract<TaskChange, { kind: "complete" }>["doers"];

/** By whom and when, as the database will write it. */
const recordedNow = ({ userId, timeZone }: Recorder) => ({
  completedAt: new Date().toISOString(),
  timeZone,
  completedBy: userId,
});

/**
 * Marks an occurrence done, also up to 366 days ahead of its day. If somebody else was first, the answer has their
 * completion.
 */
export function completeOccurrence(
  taskId: string,
  date: CalendarDate,
  /** the caller's zone, and the caller, or on one's own task anyone who takes part */
  by: Recorder,
  /** those of the task's household who did it: the caller unless given */
  doers?: CompletionDoers,
  /** when it was really done, in the caller's zone: now unless given */
  { doneOn, doneAt }: Corrected = {},
): TaskChange {
  return {
    ...{ kind: "complete", taskId, date, ...recordedNow(by) },
    ...(doers && { doers }),
    ...(doneOn && { doneOn }),
    ...(doneAt && { doneAt }),
  };
}

/** Skips an occurrence: neither done nor missed. */
export function skipOccurrence(taskId: string, date: CalendarDate, by: Recorder): TaskChange {
  return { kind: "skip", taskId, date, ...recordedNow(by) };
}

/** Takes a completion or a skip back: one's own, or anyone's on a task of one's own. */
export function undoCompletion(taskId: string, date: CalendarDate): TaskChange {
  return { kind: "undo", taskId, date };
}

/** Marks many missed days done or skipped in one go: at most 4,000 runs of days. */
export function catchUp(
  taskId: string,
  days: DaySet,
  status: Completion["status"],
  by: Recorder,
  /** those of the task's household who did them: the caller unless given */
  doers?: CompletionDoers,
): Extract<TaskChange, { kind: "catch-up" }> {
  const runs = days.toRuns().map(([...run]) => run);
  const catchUpId = crypto.randomUUID();
  const what = { catchUpId, days: runs, status, ...(doers && { doers }) };
  return { kind: "catch-up", taskId, ...what, ...recordedNow(by) };
}

/** Takes a catch-up back as a whole. */
export function undoCatchUp(taskId: string, catchUpId: string): TaskChange {
  return { kind: "undo-catch-up", taskId, catchUpId };
}

/** Puts an occurrence off to another day; to its own day, it is put off no more. */
export function putOff(taskId: string, dueDate: CalendarDate, newDate: CalendarDate): TaskChange {
  return { kind: "put-off", taskId, dueDate, newDate };
}

/**
 * Puts a note of at most 500 characters on a day; an empty one takes it away. `basedOn` is the note
 * that its writer saw, empty for none: another one is not replaced, but refused with NOTE_CHANGED.
 */
export function noteDay(
  taskId: string,
  day: CalendarDate,
  note: string,
  basedOn: string,
): TaskChange {
  return { kind: "note", taskId, day, note, basedOn };
}

/** Ticks a line of the checklist for the occurrence of a day, or takes the tick back. */
export function checkLine(
  taskId: string,
  day: CalendarDate,
  line: string,
  isChecked: boolean,
): TaskChange {
  return { kind: "check-line", taskId, day, line, isChecked };
}

/** Pauses a task of one's own for days, or takes such days out of its pauses. Both days included. */
export function pauseTask(
  taskId: string,
  firstDay: CalendarDate,
  lastDay: CalendarDate,
  isPaused: boolean,
): TaskChange {
  return { kind: "pause", taskId, firstDay, lastDay, isPaused };
}

/** Who was first, when the answer to a tick says that it was somebody else; null otherwise. */
export function firstCompleter(
  answer: TaskEvent | Kept | null,
  date: CalendarDate,
  userId: string,
) {
  if (answer?.type !== "task_answer") return null;
  const done = answer.task.recentCompletions.find((completion) => completion.date === date);
  if (done === undefined || done.completedBy === userId) return null;
  const name = doersName(answer.task, done, userId);
  return { name, at: done.completedAt, timeZone: done.timeZone };
}
