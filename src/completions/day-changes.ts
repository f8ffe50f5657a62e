import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { DaySet } from "../domain/dates/day-set.ts";
import type { Corrected } from "../domain/dates/done-when.ts";
import { doersOf } from "../domain/households/doers.ts";
import { msg } from "../domain/language/messages.ts";
import { scheduledDay } from "../domain/recurrence/task-schedule.ts";
import {
  type Completion,
  type Recorder,
  sharedHousehold,
  type Task,
} from "../domain/tasks/task.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";

export const COMPLETE_FAILED: FailureWords = {
  title: msg("Error Completing Task"),
  description: msg("Failed to mark task as complete. Please try again."),
  offline: msg("Unable to mark task as complete. Please check your connection and try again."),
};
export const UNDO_FAILED: FailureWords = {
  title: msg("Error Undoing Task"),
  description: msg("Failed to undo task completion. Please try again."),
  offline: msg("Unable to undo task completion. Please check your connection and try again."),
};
export const SKIP_FAILED: FailureWords = {
  title: msg("Error Skipping Task"),
  description: msg("Failed to skip it. Please try again."),
  offline: msg("Unable to skip it. Please check your connection and try again."),
};
export const PUT_OFF_FAILED: FailureWords = {
  title: msg("Error Putting Off Task"),
  description: msg("Failed to put it off. Please try again."),
  offline: msg("Unable to put it off. Please check your connection and try again."),
  sendsInput: true,
};
export const CORRECT_FAILED: FailureWords = {
  title: msg("Error Correcting Task"),
  description: msg("Failed to correct it. Please try again."),
  offline: msg("Unable to correct it. Please check your connection and try again."),
  sendsInput: true,
};

export const TURN_FAILED: FailureWords = {
  title: msg("Error Changing Turn"),
  description: msg("Whose turn it is has not changed. Please try again."),
  offline: msg("Whose turn it is has not changed. Please check your connection and try again."),
  codes: ["TURN_TAKEN"],
  sendsInput: true,
};

export const LOAD_HISTORY_FAILED: FailureWords = {
  title: msg("Error Loading History"),
  description: msg("Failed to load the history. Please try again."),
};

/** People of a household who did something; none for nobody in particular. */
type CompletionDoers = Extract<TaskChange, { kind: "complete" }>["doers"];

/** A correction of who did something, or when; absent fields stay. */
export type Correction = Corrected & { readonly doers?: CompletionDoers };

/** By whom and when, as the database will write it. */
export const recordedNow = ({ userId, timeZone }: Recorder) => ({
  completedAt: new Date().toISOString(),
  timeZone,
  completedBy: userId,
});

/** The fields that decide who can have done a task. */
type Belonging = Pick<Task, "id" | "household">;

/**
 * By whom and when: the people of the task's household with these ids, nobody in particular where there are none, or
 * an account that takes part; by the caller unless given.
 */
function recordedBy(task: Belonging, by: Recorder, ids: readonly string[] | undefined) {
  const household = sharedHousehold(task);
  if (household) return { doers: ids && doersOf(household, ids), ...recordedNow(by) };
  return recordedNow({ ...by, userId: ids?.[0] ?? by.userId });
}

/** A tick: by the caller and now, unless given. */
export function completeOccurrence(
  task: Belonging & Parameters<typeof scheduledDay>[0],
  date: CalendarDate,
  by: Recorder,
  ids?: readonly string[],
  { doneOn, doneAt }: Corrected = {},
): TaskChange {
  const recorded = recordedBy(task, by, ids);
  const dueDate = scheduledDay(task, date);
  return { kind: "complete", taskId: task.id, date, dueDate, doneOn, doneAt, ...recorded };
}

/** Many missed days done or skipped in one go, as a change that can be taken back by its id. */
export function catchUp(
  task: Belonging,
  days: DaySet,
  status: Completion["status"],
  by: Recorder,
  ids?: readonly string[],
): Extract<TaskChange, { kind: "catch-up" }> {
  const runs = days.toRuns().map(([...run]) => run);
  const what = { catchUpId: crypto.randomUUID(), days: runs, status };
  return { kind: "catch-up", taskId: task.id, ...what, ...recordedBy(task, by, ids) };
}
