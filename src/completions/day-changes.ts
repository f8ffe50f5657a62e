import { type CalendarDate, toDayNumber } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import { withCheckedLine } from "../domain/tasks/checklist.ts";
import {
  type CatchUp,
  type Completion,
  type Recorder,
  SOMEONE_WHO_LEFT,
  type Task,
  withCatchUp,
  withCompletions,
  withoutCatchUp,
  withoutCompletions,
  withPutOff,
} from "../domain/tasks/task.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { dataOf } from "../supabase/request-failure.ts";
import { type TaskChange, taskAnswer } from "../sync/task-changes.ts";
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

type Call = Parameters<TaskChange["send"]>[0]["rpc"];
type Name = Parameters<Call>[0];

/** A change that one call of the database makes, which answers the task. */
function dayChange(
  taskId: string,
  name: Name,
  parameters: Parameters<Call>[1],
  optimistic: (task: Task) => Task,
): TaskChange {
  return {
    taskId,
    optimistic,
    send: async (supabase, signal) =>
      taskAnswer(await dataOf(supabase.rpc(name, parameters).abortSignal(signal))),
  };
}

/** As the database will write it. */
const recordedNow = ({ userId, timeZone }: Recorder) => ({
  completedAt: new Date().toISOString(),
  timeZone,
  completedBy: userId,
});

/** Marks an occurrence done. If somebody else was first, the answer has their completion. */
export function completeOccurrence(
  taskId: string,
  date: CalendarDate,
  /** the caller's zone, and the caller, or on one's own task anyone who takes part */
  by: Recorder,
): TaskChange {
  const completion: Completion = { date, status: "done", ...recordedNow(by) };
  const parameters = { task_id: taskId, completed_date: date, done_by: by.userId };
  return dayChange(taskId, "complete_task", parameters, (task) =>
    withCompletions(task, [completion]),
  );
}

/** Skips an occurrence: neither done nor missed. */
export function skipOccurrence(taskId: string, date: CalendarDate, by: Recorder): TaskChange {
  const skip: Completion = { date, status: "skipped", ...recordedNow(by) };
  return dayChange(taskId, "skip_occurrence", { task_id: taskId, day: date }, (task) =>
    withCompletions(task, [skip]),
  );
}

/** Takes a completion or a skip back: one's own, or anyone's on a task of one's own. */
export function undoCompletion(taskId: string, date: CalendarDate): TaskChange {
  const parameters = { task_id: taskId, completed_date: date };
  return dayChange(taskId, "undo_completion", parameters, (task) =>
    withoutCompletions(task, [date]),
  );
}

/** Marks many missed days done or skipped in one go, by the caller: at most 4,000 runs of days. */
export function catchUp(
  taskId: string,
  days: DaySet,
  status: Completion["status"],
  by: Recorder,
): TaskChange & { readonly catchUpId: string } {
  const id = crypto.randomUUID();
  const made: CatchUp = { id, status, days, ...recordedNow(by) };
  const parameters = { id, task_id: taskId, days: days.toRuns().map(([...run]) => run), status };
  const change = dayChange(taskId, "catch_up", parameters, (task) => withCatchUp(task, made));
  return { ...change, catchUpId: id };
}

/** Takes a catch-up back as a whole. */
export function undoCatchUp(taskId: string, id: string): TaskChange {
  return dayChange(taskId, "undo_catch_up", { task_id: taskId, catch_up_id: id }, (task) =>
    withoutCatchUp(task, id),
  );
}

/** Puts an occurrence off to another day; to its own day, it is put off no more. */
export function putOff(taskId: string, dueDate: CalendarDate, newDate: CalendarDate): TaskChange {
  const parameters = { task_id: taskId, due_date: dueDate, new_date: newDate };
  return dayChange(taskId, "put_off", parameters, (task) => withPutOff(task, dueDate, newDate));
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
  const parameters = { task_id: taskId, day, note, based_on: basedOn };
  return dayChange(taskId, "note_day", parameters, (task) => task);
}

/** Ticks a line of the checklist for the occurrence of a day, or takes the tick back. */
export function checkLine(
  taskId: string,
  day: CalendarDate,
  line: string,
  isChecked: boolean,
): TaskChange {
  const parameters = { task_id: taskId, day, line, is_checked: isChecked };
  return dayChange(taskId, "check_line", parameters, (task) =>
    withCheckedLine(task, day, line, isChecked),
  );
}

/** Pauses a task of one's own for days, or takes such days out of its pauses. Both days included. */
export function pauseTask(
  taskId: string,
  firstDay: CalendarDate,
  lastDay: CalendarDate,
  isPaused: boolean,
): TaskChange {
  const first = toDayNumber(firstDay);
  const days = DaySet.fromRuns([[first, toDayNumber(lastDay) - first + 1]]);
  const parameters = {
    task_id: taskId,
    first_day: firstDay,
    last_day: lastDay,
    is_paused: isPaused,
  };
  return dayChange(taskId, "pause_task", parameters, (task) => ({
    ...task,
    pausedDays: isPaused ? task.pausedDays.union(days) : task.pausedDays.minus(days),
  }));
}

/** Who was first, when the answer to a tick says that it was somebody else; null otherwise. */
export function firstCompleter(answer: TaskEvent | null, date: CalendarDate, userId: string) {
  if (answer?.type !== "task_answer") return null;
  const { people, recentCompletions } = answer.task;
  const done = recentCompletions.find((completion) => completion.date === date);
  if (done === undefined || done.completedBy === userId) return null;
  const name = done.completedBy === null ? SOMEONE_WHO_LEFT : people[done.completedBy];
  return { name: name ?? "Someone", at: done.completedAt, timeZone: done.timeZone };
}
