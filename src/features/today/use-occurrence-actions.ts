import { useCallback } from "react";
import { useCompleteOccurrence, useUndoCompletion } from "../../data/completions.ts";
import { failureNotice } from "../../data/failure.ts";
import { useToday } from "../../data/today.ts";
import type { CalendarDate } from "../../domain/calendar-date.ts";
import { doneWhen } from "../../domain/done-when.ts";
import type { Task } from "../../domain/task.ts";
import { notifyFailure, notifySuccess } from "../../ui/notices.ts";

/** Resolves to whether it was done, once that has been said; never rejects. */
export type OccurrenceAction = (task: Task, date: CalendarDate) => Promise<boolean>;

function succeed(title: string, description: string): true {
  notifySuccess(title, description);
  return true;
}

function fail(deed: "complete" | "undo", error: unknown): false {
  notifyFailure(failureNotice(deed, error));
  return false;
}

/**
 * Ticking off and undoing, with the toasts of spec §8, and who was first when somebody else was; the
 * functions stay the same between renders.
 */
export function useOccurrenceActions(): { complete: OccurrenceAction; undo: OccurrenceAction } {
  const { mutateAsync: completeOccurrence } = useCompleteOccurrence();
  const { mutateAsync: undoCompletion } = useUndoCompletion();

  const { today, timeZone } = useToday();

  const complete = useCallback<OccurrenceAction>(
    (task, date) =>
      completeOccurrence({ task, date }).then(
        (other) =>
          succeed(
            "Task Completed",
            other
              ? `${other.name} was first, ${doneWhen(other.completedAt, today, timeZone)}.`
              : "Great job! Task marked as complete.",
          ),
        (error: unknown) => fail("complete", error),
      ),
    [completeOccurrence, today, timeZone],
  );

  const undo = useCallback<OccurrenceAction>(
    (task, date) =>
      undoCompletion({ task, date }).then(
        () => succeed("Task Uncompleted", "Task marked as incomplete."),
        (error: unknown) => fail("undo", error),
      ),
    [undoCompletion],
  );

  return { complete, undo };
}
