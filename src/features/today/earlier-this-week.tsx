import { chakra } from "@chakra-ui/react";
import { useEffect, useId, useRef, useState } from "react";
import { LOAD_HISTORY_FAILED } from "../../completions/day-changes.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { tickedWhen } from "../../domain/dates/done-when.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { completerName, mayUndo, type Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast.ts";
import type { Viewer } from "./occurrence-row.tsx";
import { EARLIER_DAYS, type EarlierCompletion, useEarlierCompletions } from "./queries.ts";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

interface EarlierThisWeekProps {
  tasks: readonly Task[];
  viewer: Viewer;
}

/** One quiet line that opens what was done in the last seven days, so that a wrong tick can go. */
export function EarlierThisWeek({ tasks, viewer }: EarlierThisWeekProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isOpen && !tasks.some((task) => mayHaveEarlier(task, viewer))) return null;
  return (
    <chakra.div mt="2" fontSize="sm">
      <Button
        ref={button}
        variant="link"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Earlier this week
      </Button>
      {isOpen && (
        <EarlierList
          id={id}
          tasks={tasks}
          viewer={viewer}
          onLeft={() => button.current?.focus({ preventScroll: true })}
        />
      )}
    </chakra.div>
  );
}

/** Whether to offer it at all, without a request: ticks of the last week are mostly for its days. */
function mayHaveEarlier(task: Task, { today }: Viewer): boolean {
  const last = toDayNumber(addDays(today, -1));
  for (let day = last; day > last - EARLIER_DAYS; day -= 1) {
    if (task.completedDays.has(day) || task.skippedDays.has(day)) return true;
  }
  return false;
}

interface EarlierListProps extends EarlierThisWeekProps {
  id: string;
  /** What was undone leaves, and with it the button that had the focus. */
  onLeft: () => void;
}

function EarlierList({ id, tasks, viewer, onLeft }: EarlierListProps) {
  const { data, error } = useEarlierCompletions(tasks, viewer.today, viewer.timeZone);
  useEffect(() => {
    if (error) toastFailure(failureNotice(LOAD_HISTORY_FAILED, error));
  }, [error]);
  const rows = (data ?? []).flatMap((done) => {
    const task = tasks.find(({ id: taskId }) => taskId === done.taskId);
    const day = toDayNumber(done.date);
    // What is being undone has left already.
    return task && (task.completedDays.has(day) || task.skippedDays.has(day))
      ? [{ task, done }]
      : [];
  });
  return (
    <chakra.ul id={id} aria-label="Earlier this week">
      {data && rows.length === 0 && <chakra.li color="fg.muted">Nothing was done.</chakra.li>}
      {rows.map(({ task, done }) => (
        <EarlierDone
          key={`${task.id} ${done.date}`}
          task={task}
          done={done}
          viewer={viewer}
          onLeft={onLeft}
        />
      ))}
    </chakra.ul>
  );
}

interface EarlierDoneProps {
  task: Task;
  done: EarlierCompletion;
  viewer: Viewer;
  onLeft: () => void;
}

function EarlierDone({ task, done, viewer, onLeft }: EarlierDoneProps) {
  const { undo } = useOccurrenceActions(task, done.date, viewer);
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      minH="touch"
      borderColor="border"
      css={{ "& + &": { borderTopWidth: "1px" } }}
    >
      <chakra.div flex="1" minW="0" py="2">
        <chakra.p dir="auto" overflowWrap="anywhere">
          {task.title}
        </chakra.p>
        <chakra.p color="fg.muted" fontVariantNumeric="tabular-nums">
          {done.status === "skipped" ? "Skipped" : "Done"} · {formatDate(done.date)}{" "}
          {tickedWhen(
            { at: done.completedAt, timeZone: done.timeZone },
            done.date,
            viewer.timeZone,
          )}
          {task.isShared && (
            <>
              {" · "}
              <bdi>{completerName(task, done.completedBy, viewer.userId)}</bdi>
            </>
          )}
        </chakra.p>
      </chakra.div>
      {mayUndo(task, done.completedBy, viewer.userId) && (
        <Button
          variant="link"
          aria-label={`Undo ${task.title} for ${formatDate(done.date)}`}
          onClick={() => {
            onLeft();
            void undo();
          }}
        >
          Undo
        </Button>
      )}
    </chakra.li>
  );
}
