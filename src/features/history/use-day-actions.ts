import { useEffect, useRef } from "react";
import { useDayDeeds } from "../../completions/use-day-deeds.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { type CalendarDate, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { possibleDoers } from "../../domain/households/doers.ts";
import { dayActions } from "../../domain/tasks/day-ledger.ts";
import { mayEdit, mayUndo, sharedHousehold, type Task } from "../../domain/tasks/task.ts";
import { announce } from "../../ui/announcer.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { HistoryEntry } from "./queries.ts";

export interface DayActionsProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  /** who did or skipped it; null for nobody, or while unknown */
  entry: HistoryEntry | null;
}

/** Offers the day's actions; `group` holds their buttons and keeps the focus. */
export function useDayActions({ task, date, today, entry }: DayActionsProps) {
  const locale = useLocale();
  const viewer = useViewer();
  const { userId } = viewer;
  const deeds = useDayDeeds(task, date, viewer);
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

  const act =
    <Parameters extends readonly unknown[]>(deed: (...to: Parameters) => unknown) =>
    (...to: Parameters): void => {
      hasActed.current = true;
      void deed(...to);
    };

  return {
    can,
    group,
    household,
    /** those who may have done it; none where it can't be done, or by nobody else */
    people: can.markDone ? possibleDoers(task, userId) : [],
    mayTakeBack,
    correctable: mayTakeBack && entry?.isSingle && !isSkipped ? entry : null,
    complete: act((ids?: readonly string[]) => deeds.complete(undefined, ids)),
    undo: act(() => deeds.undo()),
    skip: act(() => deeds.skip()),
    putOffTo: act((dueDate: CalendarDate, newDate: CalendarDate) =>
      deeds.putOff(dueDate, newDate, () => {
        const date = formatDate(newDate, locale);
        announce(
          newDate === dueDate
            ? locale.t("Back on {date}", { date })
            : locale.t("Put off to {date}", { date }),
        );
      }),
    ),
  };
}
