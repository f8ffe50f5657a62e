import { useEffect, useMemo, useState } from "react";
import { dueDaysOf } from "../../clock/due-days.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { type TodayBuckets, todayBuckets } from "../../domain/tasks/today.ts";

/** Today's sections; seen anew when a struck-through overdue row has to leave. */
export function useTodayBuckets(
  tasks: readonly Task[],
  today: CalendarDate,
  timeZone: string,
): TodayBuckets {
  const [hiddenAt, setHiddenAt] = useState(0);
  const buckets = useMemo(
    // `now` is read when the tasks change or a row's time is up, never in between.
    () => todayBuckets(tasks, { today, timeZone, now: Math.max(Date.now(), hiddenAt) }, dueDaysOf),
    [tasks, today, timeZone, hiddenAt],
  );

  const { nextHideAt } = buckets;
  useEffect(() => {
    if (nextHideAt === null) return;
    const timer = setTimeout(() => setHiddenAt(nextHideAt), Math.max(0, nextHideAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextHideAt]);

  return buckets;
}
