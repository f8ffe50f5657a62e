import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { PastStart } from "../../domain/tasks/start-date.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { AnswerDialog, type Asking } from "./answer-dialog.tsx";

interface PastStartDialogProps extends Asking {
  past: PastStart;
  /** of the draft */
  startDate: CalendarDate;
}

/** Asks whether the days before today count of a new task that began in the past. */
export function PastStartDialog({ past, startDate, ...asking }: PastStartDialogProps) {
  const style = useDateStyle();
  const { today } = useToday();
  const days = past.count === 1 ? "1 day" : `${formatCount(past.count)} days`;
  const next = past.next === today ? "today" : formatDate(past.next, style);
  return (
    <AnswerDialog
      title="Count the past days?"
      usual={["Count them", { startDate, scheduleFrom: null }]}
      other={[`From ${next}`, { startDate: past.next, scheduleFrom: null }]}
      {...asking}
    >
      <p>
        It was due on {days} before today. Counted, they are overdue until you mark them as done or
        skip them. Otherwise it begins {next}.
      </p>
    </AnswerDialog>
  );
}
