import { memo } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { relativeInSentence } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { type Completion, sharedHousehold, type Task } from "../../domain/tasks/task.ts";
import { rowIcon } from "../../ui/icon.tsx";
import { Notes } from "../../ui/notes.tsx";
import { leaveFocus, neighbourOf } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { SharedFact, type Viewer } from "./occurrence-row.tsx";
import { usePress } from "./tick.tsx";
import { dayCount, useCatchUp } from "./use-catch-up.ts";
import type { AskWho } from "./who-dialog.tsx";

interface MissedRowProps {
  task: Task;
  /** how many days count as missed */
  count: number;
  latest: CalendarDate | null;
  isOpen: boolean;
  viewer: Viewer;
  onToggle: (taskId: string) => void;
  onAskWho: AskWho;
}

/** A task with several missed days: it opens to them, and all can be dealt with at once. */
export const MissedRow = memo(function MissedRow(props: MissedRowProps) {
  const { task, count, latest, isOpen, viewer } = props;
  const { Row } = useMotionParts();
  const { settleAll } = useCatchUp(task, viewer);

  async function catchUp(button: HTMLElement) {
    const household = sharedHousehold(task);
    if (!household) return settle("done")(button);
    props.onAskWho({
      household,
      title: "Who did them?",
      text: `${dayCount(count)} of ${task.title} are marked as done.`,
      suggested: [],
      nextFocus: () => neighbourOf(button, task.id),
      onAnswer: (doers) => void settleAll("done", viewer.today, count, doers),
    });
  }

  function settle(status: Completion["status"]) {
    return (button: HTMLElement) => {
      leaveFocus(button, task.id);
      return settleAll(status, viewer.today, count);
    };
  }

  return (
    <Row className="row" data-task={task.id}>
      <button
        type="button"
        className="toggle"
        aria-expanded={isOpen}
        aria-label={`Missed days of ${task.title}`}
        onClick={() => props.onToggle(task.id)}
      >
        {rowIcon("down")}
      </button>
      <div className="body">
        <p className="title" dir="auto">
          {task.title}
        </p>
        {task.subtitle && <Notes task={task} text={task.subtitle} />}
        <p className="facts">
          <span className="fact overdue">
            {rowIcon("alert")}
            {formatCount(count)} missed
            {latest && `, latest ${relativeInSentence(latest, viewer.today)}`}
          </span>
          <span className="fact rhythm">
            {rowIcon("repeat")}
            {repeatText(task)}
          </span>
          <SharedFact task={task} viewer={viewer} />
        </p>
        {count > 0 && (
          <div className="acts">
            <AllButton
              text="Catch up"
              label={`Catch up ${task.title}: mark all missed days as done`}
              onPress={catchUp}
            />
            <AllButton
              text="Skip all"
              label={`Skip all days of ${task.title}`}
              onPress={settle("skipped")}
            />
          </div>
        )}
      </div>
    </Row>
  );
});

function AllButton(props: {
  text: string;
  label: string;
  onPress: (button: HTMLElement) => Promise<void>;
}) {
  const { isPressed, press } = usePress(props.onPress);
  return (
    <button
      type="button"
      className="skip"
      data-pressed={isPressed || undefined}
      aria-label={props.label}
      onClick={press}
    >
      {props.text}
    </button>
  );
}
