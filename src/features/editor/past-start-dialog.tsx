import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { PastStart } from "../../domain/tasks/start-date.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { ScheduleAnswer } from "./schedule-answer.ts";

interface PastStartDialogProps {
  past: PastStart;
  /** of the draft */
  startDate: CalendarDate;
  onAnswer: (answer: ScheduleAnswer) => void;
  onClosed: () => void;
}

/** Asks whether the days before today count of a new task that began in the past. */
export function PastStartDialog({ past, startDate, onAnswer, onClosed }: PastStartDialogProps) {
  const style = useDateStyle();
  const { today } = useToday();
  const days = past.count === 1 ? "1 day" : `${formatCount(past.count)} days`;
  const next = past.next === today ? "today" : formatDate(past.next, style);
  return (
    <AppDialog
      role="alertdialog"
      title="Count the past days?"
      onClosed={onClosed}
      footer={(close) => {
        const answer = (from: CalendarDate) => () => {
          onAnswer({ startDate: from, scheduleFrom: null });
          close();
        };
        return (
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="outline" onClick={answer(past.next)}>
              From {next}
            </Button>
            <Button data-autofocus onClick={answer(startDate)}>
              Count them
            </Button>
          </>
        );
      }}
    >
      {() => (
        <p>
          It was due on {days} before today. Counted, they are overdue until you mark them as done
          or skip them. Otherwise it begins {next}.
        </p>
      )}
    </AppDialog>
  );
}
