import { memo, useRef } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type Corrected, doneWhen, nearName } from "../../domain/dates/done-when.ts";
import { formatDate, relativeDate } from "../../domain/dates/format-date.ts";
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
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { Belonging, DoerFaces } from "../../households/belonging.tsx";
import { Face } from "../../households/face.tsx";
import { Turn } from "../../households/turn.tsx";
import { rowIcon } from "../../ui/icon.tsx";
import { Notes } from "../../ui/notes.tsx";
import { JustNow } from "./just-now.tsx";
import { leaveFocus, neighbourOf } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { RowButton } from "./row-button.tsx";
import { RowChecklist } from "./row-checklist.tsx";
import { pressRowKey } from "./row-keys.ts";
import { DoneMark, SkipMark, TickButton } from "./tick.tsx";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";
import type { AskWho } from "./who-dialog.tsx";

/** Who is looking, and from where: the same for every row. */
export interface Viewer extends Recorder {
  readonly today: CalendarDate;
  /** whether tasks of several households, or of none, stand side by side */
  readonly isMixed: boolean;
}

/** Shows what else can be done with an open occurrence; the function never changes. */
export type ShowDay = (day: {
  readonly task: Task;
  readonly dueDate: CalendarDate;
  /** which a tick completes */
  readonly doneDate: CalendarDate;
  /** What gets the focus when its row leaves: asked while the row is there. */
  readonly nextFocus: () => HTMLElement | null;
}) => void;

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
  onMore: ShowDay;
  onAskWho: AskWho;
}

/**
 * One occurrence, in one of the `OccurrenceLists`. Memoised on its fields, so that a tick renders one row and not the list: items
 * are new objects each time, tasks only when they change.
 */
