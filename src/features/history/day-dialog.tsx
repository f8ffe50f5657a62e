import { chakra } from "@chakra-ui/react";
import { useRef } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { useLatestTask } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { DayActions } from "./day-actions.tsx";

const TurnActions = late(() => import("./turn-actions.tsx"), Nothing);

interface DayDialogProps {
  task: Task;
  /** on which the occurrence is due */
  dueDate: CalendarDate;
  /** which a tick completes */
  doneDate: CalendarDate;
  /** What gets the focus when its row leaves: asked while the row is there. */
  nextFocus: () => HTMLElement | null;
  onEdit: (task: Task) => void;
  onHistory: (task: Task) => void;
  onClosed: () => void;
}

/** What can be done with an open occurrence, and with its task. */
export default function DayDialog(props: DayDialogProps) {
  const { dueDate, onClosed } = props;
  const userId = useSession()?.userId ?? "";
  const { today } = useToday();
  const { task, isGone } = useLatestTask(props.task);
  const next = useRef<HTMLElement>(null);
  const then = useRef<(() => void) | null>(null);

  return (
    <AppDialog
      title={<bdi>{task.title}</bdi>}
      isOver={isGone}
      returnFocusTo={() => next.current ?? (isGone ? screenHeading() : null)}
      onClosed={() => {
        onClosed();
        then.current?.();
      }}
    >
      {(close) => {
        const leaveTo = (open: (task: Task) => void) => {
          then.current = () => open(task);
          close();
        };
        return (
          <>
            <chakra.p color="fg.muted" fontVariantNumeric="tabular-nums" textAlign="center">
              {dueDate === today ? "Today" : formatWeekday(dueDate)}
            </chakra.p>
            <DayActions
              task={task}
              date={props.doneDate}
              today={today}
              entry={null}
              onActing={() => {
                next.current = props.nextFocus();
              }}
              onActed={close}
            />
            {hasTurns(task) && (
              <TurnActions task={task} date={dueDate} today={today} onActed={close} />
            )}
            <chakra.div display="flex" justifyContent="center" gap="2" mt="4">
              <Button variant="ghost" onClick={() => leaveTo(props.onHistory)}>
                History
              </Button>
              {mayEdit(task, userId) && (
                <Button variant="ghost" onClick={() => leaveTo(props.onEdit)}>
                  Edit
                </Button>
              )}
            </chakra.div>
          </>
        );
      }}
    </AppDialog>
  );
}
