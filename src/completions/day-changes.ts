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

export const CORRECT_FAILED: FailureWords = {
  title: "Error Correcting Task",
  description: "Failed to correct it. Please try again.",
  offline: "Unable to correct it. Please check your connection and try again.",
  sendsInput: true,
};

export const TURN_FAILED: FailureWords = {
  title: "Error Changing Turn",
  description: "Whose turn it is has not changed. Please try again.",
  offline: "Whose turn it is has not changed. Please check your connection and try again.",
  codes: ["TURN_TAKEN"],
  sendsInput: true,
};

export const LOAD_HISTORY_FAILED: FailureWords = {
  title: "Error Loading History",
  description: "Failed to load the history. Please try again.",
};

/** People of a household who did something; none for nobody in particular. */
type CompletionDoers = Extract<TaskChange, { kind: "complete" }>["doers"];

/** Who did something, or when, corrected: what is not given stays. */
export type Correction = Corrected & { readonly doers?: CompletionDoers };

/** By whom and when, as the database will write it. */
export const recordedNow = ({ userId, timeZone }: Recorder) => ({
  completedAt: new Date().toISOString(),
  timeZone,
  completedBy: userId,
});

/** A tick: by whoever takes part on one's own task, else the caller; done now, and by them, unless given. */
export function completeOccurrence(
  taskId: string,
  date: CalendarDate,
  by: Recorder,
  doers?: CompletionDoers,
  { doneOn, doneAt }: Corrected = {},
): TaskChange {
  return { kind: "complete", taskId, date, doers, doneOn, doneAt, ...recordedNow(by) };
}

/** Many missed days done or skipped in one go, as a change that can be taken back by its id. */
export function catchUp(
  taskId: string,
  days: DaySet,
  status: Completion["status"],
  by: Recorder,
  doers?: CompletionDoers,
): Extract<TaskChange, { kind: "catch-up" }> {
  const runs = days.toRuns().map(([...run]) => run);
  const what = { catchUpId: crypto.randomUUID(), days: runs, status, doers };
  return { kind: "catch-up", taskId, ...what, ...recordedNow(by) };
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
