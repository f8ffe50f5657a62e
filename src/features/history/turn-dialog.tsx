import { useToday } from "../../clock/use-today.ts";
import type { TaskDialogProps } from "../../dialogs/ask.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { useLatestTask } from "../../sync/use-tasks.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import TurnActions from "./turn-buttons.tsx";

interface TurnDialogProps extends TaskDialogProps {
  /** on which the occurrence is due */
  date: CalendarDate;
}

export default function TurnDialog({ task: opened, date, onClosed }: TurnDialogProps) {
  const { today } = useToday();
  const { task, isGone } = useLatestTask(opened);
  return (
    <AppDialog
      title={<bdi>{task.title}</bdi>}
      isOver={isGone}
      returnFocusTo={() => (isGone ? screenHeading() : null)}
      onClosed={onClosed}
    >
      {(close) => <TurnActions task={task} date={date} today={today} isFirst onActed={close} />}
    </AppDialog>
  );
}
