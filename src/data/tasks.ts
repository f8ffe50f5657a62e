import {
  queryOptions,
  type UseQueryResult,
  useMutationState,
  useQuery,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { Task } from "../domain/tasks/task.ts";
import type { CreateTaskInput, UpdateTaskInput } from "../domain/tasks/task-input.ts";
import { CONTACTS_KEY } from "./contacts.ts";
import {
  runTaskWrite,
  type TrackedOperation,
  taskWritesKey,
  useTrackedOperation,
} from "./operation.ts";
import { type PendingWrite, withPendingWrites } from "./pending-write.ts";
import { functionData, restData } from "./request-failure.ts";
import { type Session, useSession } from "./session.ts";
import { sharesKey } from "./shares.ts";
import { type TaskMessage, taskFromWire, type WireTask } from "./wire.ts";

/** What the editor enters; the id is chosen apart. */
export type TaskFields = Omit<CreateTaskInput, "id">;

const NOBODYS_TASKS = queryOptions<readonly Task[]>({
  queryKey: ["tasks", null],
  queryFn: () => [],
});

/**
 * Every active task of the user and those shared with them, ordered by id, with the writes under
 * way applied; empty when nobody is signed in (spec §6). Unchanged tasks stay the same objects.
 */
export function useTasks(): UseQueryResult<readonly Task[]> {
  const session = useSession();
  const writes = usePendingWrites(session);
  const select = useCallback(
    (tasks: readonly Task[]) => withPendingWrites(tasks, writes),
    [writes],
  );
  return useQuery({ ...(session?.taskList.query ?? NOBODYS_TASKS), select });
}

/**
 * One task as the server last said it is, without the writes under way; undefined when it is not, or
 * no longer, in the list. For the editor, to which its own save must not look like somebody's change.
 */
export function useKnownTask(taskId: string): Task | undefined {
  const session = useSession();
  const select = useCallback(
    // A list, because the query shares what did not change between lists.
    (tasks: readonly Task[]) => tasks.filter(({ id }) => id === taskId),
    [taskId],
  );
  return useQuery({ ...(session?.taskList.query ?? NOBODYS_TASKS), select }).data?.[0];
}

function usePendingWrites(session: Session | null): readonly PendingWrite[] {
  return useMutationState({
    filters: { mutationKey: taskWritesKey(session?.userId ?? ""), status: "pending" },
    select: (mutation) => mutation.state.variables as PendingWrite,
  });
}

/** Creates a task. The client chooses the id, so that a repeated create is the same task. */
export async function createTask(session: Session, input: CreateTaskInput): Promise<void> {
  const { taskList } = session;
  // The answer to an earlier try was lost, yet the task is there: what was entered since counts.
  if (taskList.tasks?.some(({ id }) => id === input.id)) return updateTask(session, input);
  await runTaskWrite(
    session,
    { kind: "create", taskId: input.id },
    { send: () => invokeForTask(session, "create-task", input), message: taskAnswer },
  );
  forgetShares(session, input.id);
}

/** Changes a task; absent fields stay as they are. */
export async function updateTask(session: Session, change: UpdateTaskInput): Promise<void> {
  await runTaskWrite(
    session,
    { kind: "update", taskId: change.id, change },
    {
      send: () => invokeForTask(session, "update-task", change),
      message: taskAnswer,
    },
  );
  forgetShares(session, change.id);
}

/** Sharing changes the task's addresses and remembers them as contacts. */
function forgetShares({ queryClient }: Session, taskId: string): void {
  void queryClient.invalidateQueries({ queryKey: sharesKey(taskId) });
  void queryClient.invalidateQueries({ queryKey: CONTACTS_KEY });
}

/** Deletes a task for everyone (owner only). */
export async function deleteTask(session: Session, { id }: Pick<Task, "id">): Promise<void> {
  await removeTask(session, id, () =>
    functionData(session.backend.invoke("delete-task", { id }, session.signal)),
  );
}

/** Leaves a task that somebody else shared. */
export async function leaveTask(session: Session, { id }: Pick<Task, "id">): Promise<void> {
  await removeTask(session, id, () =>
    restData(session.backend.rest.rpc("leave_task", { task_id: id }).abortSignal(session.signal)),
  );
}

function removeTask(session: Session, taskId: string, send: () => Promise<unknown>): Promise<void> {
  const { taskList } = session;
  const revision = taskList.tasks?.find(({ id }) => id === taskId)?.revision ?? 0;
  return runTaskWrite(
    session,
    { kind: "remove", taskId },
    { send, message: () => ({ type: "task_removed", taskId, revision }) },
  );
}

function taskAnswer(answer: { readonly task: WireTask }): TaskMessage {
  return { type: "task_answer", task: taskFromWire(answer.task) };
}

function invokeForTask(session: Session, functionName: string, input: unknown) {
  return functionData<{ task: WireTask }>(
    session.backend.invoke(functionName, input, session.signal),
  );
}

export function useCreateTask(): TrackedOperation<CreateTaskInput> {
  return useTrackedOperation(createTask);
}

export function useUpdateTask(): TrackedOperation<UpdateTaskInput> {
  return useTrackedOperation(updateTask);
}

export function useDeleteTask(): TrackedOperation<Pick<Task, "id">> {
  return useTrackedOperation(deleteTask);
}

export function useLeaveTask(): TrackedOperation<Pick<Task, "id">> {
  return useTrackedOperation(leaveTask);
}
