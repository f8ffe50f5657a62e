import { memo, type Ref, useRef } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate, relativeDate } from "../../domain/dates/format-date.ts";
import { timeInZone } from "../../domain/dates/time-zone.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { completerName, mayUndo, type Task } from "../../domain/tasks/task.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { rowIcon } from "../../ui/icon.tsx";
import { Notes } from "../../ui/notes.tsx";
import { JustNow } from "./just-now.tsx";
import { useMotionParts } from "./motion.tsx";
import { DoneMark, TickButton, usePress } from "./tick.tsx";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

/** Who is looking, and from where: the same for every row. */
export interface Viewer {
  readonly userId: string;
  readonly today: CalendarDate;
  readonly timeZone: string;
}

interface OccurrenceRowProps {
  task: Task;
  dueDate: CalendarDate;
  wasOverdue: boolean;
  isDone: boolean;
  completedAt: string | null;
  completedBy: string | null;
  viewer: Viewer;
}

/** What gets the focus when a row leaves its section. */
function neighbourOf(button: HTMLElement): HTMLElement | null {
  const section = button.closest("section");
  // Skips the buttons that expand notes.
  const acting = section?.querySelectorAll<HTMLElement>("button:not([aria-expanded])");
  // Others may be leaving already.
  const buttons = [...(acting ?? [])].filter((one) => one === button || !one.closest("[inert]"));
  const index = buttons.indexOf(button);
  return buttons[index + 1] ?? buttons[index - 1] ?? section;
}

/**
 * Hands the focus on before the row leaves: chosen at once, because the row may be gone soon, and
 * moved after paint, because that forces a layout, which would delay the tap's first frame.
 */
function leaveFocus(button: HTMLElement): void {
  const neighbour = neighbourOf(button);
  afterPaint(() => neighbour?.focus({ preventScroll: true }));
}

/**
 * One occurrence, in a list of `OccurrenceRows`. Memoised on its fields, so that a tick renders one row and not the list: items
 * are new objects each time, tasks only when they change.
 */
export const OccurrenceRow = memo(function OccurrenceRow(props: OccurrenceRowProps) {
  const { task, dueDate, isDone, viewer } = props;
  const actions = useOccurrenceActions(task, dueDate, viewer);
  const { Row } = useMotionParts();
  const undoTakesFocus = useRef(false);
  // A chore has a row for each missed day.
  const which = props.wasOverdue ? ` for ${formatDate(dueDate)}` : "";

  async function complete(button: HTMLElement) {
    // A late one stays in its place for a while, with Undo where the tick was.
    if (props.wasOverdue) undoTakesFocus.current = true;
    else leaveFocus(button);
    const isDoneNow = await actions.complete();
    // Otherwise a later tick by somebody else would move the focus.
    if (!isDoneNow) undoTakesFocus.current = false;
  }

  async function undo(button: HTMLElement) {
    leaveFocus(button);
    await actions.undo();
  }

  return (
    <Row className="row" data-done={isDone || undefined}>
      {isDone ? (
        <DoneMark />
      ) : (
        <TickButton label={`Mark ${task.title} as done${which}`} onPress={complete} />
      )}
      <div className="body">
        <p className="title" dir="auto">
          <a href={`/task/${task.id}`}>{task.title}</a>
        </p>
        {task.subtitle && <Notes title={task.title} text={task.subtitle} />}
        <p className="facts">
          {props.wasOverdue && <OverdueBadge date={dueDate} today={viewer.today} />}
          {isDone ? (
            <DoneText {...props} />
          ) : (
            <span className="fact">
              {rowIcon("repeat")}
              {repeatText(task)}
            </span>
          )}
          {task.isShared && (
            <span className="fact">
              {rowIcon("shared")}
              Shared
            </span>
          )}
        </p>
      </div>
      {isDone && mayUndo(task, props.completedBy, viewer.userId) && (
        <UndoButton
          ref={(button) => {
            if (button && undoTakesFocus.current) button.focus({ preventScroll: true });
            undoTakesFocus.current = false;
          }}
          label={`Undo ${task.title}${which}`}
          onPress={undo}
        />
      )}
    </Row>
  );
});

interface UndoButtonProps {
  label: string;
  onPress: (button: HTMLElement) => Promise<void>;
  ref: Ref<HTMLButtonElement>;
}

/** While pressed, the row's tick is erased (occurrence-row.styles.ts). */
function UndoButton({ label, onPress, ref }: UndoButtonProps) {
  const { isPressed, press } = usePress(onPress);
  return (
    <button
      ref={ref}
      type="button"
      className="undo"
      data-pressed={isPressed || undefined}
      aria-label={label}
      onClick={press}
    >
      Undo
    </button>
  );
}

/** 'Overdue' and since when, in a colour and in words. */
function OverdueBadge({ date, today }: { date: CalendarDate; today: CalendarDate }) {
  return (
    <span className="fact overdue" title={formatDate(date)}>
      {rowIcon("alert")}
      Overdue · {relativeDate(date, today)}
    </span>
  );
}

/** 'at 8:05 AM', and on a shared task who did it: 'Bob at 8:05 AM · just now'. */
function DoneText({ task, completedAt, completedBy, viewer }: OccurrenceRowProps) {
  const name = task.isShared ? completerName(task, completedBy, viewer.userId) : null;
  const time = completedAt === null ? null : `at ${timeInZone(completedAt, viewer.timeZone)}`;
  const isNews = completedAt !== null && completedBy !== viewer.userId;
  return (
    <span>
      {name && <bdi>{name}</bdi>} {time}
      {isNews && <JustNow key={completedAt} instant={completedAt} />}
    </span>
  );
}
