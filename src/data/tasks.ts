import type { UseQueryResult } from "@tanstack/react-query";
import type { CalendarDate } from "../domain/calendar-date.ts";
import type { RepeatValue, Task } from "../domain/task.ts";
import type { Operation } from "./operation.ts";

/** The fields of the editor; dates `yyyy-MM-dd`. */
export interface TaskFields {
  readonly category: string;
  readonly title: string;
  readonly subtitle?: string | null;
  readonly startDate: CalendarDate;
  readonly endDate?: CalendarDate | null;
  readonly repeatValue: RepeatValue;
  readonly customRrule?: string | null;
  readonly customRruleText?: string | null;
  readonly isShared?: boolean;
  /** e-mail addresses; absent on update = unchanged */
  readonly shareWith?: readonly string[];
}
/** `id` is a uuid chosen by the client, so that a repeated create is the same task. */
export type TaskCreation = TaskFields & { readonly id: string };
/** Absent fields stay as they are. */
export type TaskChange = Partial<TaskFields> & { readonly id: string };

/** Every active task of the user and those shared with them, ordered by id; writes under way are applied. */
export function useTasks(): UseQueryResult<readonly Task[]> {
  throw new Error("Being written.");
}
export function useCreateTask(): Operation<TaskCreation> {
  throw new Error("Being written.");
}
export function useUpdateTask(): Operation<TaskChange> {
  throw new Error("Being written.");
}
export function useDeleteTask(): Operation<Task> {
  throw new Error("Being written.");
}
/** A recipient leaves a task that was shared with them. */
export function useLeaveTask(): Operation<Task> {
  throw new Error("Being written.");
}
