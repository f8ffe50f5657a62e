import { Stack } from "@chakra-ui/react";
import { Fragment, type ReactNode, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { type CalendarDate, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayToDo } from "../../domain/tasks/day-ledger.ts";
import { dayStatus, dueDays } from "../../domain/tasks/day-status.ts";
import { type Day, doneEarly } from "../../domain/tasks/done-early.ts";
import { pausedUntil } from "../../domain/tasks/paused.ts";
import { finishedStatus } from "../../domain/tasks/status-text.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Paused } from "./paused-now.tsx";

interface DueNowProps {
  task: Task;
  today: CalendarDate;
  /** a day with its actions */
  renderDay: (date: CalendarDate) => ReactNode;
}

/** What is to be done, below what has just been done and can be taken back. */
export function DueNow({ task, today, renderDay }: DueNowProps) {
  const { timeZone } = useToday();
  const moment = { today, timeZone };
  const toDo = dayToDo(task, moment);
  const [shown, setShown] = useState(() => ({ toDo, before: lastDone(task, moment) }));
  // What was to be done until now stays in its place.
  if (shown.toDo !== toDo) setShown({ toDo, before: shown.toDo ?? shown.before });

  const until = pausedUntil(task, toDayNumber(today));
  const { before } = shown;
  const days = before !== toDo && isBehind(task, before, today) ? [before] : [];
  if (toDo !== null) days.push(toDo);
  if (until === null && days.length === 0) return null;
  return (
    <Stack gap="4" p="4" bg="bg.panel" borderWidth="1px" borderRadius="card">
      {until === null ? (
        days.map((day) => <Fragment key={day}>{renderDay(day)}</Fragment>)
      ) : (
        <Paused task={task} today={today} until={until} />
      )}
    </Stack>
  );
}

/** What was done early today, or the last of a finished task: it can be taken back. */
const lastDone = (task: Task, moment: Day): CalendarDate =>
  doneEarly(task, moment).at(-1)?.date ??
  (dueDays(task, moment.today).isFinished ? finishedStatus(task, moment.today).day : moment.today);

/** It is done, skipped or moved, which its actions take back. */
function isBehind(task: Task, day: CalendarDate, today: CalendarDate): boolean {
  const status = dayStatus(task, day, today);
  return status === "completed" || status === "skipped" || status === "put-off";
}
