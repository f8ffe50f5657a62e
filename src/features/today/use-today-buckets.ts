import { useCallback, useEffect, useMemo, useState } from "react";
import { dueDaysOf } from "../../clock/due-days.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import {
  MISSED_SHOWN,
  type MissedShown,
  type TodayBuckets,
  todayBuckets,
} from "../../domain/tasks/today.ts";

/** How many more missed days of a chore are shown at a time. */
export const EARLIER_PAGE = 30;

interface TodaySections extends TodayBuckets {
  /** Opens the task's missed days in Overdue, or closes them; the same function with every render. */
  readonly toggleMissed: (taskId: string) => void;
  /** Shows `EARLIER_PAGE` more of the task's missed days; the same function with every render. */
  readonly showEarlier: (taskId: string) => void;
}

/** Today's sections; seen anew when a struck-through overdue row has to leave. */
export function useTodayBuckets(
  tasks: readonly Task[],
  today: CalendarDate,
  timeZone: string,
): TodaySections {
  const [hiddenAt, setHiddenAt] = useState(0);
  const [shown, setShown] = useState<MissedShown>(new Map());
  const toggleMissed = useCallback((taskId: string) => {
    setShown((known) => {
      const next = new Map(known);
      if (!next.delete(taskId)) next.set(taskId, MISSED_SHOWN);
      return next;
    });
  }, []);
  const showEarlier = useCallback((taskId: string) => {
    setShown((known) => {
      const count = (known.get(taskId) ?? MISSED_SHOWN) + EARLIER_PAGE;
      return new Map(known).set(taskId, count);
    });
  }, []);
  const buckets = useMemo(
    // `now` is read when the tasks change or a row's time is up, never in between.
    () => {
      const now = Math.max(Date.now(), hiddenAt);
      return todayBuckets(tasks, { today, timeZone, now }, dueDaysOf, shown);
    },
    [tasks, today, timeZone, hiddenAt, shown],
  );

  const { nextHideAt } = buckets;
  useEffect(() => {
    if (nextHideAt === null) return;
    const timer = setTimeout(() => setHiddenAt(nextHideAt), Math.max(0, nextHideAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextHideAt]);

  return { ...buckets, toggleMissed, showEarlier };
}
