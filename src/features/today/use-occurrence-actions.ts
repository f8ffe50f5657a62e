import { useCallback } from "react";
import { useCompleteOccurrence, useUndoCompletion } from "../../data/completions.ts";
import { failureNotice } from "../../data/failure.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
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

/** Ticking off and undoing, with the toasts of spec §8; the functions stay the same between renders. */
export function useOccurrenceActions(): { complete: OccurrenceAction; undo: OccurrenceAction } {
  const { mutateAsync: completeOccurrence } = useCompleteOccurrence();
  const { mutateAsync: undoCompletion } = useUndoCompletion();

  const complete = useCallback<OccurrenceAction>(
    (task, date) =>
      completeOccurrence({ task, date }).then(
        () => succeed("Task Completed", "Great job! Task marked as complete."),
        (error: unknown) => fail("complete", error),
      ),
    [completeOccurrence],
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
