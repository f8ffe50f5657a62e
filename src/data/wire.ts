import { DaySet } from "../domain/dates/day-set.ts";
import type { Completion, RepeatValue, Task } from "../domain/tasks/task.ts";

/** Tasks and live messages as the database writes them; one SQL function builds every wire task. */
export interface WireTask {
  readonly id: string;
  readonly user_id: string;
  readonly category: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly repeat_value: RepeatValue;
  readonly custom_rrule: string | null;
  readonly custom_rrule_text: string | null;
  readonly is_shared: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
  /** user id -> display name */
  readonly people: Readonly<Record<string, string>>;
  /** runs of completed days: [first day number since 1970-01-01, length] */
  readonly completed: readonly (readonly number[])[];
  readonly recent: readonly WireCompletion[];
}

export interface WireCompletion {
  readonly date: string;
  readonly user_id: string;
  readonly completed_at: string;
}

/** What a live message or the answer to a write says about the list of tasks. */
export type TaskMessage =
  | { readonly type: "task"; readonly task: Task }
  /** the answer to a create or update: the task may be gone again by the time it comes */
  | { readonly type: "task_answer"; readonly task: Task }
  | {
      readonly type: "task_removed";
      readonly taskId: string;
      /** in the answer to one's own removal: the latest revision that it can have removed */
      readonly revision?: number;
    }
  | {
      readonly type: "completion";
      readonly taskId: string;
      readonly revision: number;
      readonly completion: Completion;
      /** the completer's display name */
      readonly name: string;
    }
  | {
      readonly type: "completion_undone";
      readonly taskId: string;
      readonly revision: number;
      readonly date: string;
    }
  | { readonly type: "profile"; readonly userId: string; readonly name: string };

/** The payloads by event; `complete_task` and `undo_completion` answer in the same form. */
export interface WirePayloads {
  readonly task: { readonly task: WireTask };
  readonly task_removed: { readonly task_id: string };
  readonly completion: {
    readonly task_id: string;
    readonly revision: number;
    readonly completion: WireCompletion;
    readonly name: string;
  };
  readonly completion_undone: {
    readonly task_id: string;
    readonly revision: number;
    readonly date: string;
  };
  readonly profile: { readonly user_id: string; readonly name: string };
}

export function taskFromWire(wire: WireTask): Task {
  return {
    id: wire.id,
    ownerId: wire.user_id,
    category: wire.category,
    title: wire.title,
    subtitle: wire.subtitle,
    startDate: wire.start_date,
    endDate: wire.end_date,
    repeatValue: wire.repeat_value,
    customRrule: wire.custom_rrule,
    customRruleText: wire.custom_rrule_text,
    isShared: wire.is_shared,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    revision: wire.revision,
    people: wire.people,
    completedDays: DaySet.fromRuns(wire.completed),
    recentCompletions: wire.recent.map(completionFromWire).sort(byDate),
  };
}

/** The inverse of `taskFromWire`. */
export function taskToWire(task: Task): WireTask {
  return {
    id: task.id,
    user_id: task.ownerId,
    category: task.category,
    title: task.title,
    subtitle: task.subtitle,
    start_date: task.startDate,
    end_date: task.endDate,
    repeat_value: task.repeatValue,
    custom_rrule: task.customRrule,
    custom_rrule_text: task.customRruleText,
    is_shared: task.isShared,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
    revision: task.revision,
    people: task.people,
    completed: task.completedDays.toRuns(),
    recent: task.recentCompletions.map(({ date, completedBy, completedAt }) => ({
      date,
      user_id: completedBy,
      completed_at: completedAt,
    })),
  };
}

/** Occurrences in the order of their dates; a task has one completion a date. */
export function byDate(a: Completion, b: Completion): number {
  return a.date < b.date ? -1 : 1;
}

function completionFromWire(wire: WireCompletion): Completion {
  return { date: wire.date, completedAt: wire.completed_at, completedBy: wire.user_id };
}

/** Reads a payload of a known event; null for events that a newer backend may send. */
export function taskMessage<Event extends keyof WirePayloads>(
  event: Event,
  payload: WirePayloads[Event],
): TaskMessage;
export function taskMessage(event: string, payload: unknown): TaskMessage | null;
export function taskMessage(event: string, payload: unknown): TaskMessage | null {
  switch (event) {
    case "task": {
      const { task } = payload as WirePayloads["task"];
      return { type: "task", task: taskFromWire(task) };
    }
    case "task_removed": {
      const { task_id } = payload as WirePayloads["task_removed"];
      return { type: "task_removed", taskId: task_id };
    }
    case "completion": {
      const { task_id, revision, completion, name } = payload as WirePayloads["completion"];
      return {
        type: "completion",
        taskId: task_id,
        revision,
        completion: completionFromWire(completion),
        name,
      };
    }
    case "completion_undone": {
      const { task_id, revision, date } = payload as WirePayloads["completion_undone"];
      return { type: "completion_undone", taskId: task_id, revision, date };
    }
    case "profile": {
      const { user_id, name } = payload as WirePayloads["profile"];
      return { type: "profile", userId: user_id, name };
    }
    default:
      return null;
  }
}
