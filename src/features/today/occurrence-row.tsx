import { memo, useRef } from "react";
import { MoreButton } from "../../completions/more-button.tsx";
import { useOccurrenceActions } from "../../completions/use-occurrence-actions.ts";
import { askWhoDid } from "../../dialogs/ask.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type Corrected, doneWhen, nearName } from "../../domain/dates/done-when.ts";
import { formatDate, relativeDate } from "../../domain/dates/format-date.ts";
import { possibleDoers } from "../../domain/households/doers.ts";
import { becauseText } from "../../domain/tasks/because-text.ts";
import {
  type Doers,
  doersName,
  hasOtherPeople,
  mayUndo,
  type Recorder,
  sharedHousehold,
  type Task,
} from "../../domain/tasks/task.ts";
import type { TodayItem } from "../../domain/tasks/today.ts";
import { Belonging, DoerFace } from "../../households/belonging.tsx";
import { Turn } from "../../households/turn.tsx";
import { CategoryBadge } from "../../ui/category-heading.tsx";
import { Fact } from "../../ui/fact.tsx";
import { rowIcon } from "../../ui/icon.tsx";
import { Notes } from "../../ui/notes.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { JustNow } from "./just-now.tsx";
import { leaveFocus, neighbourOf } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { RowChecklist } from "./row-checklist.tsx";
import { pressRowKey } from "./row-keys.ts";
import type { Rhythm } from "./row-rhythm.ts";
import { SettledMark, TickButton, UndoButton } from "./tick.tsx";

export interface Viewer extends Recorder {
  readonly today: CalendarDate;
  /** whether tasks of several households, or of none, stand side by side */
  readonly isMixed: boolean;
  readonly isBusy: boolean;
  /** null where there is no room for it */
  readonly rhythm: Rhythm | null;
}

interface OccurrenceRowProps extends TodayItem {
  isDay: boolean;
  /** where no heading says it */
  category: string | undefined;
  viewer: Viewer;
}

/** Each action hands the focus on if its row leaves. */
function useRowActions(props: OccurrenceRowProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, dueDate, isDone, viewer } = props;
  const { title } = task;
  const actions = useOccurrenceActions(task, props.doneDate, viewer);
  const undoTakesFocus = useRef(false);
  // A task has a row for each missed day.
  const isOther = props.wasOverdue || dueDate > viewer.today;
  const which = isOther ? formatDate(dueDate, locale) : null;

  /** A late one, for a while, with Undo where the tick was. */
  const staysInPlace = props.wasOverdue && props.doneDate === dueDate;

  async function settle(button: HTMLElement, act: () => Promise<boolean>) {
    if (staysInPlace) undoTakesFocus.current = true;
    else leaveFocus(button);
    const isDoneNow = await act();
    // Otherwise a later tick by somebody else would move the focus.
    if (!isDoneNow) undoTakesFocus.current = false;
  }

  const mayTakeBack = isDone && props.doers && mayUndo(task, props.doers, viewer.userId);
  const mayCorrect = mayTakeBack && !props.isSkipped && sharedHousehold(task) !== null;
  const asksWho = possibleDoers(task, viewer.userId).length > 0 && (!isDone || mayCorrect);
  const askWho = (button: HTMLElement) =>
    askWhoDid(
      task,
      viewer.userId,
      which === null
        ? t("Who did {title}?", { title })
        : t("Who did {title} for {day}?", { title, day: which }),
      (ids) => (isDone ? actions.correctWho(ids) : settle(button, () => actions.complete(ids))),
      () => (isDone || staysInPlace ? null : neighbourOf(button)),
    );

  return {
    which,
    mayTakeBack,
    mayCorrect,
    settle,
    complete: (button: HTMLElement) => settle(button, () => actions.complete()),
    skip: (button: HTMLElement) => settle(button, actions.skip),
    askWho: asksWho ? askWho : undefined,
    undo: async (button: HTMLElement) => {
      leaveFocus(button);
      await actions.undo();
    },
    undoRef: (button: HTMLElement | null) => {
      if (button && undoTakesFocus.current) button.focus({ preventScroll: true });
      undoTakesFocus.current = false;
    },
  };
}

