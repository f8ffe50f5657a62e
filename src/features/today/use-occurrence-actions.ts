import {
  COMPLETE_FAILED,
  type CompletionDoers,
  completeOccurrence,
  firstCompleter,
  SKIP_FAILED,
  skipOccurrence,
  UNDO_FAILED,
  undoCompletion,
} from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import type { Recorder, Task } from "../../domain/tasks/task.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

interface Viewer extends Recorder {
  readonly today: CalendarDate;
}

/** Ticking off, skipping and undoing one occurrence: each resolves to whether it was done, and never rejects. */
export function useOccurrenceActions(task: Task, date: CalendarDate, viewer: Viewer) {
  const send = useTaskChanges();
  const { userId, today, timeZone } = viewer;

  /** @param doers those of the task's household who did it: the user unless given */
  async function complete(doers?: CompletionDoers): Promise<boolean> {
    try {
      const answer = await send(completeOccurrence(task.id, date, viewer, doers));
      const other = firstCompleter(answer, date, userId);
      const text = other
        ? `${other.name} was first, ${doneWhen(other, today, timeZone)}.`
        : ((await doneFor(doers)) ?? "Great job! Task marked as complete.");
      toastSuccess("Task Completed", text);
      return true;
    } catch (error) {
      toastFailure(failureNotice(COMPLETE_FAILED, error));
      return false;
    }
  }

  /** Whose turn it was; null where that need not be said. */
  async function doneFor(doers?: CompletionDoers): Promise<string | null> {
    if (!hasTurns(task)) return null;
    // Without a network it may not come: it is done all the same.
    const loaded = await import("./done-for.ts").catch(() => null);
    return loaded?.doneForText(task, date, doers, today) ?? null;
  }

  async function skip(): Promise<boolean> {
    try {
      await send(skipOccurrence(task.id, date, viewer));
      toastSuccess("Task Skipped", "It counts as neither done nor missed.");
      return true;
    } catch (error) {
      toastFailure(failureNotice(SKIP_FAILED, error));
      return false;
    }
  }

  async function undo(): Promise<boolean> {
    try {
      await send(undoCompletion(task.id, date));
      toastSuccess("Task Uncompleted", "Task marked as incomplete.");
      return true;
    } catch (error) {
      toastFailure(failureNotice(UNDO_FAILED, error));
      return false;
    }
  }

  return { complete, skip, undo };
}
