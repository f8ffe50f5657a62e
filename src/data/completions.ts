import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import { type Operation, runTaskWrite, useOperation } from "./operation.ts";
import { restData } from "./request-failure.ts";
import type { Session } from "./session.ts";
import { taskMessage, type WirePayloads } from "./wire.ts";

export interface Occurrence {
  readonly task: Pick<Task, "id">;
  readonly date: CalendarDate;
}

/**
 * Marks an occurrence done. When somebody else was first, the answer is their completion and it is
 * shown as theirs; that is no error.
 */
export async function completeOccurrence(session: Session, occurrence: Occurrence): Promise<void> {
  const { task, date } = occurrence;
  const { backend, userId, signal } = session;
  const completedAt = new Date().toISOString();
  await runTaskWrite(
    session,
    { kind: "complete", taskId: task.id, completion: { date, completedAt, completedBy: userId } },
    {
      send: () =>
        restData(
          backend.rest
            .rpc("complete_task", { task_id: task.id, completed_date: date })
            .abortSignal(signal),
        ),
      message: (answer) =>
        taskMessage("completion", answer as unknown as WirePayloads["completion"]),
    },
  );
}

/** Takes a completion back: one's own, or anyone's on a task of one's own. */
export async function undoCompletion(session: Session, occurrence: Occurrence): Promise<void> {
  const { task, date } = occurrence;
  const { backend, signal } = session;
  await runTaskWrite(
    session,
    { kind: "undo", taskId: task.id, date },
    {
      send: () =>
        restData(
          backend.rest
            .rpc("undo_completion", { task_id: task.id, completed_date: date })
            .abortSignal(signal),
        ),
      message: (answer) =>
        taskMessage("completion_undone", answer as unknown as WirePayloads["completion_undone"]),
    },
  );
}

export function useCompleteOccurrence(): Operation<Occurrence> {
  return useOperation(completeOccurrence);
}

export function useUndoCompletion(): Operation<Occurrence> {
  return useOperation(undoCompletion);
}
