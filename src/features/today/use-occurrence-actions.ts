import type { CalendarDate } from "../../domain/calendar-date.ts";
import type { Task } from "../../domain/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { notifyFailure, notifySuccess } from "../../ui/notices.ts";
import { completeOccurrence, undoCompletion } from "./mutations.ts";

/** Ticking off and undoing one occurrence; both resolve to whether it was done, and never reject. */
export function useOccurrenceActions(task: Task, date: CalendarDate, userId: string) {
  const { mutateAsync } = useTaskChange(task.id);

  async function complete(): Promise<boolean> {
    try {
      await mutateAsync(completeOccurrence(task.id, date, userId));
      notifySuccess("Task Completed", "Great job! Task marked as complete.");
      return true;
    } catch (error) {
      notifyFailure(failureNotice("complete", error));
      return false;
    }
  }

  async function undo(): Promise<boolean> {
    try {
      await mutateAsync(undoCompletion(task.id, date));
      notifySuccess("Task Uncompleted", "Task marked as incomplete.");
      return true;
    } catch (error) {
      notifyFailure(failureNotice("undo", error));
      return false;
    }
  }

  return { complete, undo };
}
