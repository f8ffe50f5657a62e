import { memo, useRef } from "react";
import { askWhoDid } from "../../completions/ask.ts";
import { MoreButton } from "../../completions/more-button.tsx";
import { useOccurrenceActions } from "../../completions/use-occurrence-actions.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type Corrected, doneWhen, nearName } from "../../domain/dates/done-when.ts";
import { formatDate, relativeDate } from "../../domain/dates/format-date.ts";
import { possibleDoers } from "../../domain/households/doers.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import {
  type Doers,
  doersName,
  hasOtherPeople,
  mayUndo,
  type Recorder,
  sharedHousehold,
  type Task,
} from "../../domain/tasks/task.ts";
import { Belonging, DoerFace } from "../../households/belonging.tsx";
import { Turn } from "../../households/turn.tsx";
import { rowIcon } from "../../ui/icon.tsx";
import { Notes } from "../../ui/notes.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { JustNow } from "./just-now.tsx";
import { leaveFocus, neighbourOf } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { RowChecklist } from "./row-checklist.tsx";
import { pressRowKey } from "./row-keys.ts";
import { DoneMark, SkipMark, TickButton } from "./tick.tsx";
import { UndoButton } from "./undo-button.tsx";

/** Who is looking, and from where: the same for every row. */
export interface Viewer extends Recorder {
  readonly today: CalendarDate;
  /** whether tasks of several households, or of none, stand side by side */
  readonly isMixed: boolean;
}

interface OccurrenceRowProps extends Corrected {
  task: Task;
  dueDate: CalendarDate;
  /** the date that a tick completes */
  doneDate: CalendarDate;
  wasOverdue: boolean;
  /** done or skipped */
  isDone: boolean;
  isSkipped: boolean;
  /** one of the days of a task, whose title stands above */
  isDay: boolean;
  completedAt: string | null;
  /** in which it was recorded; null while it is not done */
  timeZone: string | null;
  doers: Doers | null;
  viewer: Viewer;
}

/**
 * One occurrence, in one of the `OccurrenceLists`. Memoised on its fields, so that a tick renders one row and not the list: items
 * are new objects each time, tasks only when they change.
 */
export const OccurrenceRow = memo(function OccurrenceRow(props: OccurrenceRowProps) {
  const style = useDateStyle();
  const { task, dueDate, isDone, viewer } = props;
  const actions = useOccurrenceActions(task, props.doneDate, viewer);
  const { Row } = useMotionParts();
  const undoTakesFocus = useRef(false);
  // A task has a row for each missed day.
  const isEarly = dueDate > viewer.today;
  const which = props.wasOverdue || isEarly ? ` for ${formatDate(dueDate, style)}` : "";

  /** A late one, for a while, with Undo where the tick was. */
  const staysInPlace = props.wasOverdue && props.doneDate === dueDate;

  async function settle(button: HTMLElement, act: () => Promise<boolean>) {
    if (staysInPlace) undoTakesFocus.current = true;
    else leaveFocus(button);
    const isDoneNow = await act();
    // Otherwise a later tick by somebody else would move the focus.
    if (!isDoneNow) undoTakesFocus.current = false;
  }
  const complete = (button: HTMLElement) => settle(button, () => actions.complete());
  const skip = (button: HTMLElement) => settle(button, actions.skip);

  const mayTakeBack = isDone && props.doers && mayUndo(task, props.doers, viewer.userId);
  const mayCorrect = mayTakeBack && !props.isSkipped && sharedHousehold(task) !== null;
  const asksWho = possibleDoers(task, viewer.userId).length > 0 && (!isDone || mayCorrect);

  const askWho = (button: HTMLElement) =>
    askWhoDid(
      task,
      viewer.userId,
      `Who did ${task.title}${which}?`,
      (ids) => (isDone ? actions.correctWho(ids) : settle(button, () => actions.complete(ids))),
      () => (isDone || staysInPlace ? null : neighbourOf(button)),
    );

  async function undo(button: HTMLElement) {
    leaveFocus(button);
    await actions.undo();
  }

  return (
    <Row
      className={props.isDay ? "row day" : "row"}
      data-done={isDone || undefined}
      data-lines={task.checklist.length > 0 || undefined}
      data-task={props.isDay ? task.id : undefined}
      onKeyDown={(event) =>
        pressRowKey(event, { ...(!isDone && { s: skip }), ...(asksWho && { w: askWho }) })
      }
    >
      {isDone ? (
        <SettledMark isSkipped={props.isSkipped} />
      ) : (
        <TickButton
          label={`Mark ${task.title} as done${which}`}
          onPress={complete}
          onHold={asksWho ? askWho : undefined}
        />
      )}
      <div className="body">
        <p className="title" dir="auto">
          {props.isDay ? formatDate(dueDate, style) : <a href={`/task/${task.id}`}>{task.title}</a>}
        </p>
        {!props.isDay && task.subtitle && <Notes task={task} text={task.subtitle} />}
        <p className="facts">
          {props.wasOverdue && !isOnTime(props) && (
            <OverdueBadge date={dueDate} today={viewer.today} />
          )}
          {props.isSkipped && (
            <span className="fact">
              {rowIcon("skip")}
              Skipped
            </span>
          )}
          {isEarly && (
            <span className="fact" title={formatDate(dueDate, style)}>
              {rowIcon("calendar")}
              for {nearName(dueDate, viewer.today, style)}
            </span>
          )}
          {isDone && <DoneText {...props} />}
          {task.waitingDays?.some((day) => day === dueDate || day === props.doneDate) && WAITS}
          {!props.isDay && <SharedFact task={task} viewer={viewer} />}
        </p>
        {task.checklist.length > 0 && (
          <RowChecklist
            task={task}
            date={dueDate}
            which={which}
            isCurrent={!isDone && !props.wasOverdue}
          />
        )}
      </div>
      {!isDone && !props.isDay && <span className="rhythm">{repeatText(task, style)}</span>}
      {isDone ? (
        props.doers && <DoerFace task={task} doers={props.doers} />
      ) : (
        <Turn kind="face" task={task} day={dueDate} today={viewer.today} />
      )}
      {mayTakeBack && (
        <UndoButton
          ref={(button) => {
            if (button && undoTakesFocus.current) button.focus({ preventScroll: true });
            undoTakesFocus.current = false;
          }}
          label={`Undo ${task.title}${which}`}
          onPress={undo}
        />
      )}
      {(!isDone || mayCorrect) && (
        <MoreButton
          label={`More for ${task.title}${which}`}
          menu={(button) => ({
            task,
            askWho: asksWho ? () => askWho(button) : undefined,
            open: isDone
              ? undefined
              : {
                  dueDate,
                  doneDate: props.doneDate,
                  settle: (act) => void settle(button, act),
                },
          })}
        />
      )}
    </Row>
  );
});

