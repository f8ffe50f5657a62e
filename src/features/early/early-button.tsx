import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/today.ts";
import {
  COMPLETE_FAILED,
  completeOccurrence,
  firstCompleter,
  UNDO_FAILED,
  undoCompletion,
} from "../../completions/day-changes.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatLongDay } from "../../domain/dates/format-date.ts";
import { nextTaskDates } from "../../domain/recurrence/next-dates.ts";
import { doneEarlyText, type EarlyDay } from "../../domain/tasks/done-early.ts";
import { mayUndo, type Task } from "../../domain/tasks/task.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useUnderWay } from "../../ui/use-under-way.ts";

/** An empty circle, as on Today: one element for all of them. */
const CIRCLE = (
  <svg viewBox="0 0 28 28" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="14" cy="14" r="12" />
    <path strokeLinecap="round" strokeLinejoin="round" d="M8.5 14.5l3.7 3.7L19.5 10.5" />
  </svg>
);

interface EarlyButtonProps {
  task: Task;
  early: EarlyDay;
  /** A task of which nothing is left to do stands elsewhere. */
  leavesWhenFinished?: boolean;
}

/** Marks a later day of a task as done today; the same button takes that back, so that the focus stays. */
export function EarlyButton({ task, early, leavesWhenFinished }: EarlyButtonProps) {
  const userId = useSession()?.userId ?? "";
  const { today, timeZone } = useToday();
  const send = useTaskChanges();
  const [isUnderWay, begin] = useUnderWay();
  const { date, done } = early;
  if (done && !mayUndo(task, done, userId)) return null;
  const day = formatLongDay(date);
  const undo = () => act(undoCompletion(task.id, date), UNDO_FAILED);

  async function act(change: TaskChange, words: FailureWords) {
    try {
      return await send(change);
    } catch (error) {
      toastFailure(failureNotice(words, error));
      return undefined;
    }
  }

  async function complete() {
    const answer = await act(
      completeOccurrence(task.id, date, { userId, timeZone }),
      COMPLETE_FAILED,
    );
    if (answer === undefined) return;
    const said = doneEarlyText(date, today);
    const other = firstCompleter(answer, date, userId);
    if (other) {
      toastSuccess(
        "Task Completed",
        `${other.name} was first, ${doneWhen(other, today, timeZone)}.`,
      );
    } else if (leavesWhenFinished && nextTaskDates(task, addDays(today, 1), 2).length === 1) {
      // Where it was, nothing takes it back any more.
      screenHeading()?.focus({ preventScroll: true });
      toastSuccess(said, task.title, { label: "Undo", run: () => void undo() });
    } else announce(said);
  }

  const name = done ? `Undo ${task.title} for ${day}` : `Mark ${task.title} done for ${day}`;
  return (
    <button
      type="button"
      className="early"
      aria-label={name}
      title={done ? undefined : `Done for ${day}`}
      data-pressed={isUnderWay || undefined}
      onClick={() => isUnderWay || begin(done ? undo() : complete())}
    >
      {done ? "Undo" : CIRCLE}
    </button>
  );
}
