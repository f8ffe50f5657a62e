import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useToday } from "../../clock/today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { dayStatus } from "../../domain/tasks/day-status.ts";
import { historyGrid } from "../../domain/tasks/history-grid.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { toastFailure } from "../../ui/toast.ts";
import { useHistory } from "./queries.ts";
import { STATUS_NAMES } from "./status-names.ts";

interface DayDetailProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
}

/** The chosen day's status and, when done, by whom and 'at h:mm a'. */
export function DayDetail({ task, date, today }: DayDetailProps) {
  const { timeZone } = useToday();
  // Loads the whole grid at once: one request a month.
  const days = historyGrid(task, date, today).flatMap((cell) => cell?.date ?? []);
  const { data: entries, error } = useHistory(task, days[0] ?? date, days.at(-1) ?? date);
  const entry = entries?.find((candidate) => candidate.date === date);
  const status = dayStatus(task, date, today);

  useEffect(() => {
    if (error) toastFailure(failureNotice("loadHistory", error));
  }, [error]);

  return (
    <chakra.p
      aria-live="polite"
      mt="3"
      minH="3rem"
      textAlign="center"
      fontVariantNumeric="tabular-nums"
    >
      <chakra.span fontWeight="semibold">{formatWeekday(date)}</chakra.span>
      <br />
      <chakra.span color="fg.muted">
        {status ? STATUS_NAMES[status] : "Not due"}
        {entry && ` ${doneWhen(entry.completedAt, date, timeZone)}`}
        {entry && task.isShared && (
          <>
            {" · "}
            <bdi>{entry.completedBy}</bdi>
          </>
        )}
      </chakra.span>
    </chakra.p>
  );
}
