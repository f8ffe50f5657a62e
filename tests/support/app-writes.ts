import type { Session } from "../../src/auth/session.ts";
import * as today from "../../src/completions/day-changes.ts";
import type { CreateTaskInput, UpdateTaskInput } from "../../src/domain/tasks/task-input.ts";
import * as editor from "../../src/features/editor/mutations.ts";
import type { TaskChange } from "../../src/sync/task-change.ts";
import { taskChangeOptions } from "../../src/sync/task-changes.ts";

/** The app's writes, sent like its screens do, without a screen. */

interface Occurrence {
  readonly task: { readonly id: string };
  readonly date: string;
}

export async function sendChange(session: Session, change: TaskChange): Promise<void> {
  const { queryClient } = session;
  const options = queryClient.defaultMutationOptions(taskChangeOptions(session, change.taskId));
  await queryClient.getMutationCache().build(queryClient, options).execute(change);
}

export const createTask = (session: Session, input: CreateTaskInput) =>
  sendChange(session, editor.createTask(input));

export const updateTask = (session: Session, input: UpdateTaskInput) =>
  sendChange(session, editor.updateTask(input));

export const deleteTask = (session: Session, { id }: { readonly id: string }) =>
  sendChange(session, { kind: "delete", taskId: id });

export const completeOccurrence = (session: Session, { task, date }: Occurrence) =>
  sendChange(session, today.completeOccurrence(task, date, { ...session, timeZone: "UTC" }));

export const undoCompletion = (session: Session, { task, date }: Occurrence) =>
  sendChange(session, { kind: "undo", taskId: task.id, date });
