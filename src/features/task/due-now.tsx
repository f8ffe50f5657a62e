import { chakra, Stack } from "@chakra-ui/react";
import { Fragment, type ReactNode, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { usePauses } from "../../completions/pauses.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayToDo } from "../../domain/tasks/day-ledger.ts";
import { dayStatus, dueDays } from "../../domain/tasks/day-status.ts";
import { type Day, doneEarly } from "../../domain/tasks/done-early.ts";
import { pausedUntil } from "../../domain/tasks/paused.ts";
import { finishedStatus } from "../../domain/tasks/status-text.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface DueNowProps {
  task: Task;
  today: CalendarDate;
  renderDay: (date: CalendarDate) => ReactNode;
}

/** Shows the next occurrence, below the one just done, which can be undone. */
export function DueNow({ task, today, renderDay }: DueNowProps) {
  const { timeZone } = useToday();
  const moment = { today, timeZone };
  const toDo = dayToDo(task, moment);
  const [shown, setShown] = useState(() => ({ toDo, before: lastDone(task, moment) }));
  // The occurrence that was next until now keeps its place.
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
        <Paused task={task} today={today} until={fromDayNumber(until)} />
      )}
    </Stack>
  );
}

function Paused({ task, today, until }: { task: Task; today: CalendarDate; until: CalendarDate }) {
  const { t } = useLocale();
  const userId = useSession()?.userId ?? "";
  const pause = usePauses();
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.p flex="1">{t("Nothing is due while it is paused.")}</chakra.p>
      {mayEdit(task, userId) && (
        <Button onClick={() => void pause([task], today, until, false)}>
          {t("Resume // end a pause")}
        </Button>
      )}
    </chakra.div>
  );
}

/** The latest completion that can be undone: done early today, or a finished task's last. */
const lastDone = (task: Task, moment: Day): CalendarDate =>
  doneEarly(task, moment).at(-1)?.date ??
  (dueDays(task, moment.today).isFinished ? finishedStatus(task, moment.today).day : moment.today);

function isBehind(task: Task, day: CalendarDate, today: CalendarDate): boolean {
  const status = dayStatus(task, day, today);
  return status === "completed" || status === "skipped" || status === "put-off";
}