/** The sign of what waits on this device for the network. */
const WAITS = (
  <span className="fact">
    {rowIcon("offline")}
    Not synced yet
  </span>
);

/** Whose it is, beside the viewer's: its household's name among those of others, or that it is shared. */
export function SharedFact({ task, viewer }: { task: Task; viewer: Viewer }) {
  const { household } = task;
  if (household) return viewer.isMixed && <Belonging household={household} />;
  return (
    task.isShared && (
      <span className="fact">
        {rowIcon("shared")}
        Shared
      </span>
    )
  );
}

const SettledMark = ({ isSkipped }: { isSkipped: boolean }) =>
  isSkipped ? <SkipMark /> : <DoneMark />;

/** What was ticked late may have been done on its day, or before. */
const isOnTime = ({ doneOn, dueDate }: { dueDate: CalendarDate } & Corrected) =>
  doneOn !== undefined && doneOn <= dueDate;

/** 'Overdue' and since when, in a colour and in words. */
function OverdueBadge({ date, today }: { date: CalendarDate; today: CalendarDate }) {
  const style = useDateStyle();
  return (
    <span className="fact overdue" title={formatDate(date, style)}>
      {rowIcon("alert")}
      Overdue · {relativeDate(date, today, style)}
    </span>
  );
}

interface DoneTextProps extends Corrected {
  task: Task;
  /** the date of the occurrence; absent for many of them */
  dueDate?: CalendarDate;
  completedAt: string | null;
  timeZone: string | null;
  doers: Doers | null;
  viewer: Viewer;
}

/** 'at 8:05 AM', and on a shared task who did it: 'Bob at 8:05 AM in Tokyo · just now'. */
export function DoneText(props: DoneTextProps) {
  const style = useDateStyle();
  const { task, dueDate, completedAt, timeZone, doneOn, doneAt, doers, viewer } = props;
  // Who said so is on the task's page.
  const doer = doers && doersName(task, { ...doers, saidBy: undefined }, viewer.userId);
  // Where the viewer is the last one left, only others are worth a word.
  const name = hasOtherPeople(task) || (doers?.people && doer !== "You") ? doer : null;
  const isKnown = completedAt !== null && timeZone !== null;
  const time = isKnown
    ? doneWhen({ at: completedAt, timeZone, doneOn, doneAt }, viewer.today, viewer.timeZone, style)
    : null;
  const isNews = completedAt !== null && doers?.completedBy !== viewer.userId;
  return (
    <span>
      {name && <bdi>{name}</bdi>} {time}
      {dueDate && (
        <Turn kind="instead" task={task} day={dueDate} today={viewer.today} doers={doers} />
      )}
      {isNews && <JustNow key={completedAt} instant={completedAt} />}
    </span>
  );
}
