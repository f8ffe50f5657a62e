import { useEffect, useRef } from "react";
import {
  COMPLETE_FAILED,
  completeOccurrence,
  PUT_OFF_FAILED,
  recordedNow,
  SKIP_FAILED,
  UNDO_FAILED,
} from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { type CalendarDate, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { doersOf, possibleDoers } from "../../domain/households/doers.ts";
import { dayActions } from "../../domain/tasks/day-ledger.ts";
import { mayEdit, mayUndo, sharedHousehold, type Task } from "../../domain/tasks/task.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";
import { announce } from "../../ui/announcer.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { HistoryEntry } from "./queries.ts";

export interface DayActionsProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  /** Who did or skipped it; null when nobody has, or while that is not known. */
  entry: HistoryEntry | null;
}

/** What can be done with a day, and doing it; `group` is where its buttons stand, in which the focus stays. */
export function useDayActions({ task, date, today, entry }: DayActionsProps) {
  const style = useDateStyle();
  const { userId, timeZone } = useViewer();
  const send = useToldChanges();
  const can = dayActions(task, date, today);
  const group = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  const household = sharedHousehold(task);
  const mayTakeBack =
    can.undo && (mayEdit(task, userId) || (entry && mayUndo(task, entry.doers, userId)));
  const isSkipped = task.skippedDays.has(toDayNumber(date));

  // The pressed button may have gone: the focus stays in its place.
  useEffect(() => {
    if (!hasActed.current || group.current?.contains(document.activeElement)) return;
    hasActed.current = false;
    // To the body, or to the dialog, whose focus trap takes it back.
    const isLost = document.activeElement?.contains(group.current) ?? true;
    if (!isLost) return;
    const next = group.current?.querySelector("button");
    (next ?? document.querySelector<HTMLElement>(`[data-date="${date}"]`))?.focus();
  });

  /** Resolves to whether it was done. */
  async function act(words: FailureWords, change: TaskChange): Promise<boolean> {
    hasActed.current = true;
    return (await send(change, words)) !== false;
  }

  return {
    can,
    group,
    household,
    /** those who may have done it; none where it can't be done, or by nobody else */
    people: can.markDone ? possibleDoers(task, userId) : [],
    mayTakeBack,
    correctable: mayTakeBack && entry?.isSingle && !isSkipped ? entry : null,
    /** @param ids who did it: people of the household, none for somebody, or an account that takes part */
    complete: (ids?: readonly string[]) => {
      const by = { userId: (!household && ids?.[0]) || userId, timeZone };
      const doers = ids && household ? doersOf(household, ids) : undefined;
      void act(COMPLETE_FAILED, completeOccurrence(task.id, date, by, doers));
    },
    undo: () => void act(UNDO_FAILED, { kind: "undo", taskId: task.id, date }),
    skip: () => {
      const recorded = recordedNow({ userId, timeZone });
      void act(SKIP_FAILED, { kind: "skip", taskId: task.id, date, ...recorded });
    },
    putOffTo: async (newDate: CalendarDate) => {
      const dueDate = can.putOff?.dueDate;
      if (!dueDate) return;
      const change = { kind: "put-off", taskId: task.id, dueDate, newDate } as const;
      if (!(await act(PUT_OFF_FAILED, change))) return;
      announce(`${newDate === dueDate ? "Back on" : "Put off to"} ${formatDate(newDate, style)}`);
    },
  };
}
