import type { CalendarDate } from "../domain/calendar-date.ts";
import type { Task } from "../domain/task.ts";
import { type Operation, runTaskWrite, useOperation } from "./operation.ts";
import { restData } from "./request-failure.ts";
import type { Session } from "./session.ts";
import { taskMessage, type WirePayloads } from "./wire.ts";

export interface Occurrence {
  readonly task: Pick<Task, "id">;
  readonly date: CalendarDate;
}

/** Who has done an occurrence, and when. */
export interface Completer {
  /** display name */
  readonly name: string;
  /** ISO instant */
  readonly completedAt: string;
}

/**
 * Marks an occurrence done. When somebody else was first, the answer is their completion and it is
 * shown as theirs; that is no error. Resolves to who was first, null for the user themselves.
 */
export async function completeOccurrence(
  session: Session,
  occurrence: Occurrence,
): Promise<Completer | null> {
  const { task, date } = occurrence;
  const { backend, userId, signal } = session;
  const completedAt = new Date().toISOString();
  const done = await runTaskWrite(
    session,
    { kind: "complete", taskId: task.id, completion: { date, completedAt, completedBy: userId } },
    {
      send: async () => {
        const answer = await restData(
          backend.rest
            .rpc("complete_task", { task_id: task.id, completed_date: date })
            .abortSignal(signal),
        );
        return answer as unknown as WirePayloads["completion"];
      },
      message: (answer) => taskMessage("completion", answer),
    },
  );
  const { completion, name } = done;
  return completion.user_id === userId ? null : { name, completedAt: completion.completed_at };
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

export function useCompleteOccurrence(): Operation<Occurrence, Completer | null> {
  return useOperation(completeOccurrence);
}

export function useUndoCompletion(): Operation<Occurrence> {
  return useOperation(undoCompletion);
}
