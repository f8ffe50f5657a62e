import { useCallback } from "react";
import { useCompleteOccurrence, useUndoCompletion } from "../../data/completions.ts";
import { failureNotice } from "../../data/failure.ts";
import type { CalendarDate } from "../../domain/calendar-date.ts";
import type { Task } from "../../domain/task.ts";
import { notifyFailure, notifySuccess } from "../../ui/notices.ts";

/** Resolves when the outcome has been shown; never rejects. */
export type OccurrenceAction = (task: Task, date: CalendarDate) => Promise<void>;

/** Ticking off and undoing, with the toasts of spec §8; the functions stay the same between renders. */
export function useOccurrenceActions(): { complete: OccurrenceAction; undo: OccurrenceAction } {
  const { mutateAsync: completeOccurrence } = useCompleteOccurrence();
  const { mutateAsync: undoCompletion } = useUndoCompletion();

  const complete = useCallback<OccurrenceAction>(
    (task, date) =>
      completeOccurrence({ task, date }).then(
        () => notifySuccess("Task Completed", "Great job! Task marked as complete."),
        (error: unknown) => notifyFailure(failureNotice("complete", error)),
      ),
    [completeOccurrence],
  );

  const undo = useCallback<OccurrenceAction>(
    (task, date) =>
      undoCompletion({ task, date }).then(
        () => notifySuccess("Task Uncompleted", "Task marked as incomplete."),
        (error: unknown) => notifyFailure(failureNotice("undo", error)),
      ),
    [undoCompletion],
  );

  return { complete, undo };
}
