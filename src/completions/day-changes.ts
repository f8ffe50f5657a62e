import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { DaySet } from "../domain/dates/day-set.ts";
import type { Corrected } from "../domain/dates/done-when.ts";
import { type Completion, doersName, type Recorder } from "../domain/tasks/task.ts";
import { errorWords, type FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";
import type { Kept } from "../sync/task-changes.ts";
import type { TaskEvent } from "../sync/task-list.ts";

export const COMPLETE_FAILED = errorWords("Completing Task", "mark task as complete");
export const UNDO_FAILED = errorWords("Undoing Task", "undo task completion");
export const SKIP_FAILED = errorWords("Skipping Task", "skip it");
export const PUT_OFF_FAILED = errorWords("Putting Off Task", "put it off", { sendsInput: true });
export const CORRECT_FAILED = errorWords("Correcting Task", "correct it", { sendsInput: true });

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
