import { MoreButton } from "../../completions/more-button.tsx";
import { useOccurrenceActions } from "../../completions/use-occurrence-actions.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { formatLongDay } from "../../domain/dates/format-date.ts";
import { doneEarlyText, type EarlyDay } from "../../domain/tasks/done-early.ts";
import { mayUndo, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { useUnderWay } from "../../ui/use-under-way.ts";

interface DoneNowProps {
  task: Task;
  early: EarlyDay;
}

/** Marks a later day of a task as done today; the same button takes that back, so that the focus stays. */
export function DoneNow({ task, early: { date, done } }: DoneNowProps) {
  const style = useDateStyle();
  const viewer = useViewer();
  const { userId, today } = viewer;
  const { complete, undo } = useOccurrenceActions(task, date, viewer);
  const [isUnderWay, begin] = useUnderWay();
  if (done && !mayUndo(task, done, userId)) return null;
  const day = formatLongDay(date, style);
  const act = () =>
    done ? undo() : complete(undefined, undefined, doneEarlyText(date, today, style));
  return (
    <span className="ahead">
      <Button
        variant="link"
        px="1"
        fontSize="sm"
        whiteSpace="nowrap"
        aria-label={done ? `Undo ${task.title} for ${day}` : `Done now: ${task.title} for ${day}`}
        onClick={() => isUnderWay || begin(act())}
      >
        {done ? "Undo" : "Done now"}
      </Button>
      {!done && (
        <MoreButton
          label={`More for ${task.title} for ${day}`}
          menu={() => ({
            task,
            open: { dueDate: date, doneDate: date, isUnticked: true, settle: (act) => void act() },
          })}
        />
      )}
    </span>
  );
}
