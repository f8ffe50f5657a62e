import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import {
  COMPLETE_FAILED,
  completeOccurrence,
  firstCompleter,
  UNDO_FAILED,
} from "../../completions/day-changes.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatLongDay } from "../../domain/dates/format-date.ts";
import { doneEarlyText, type EarlyDay } from "../../domain/tasks/done-early.ts";
import { mayUndo, type Task } from "../../domain/tasks/task.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { useUnderWay } from "../../ui/use-under-way.ts";

interface DoneNowProps {
  task: Task;
  early: EarlyDay;
}

/** Marks a later day of a task as done today; the same button takes that back, so that the focus stays. */
export function DoneNow({ task, early }: DoneNowProps) {
  const style = useDateStyle();
  const userId = useSession()?.userId ?? "";
  const { today, timeZone } = useToday();
  const send = useTaskChanges();
  const [isUnderWay, begin] = useUnderWay();
  const { date, done } = early;
  if (done && !mayUndo(task, done, userId)) return null;
  const day = formatLongDay(date, style);
  const undo = () => act({ kind: "undo", taskId: task.id, date }, UNDO_FAILED);

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
    const said = doneEarlyText(date, today, style);
    const other = firstCompleter(answer, date, userId);
    if (other) {
      toastSuccess(
        "Task Completed",
        `${other.name} was first, ${doneWhen(other, today, timeZone, style)}.`,
      );
    } else announce(said);
  }

  const name = done ? `Undo ${task.title} for ${day}` : `Done now: ${task.title} for ${day}`;
  return (
    <Button
      variant="link"
      px="1"
      fontSize="sm"
      whiteSpace="nowrap"
      aria-label={name}
      onClick={() => isUnderWay || begin(done ? undo() : complete())}
    >
      {done ? "Undo" : "Done now"}
    </Button>
  );
}
