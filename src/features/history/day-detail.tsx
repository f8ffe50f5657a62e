import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { failureNotice } from "../../data/failure.ts";
import { useHistory } from "../../data/history.ts";
import { useToday } from "../../data/today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate, formatWeekday } from "../../domain/dates/format-date.ts";
import { dayInZone, timeInZone } from "../../domain/dates/time-zone.ts";
import { dayStatus } from "../../domain/tasks/day-status.ts";
import { historyGrid } from "../../domain/tasks/history-grid.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { notifyFailure } from "../../ui/notices.ts";
import { STATUS_NAMES } from "./status-names.ts";

interface DayDetailProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
}

/** What is known of the chosen day: its status and, when it was done, by whom and 'at h:mm a'. */
export function DayDetail({ task, date, today }: DayDetailProps) {
  const { timeZone } = useToday();
  // The whole grid at once, so that walking through a month asks one time.
  const days = historyGrid(task, date, today).map((cell) => cell.date);
  const { data: entries, error } = useHistory(task, days[0] ?? date, days.at(-1) ?? date);
  const entry = entries?.find((candidate) => candidate.date === date);
  const status = dayStatus(task, date, today);

  useEffect(() => {
    if (error) notifyFailure(failureNotice("loadHistory", error));
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
        {entry && task.isShared && ` · ${entry.completedBy}`}
      </chakra.span>
    </chakra.p>
  );
}

/** 'at 8:05 AM', with the day before it when it was done on another one. */
function doneWhen(completedAt: string, date: CalendarDate, timeZone: string): string {
  const day = dayInZone(completedAt, timeZone);
  const time = `at ${timeInZone(completedAt, timeZone)}`;
  return day === date ? time : `on ${formatDate(day)} ${time}`;
}