/** Memoised on its fields, because items are new objects each time, and a tick should render one row only. */
export const OccurrenceRow = memo(function OccurrenceRow(props: OccurrenceRowProps) {
  const locale = useLocale();
  const { task, dueDate, doneDate, isDone, isDay, viewer } = props;
  const { t } = locale;
  const { title } = task;
  const { which: day, askWho, mayTakeBack, mayCorrect, ...actions } = useRowActions(props);
  const { Row } = useMotionParts();
  const isLate = props.wasOverdue && !isDone;

  return (
    <Row
      className={isDay ? "row day" : "row"}
      data-done={isDone || undefined}
      data-lines={task.checklist.length > 0 || undefined}
      data-task={isDay ? task.id : undefined}
      onKeyDown={(event) =>
        pressRowKey(event, { ...(!isDone && { s: actions.skip }), ...(askWho && { w: askWho }) })
      }
    >
      {isDone ? (
        <SettledMark isSkipped={props.isSkipped} />
      ) : (
        <TickButton
          label={
            day === null
              ? t("Mark {title} as done", { title })
              : t("Mark {title} as done for {day}", { title, day })
          }
          onPress={actions.complete}
          onHold={askWho}
        />
      )}
      <div className="body">
        {isDay ? (
          <p className="title">{formatDate(dueDate, locale)}</p>
        ) : (
          <RowTitle task={task} category={props.category} />
        )}
        <RowFacts {...props} />
        {!isLate && !isDone && !isDay && task.subtitle && (
          <Notes task={task} text={task.subtitle} />
        )}
        {!isDay && task.checklist.length > 0 && (
          <RowChecklist
            task={task}
            date={dueDate}
            which={day}
            isCurrent={!isDone && !props.wasOverdue && !viewer.isBusy}
          />
        )}
      </div>
      {!isDone && !isLate && viewer.rhythm && (
        <span className="rhythm">{viewer.rhythm(task, locale)}</span>
      )}
      {isDone ? (
        props.doers && <DoerFace task={task} doers={props.doers} />
      ) : (
        <Turn kind="face" task={task} day={dueDate} today={viewer.today} />
      )}
      {mayTakeBack && (
        <UndoButton
          ref={actions.undoRef}
          label={
            day === null
              ? t("Undo {title}", { title })
              : t("Undo {title} for {day}", { title, day })
          }
          onPress={actions.undo}
        />
      )}
      {(!isDone || mayCorrect) && (
        <MoreButton
          label={
            day === null
              ? t("More for {title}", { title })
              : t("More for {title} for {day}", { title, day })
          }
          menu={(button) => ({
            task,
            askWho: askWho && (() => askWho(button)),
            open: isDone
              ? undefined
              : { dueDate, doneDate, settle: (act) => void actions.settle(button, act) },
          })}
        />
      )}
    </Row>
  );
});

export function RowTitle({ task, category }: { task: Task; category: string | undefined }) {
  return (
    <>
      <p className="title" dir="auto">
        <a href={`/task/${task.id}`}>{task.title}</a>
      </p>
      {/* Its group's heading is there to be heard. */}
      {category && (
        <span className="kind" aria-hidden="true">
          <CategoryBadge category={category} />
        </span>
      )}
    </>
  );
}

function RowFacts(props: OccurrenceRowProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, dueDate, doneDate, doneOn, viewer } = props;
  const { today } = viewer;
  // A late tick may be of an occurrence that was done in time.
  const wasLate = props.wasOverdue && (doneOn === undefined || doneOn > dueDate);
  const date = formatDate(dueDate, locale);
  const because = becauseText(task, locale);
  return (
    <p className="facts">
      {wasLate && (
        <span className="fact" title={date}>
          {props.isDone && (
            <>
              {rowIcon("alert")}
              {t("Overdue // a day")} ·{" "}
            </>
          )}
          {relativeDate(dueDate, today, locale)}
        </span>
      )}
      {!props.isDone && because !== null && <span className="fact">{because}</span>}
      {props.isSkipped && <Fact icon="skip">{t("Skipped // a day")}</Fact>}
      {dueDate > today && (
        <Fact icon="calendar" title={date}>
          {t("for {day} // the day that it is due", { day: nearName(dueDate, today, locale) })}
        </Fact>
      )}
      {props.isDone && <DoneText {...props} />}
      {task.waitingDays?.some((day) => day === dueDate || day === doneDate) && (
        <Fact icon="offline">{t("Not synced yet")}</Fact>
      )}
      {!props.isDay && <SharedFact task={task} viewer={viewer} />}
    </p>
  );
}

/** Names the household among those of others, or says that the task is shared. */
export function SharedFact({ task, viewer }: { task: Task; viewer: Viewer }) {
  const { t } = useLocale();
  const { household } = task;
  if (household) return viewer.isMixed && <Belonging household={household} />;
  return task.isShared && <Fact icon="shared">{t("Shared // a task")}</Fact>;
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
  const locale = useLocale();
  const { task, dueDate, completedAt, timeZone, doneOn, doneAt, doers, viewer } = props;
  // The task's page has who said so.
  const doer = doers && doersName(task, { ...doers, saidBy: undefined }, viewer.userId, locale);
  // If only the viewer is left, only others are named.
  const name = hasOtherPeople(task) || (doers?.people && doer !== locale.t("You")) ? doer : null;
  const isKnown = completedAt !== null && timeZone !== null;
  const time = isKnown
    ? doneWhen({ at: completedAt, timeZone, doneOn, doneAt }, viewer.today, viewer.timeZone, locale)
    : null;
  const isNews = completedAt !== null && doers?.completedBy !== viewer.userId;
  const said =
    name && time
      ? locale.t("{name} {when} // who did it: 'Bob', 'at 8:05 AM'", { name, when: time })
      : (name ?? time ?? "");
  return (
    <span>
      {dueDate ? (
        <Turn
          kind="instead"
          said={said}
          task={task}
          day={dueDate}
          today={viewer.today}
          doers={doers && { ...doers, completedAt, timeZone }}
        />
      ) : (
        said
      )}
      {isNews && <JustNow key={completedAt} instant={completedAt} />}
    </span>
  );
}