export const OccurrenceRow = memo(function OccurrenceRow(props: OccurrenceRowProps) {
  const { task, dueDate, isDone, viewer } = props;
  const actions = useOccurrenceActions(task, props.doneDate, viewer);
  const { Row } = useMotionParts();
  const undoTakesFocus = useRef(false);
  // A task has a row for each missed day.
  const isEarly = dueDate > viewer.today;
  const which = props.wasOverdue || isEarly ? ` for ${formatDate(dueDate)}` : "";
  const household = sharedHousehold(task);
  const me = household?.people.find(({ id }) => id === household.me);

  /** A late one, for a while, with Undo where the tick was. */
  const staysInPlace = props.wasOverdue && props.doneDate === dueDate;

  async function settle(button: HTMLElement, act: () => Promise<boolean>) {
    if (staysInPlace) undoTakesFocus.current = true;
    else leaveFocus(button);
    const isDoneNow = await act();
    // Otherwise a later tick by somebody else would move the focus.
    if (!isDoneNow) undoTakesFocus.current = false;
  }
  const complete = (button: HTMLElement) => settle(button, actions.complete);
  const skip = (button: HTMLElement) => settle(button, actions.skip);

  function askWho(button: HTMLElement) {
    if (!household) return;
    const others = household.people.filter(({ id }) => id !== household.me);
    props.onAskWho({
      household,
      title: "Who did it?",
      text: `${task.title}${which} is marked as done.`,
      // Of two people it is the other: by oneself, a tap would do.
      suggested: others.length === 1 ? others.map(({ id }) => id) : [],
      nextFocus: () => (staysInPlace ? null : neighbourOf(button)),
      onAnswer: (doers) => void settle(button, () => actions.complete(doers)),
    });
  }

  async function undo(button: HTMLElement) {
    leaveFocus(button);
    await actions.undo();
  }

  return (
    <Row
      className={props.isDay ? "row day" : "row"}
      data-done={isDone || undefined}
      data-task={props.isDay ? task.id : undefined}
      onKeyDown={(event) => pressRowKey(event, isDone ? undefined : skip)}
    >
      {isDone ? (
        <SettledMark isSkipped={props.isSkipped} />
      ) : (
        <TickButton
          label={`Mark ${task.title} as done${which}`}
          onPress={complete}
          onHold={me && askWho}
        />
      )}
      <div className="body">
        <p className="title" dir="auto">
          {props.isDay ? formatDate(dueDate) : <a href={`/task/${task.id}`}>{task.title}</a>}
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
            <span className="fact" title={formatDate(dueDate)}>
              {rowIcon("calendar")}
              for {nearName(dueDate, viewer.today)}
            </span>
          )}
          {isDone && <DoneText {...props} />}
          {!isDone && !props.isDay && (
            <span className="fact rhythm">
              {rowIcon("repeat")}
              {repeatText(task)}
            </span>
          )}
          {!isDone && <Turn kind="turn" task={task} day={dueDate} today={viewer.today} />}
          {task.waitingDays?.some((day) => day === dueDate || day === props.doneDate) && WAITS}
          {!props.isDay && <SharedFact task={task} viewer={viewer} isDone={isDone} />}
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
      {!isDone && me && (
        <button
          type="button"
          className="who"
          aria-haspopup="dialog"
          aria-label={`Who did ${task.title}${which}?`}
          onClick={({ currentTarget }) => askWho(currentTarget)}
        >
          <Face name={me.name} face={me.face} size="small" />
        </button>
      )}
      {!isDone && props.wasOverdue && (
        <RowButton kind="skip" label={`Skip ${task.title}${which}`} onPress={skip} />
      )}
      {!isDone && (
        <button
          type="button"
          className="more"
          aria-haspopup="dialog"
          aria-label={`More for ${task.title}${which}`}
          onClick={({ currentTarget }) =>
            props.onMore({
              ...{ task, dueDate, doneDate: props.doneDate },
              nextFocus: () => neighbourOf(currentTarget),
            })
          }
        >
          {rowIcon("more")}
        </button>
      )}
      {isDone && props.doers && mayUndo(task, props.doers, viewer.userId) && (
        <RowButton
          kind="undo"
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

/** The sign of what waits on this device for the network. */
const WAITS = (
  <span className="fact">
    {rowIcon("offline")}
    Waits
  </span>
);

interface SharedFactProps {
  task: Task;
  viewer: Viewer;
  isDone?: boolean;
}

/** Whose it is, beside the viewer's: its household's, or others' with whom it is shared. */
export function SharedFact({ task, viewer, isDone = false }: SharedFactProps) {
  const { household } = task;
  if (household) {
    const hasFaces = !isDone && !hasTurns(task);
    return <Belonging household={household} isNamed={viewer.isMixed} hasFaces={hasFaces} />;
  }
  if (!task.isShared) return null;
  return (
    <span className="fact">
      {rowIcon("shared")}
      Shared
    </span>
  );
}

const SettledMark = ({ isSkipped }: { isSkipped: boolean }) =>
  isSkipped ? <SkipMark /> : <DoneMark />;

/** What was ticked late may have been done on its day, or before. */
const isOnTime = ({ doneOn, dueDate }: { dueDate: CalendarDate } & Corrected) =>
  doneOn !== undefined && doneOn <= dueDate;

/** 'Overdue' and since when, in a colour and in words. */
function OverdueBadge({ date, today }: { date: CalendarDate; today: CalendarDate }) {
  return (
    <span className="fact overdue" title={formatDate(date)}>
      {rowIcon("alert")}
      Overdue · {relativeDate(date, today)}
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
  const { task, dueDate, completedAt, timeZone, doneOn, doneAt, doers, viewer } = props;
  const doer = doers && doersName(task, doers, viewer.userId);
  // Where the viewer is the last one left, only others are worth a word.
  const name = hasOtherPeople(task) || (doers?.people && doer !== "You") ? doer : null;
  const isKnown = completedAt !== null && timeZone !== null;
  const time = isKnown
    ? doneWhen({ at: completedAt, timeZone, doneOn, doneAt }, viewer.today, viewer.timeZone)
    : null;
  const isNews = completedAt !== null && doers?.completedBy !== viewer.userId;
  return (
    <span className="fact doers">
      {name && doers && <DoerFaces task={task} doers={doers} />}
      <span>
        {name && <bdi>{name}</bdi>} {time}
        {dueDate && (
          <Turn kind="instead" task={task} day={dueDate} today={viewer.today} doers={doers} />
        )}
        {isNews && <JustNow key={completedAt} instant={completedAt} />}
      </span>
    </span>
  );
}
