import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/today.ts";
import {
  COMPLETE_FAILED,
  completeOccurrence,
  PUT_OFF_FAILED,
  putOff,
  SKIP_FAILED,
  skipOccurrence,
  UNDO_FAILED,
  undoCompletion,
} from "../../completions/day-changes.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import {
  type CalendarDate,
  isCalendarDate,
  toDayNumber,
} from "../../domain/dates/calendar-date.ts";
import type { Corrected } from "../../domain/dates/done-when.ts";
import { formatDate, formatLongDay } from "../../domain/dates/format-date.ts";
import { dayActions } from "../../domain/tasks/day-ledger.ts";
import { isDueAnyway, putOffChoices } from "../../domain/tasks/put-off-choices.ts";
import {
  doersName,
  mayEdit,
  mayUndo,
  sharedHousehold,
  type Task,
} from "../../domain/tasks/task.ts";
import { ByWhom } from "../../households/by-whom.tsx";
import { chosenText, doersOf, WhoChoice } from "../../households/who-choice.tsx";
import { type FailureWords, failureNotice, fieldIssues } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { CorrectDay } from "./correct-day.tsx";
import type { CorrectionErrors } from "./correct-form.tsx";
import { DoneEarlier } from "./done-earlier.tsx";
import type { HistoryEntry } from "./queries.ts";

interface DayActionsProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  /** Who did or skipped it; null when nobody has, or while that is not known. */
  entry: HistoryEntry | null;
  /** Called before something is done, and as soon as it is, where that is all there is to see of the day. */
  onActing?: () => void;
  onActed?: () => void;
  /** It is what its page is opened for: one big Done. */
  isFirst?: boolean;
}

/** What can be done with the chosen day. */
export function DayActions(props: DayActionsProps) {
  const { task, date, today, entry, onActing, onActed, isFirst } = props;
  const userId = useSession()?.userId ?? "";
  const { timeZone } = useToday();
  const { mutateAsync: change } = useTaskChange(task.id);
  const can = dayActions(task, date, today);
  const group = useRef<HTMLDivElement>(null);
  const putOffButton = useRef<HTMLButtonElement>(null);
  const hasActed = useRef(false);
  const [doneBy, setDoneBy] = useState(userId);
  const [isMoving, setMoving] = useState(false);
  // It stays while what was entered is under way, and may fail.
  const [offersEarlier] = useState(onActed !== undefined && can.markDone && date <= today);
  const isOwner = task.ownerId === userId;
  const household = sharedHousehold(task);
  const [doers, setDoers] = useState<readonly string[]>(household ? [household.me] : []);
  const mayTakeBack =
    can.undo && (mayEdit(task, userId) || (entry && mayUndo(task, entry.doers, userId)));
  const correctable =
    mayTakeBack && entry?.isSingle && !task.skippedDays.has(toDayNumber(date)) ? entry : null;
  // Whom the database takes: not those who have left.
  const people = task.takingPart.filter((id) => id !== userId);
  const asksWho = can.markDone && task.isShared && isOwner && !household && people.length > 0;
  const movable = can.putOff;
  const isEarly = date > today;
  const isBig = isFirst && can.markDone && !isEarly;
  const day = formatDate(date);

  // The pressed button may have gone: the focus stays in its place.
  useEffect(() => {
    if (!hasActed.current || group.current?.contains(document.activeElement)) return;
    hasActed.current = false;
    // To the body, or to the dialog, whose focus trap takes it back.
    const isLost = document.activeElement?.contains(group.current) ?? true;
    if (!isLost) return;
    const next = group.current?.querySelector("button");
    (next ?? document.querySelector<HTMLElement>(`[data-date="${date}"]`))?.focus();
  });

  /** Resolves to whether it was done. */
  async function act(words: FailureWords, taskChange: TaskChange): Promise<boolean> {
    hasActed.current = true;
    onActing?.();
    onActed?.();
    try {
      await change(taskChange);
      return true;
    } catch (error) {
      toastFailure(failureNotice(words, error));
      return false;
    }
  }

  const completion = (day: CalendarDate, when?: Corrected) =>
    completeOccurrence(
      task.id,
      day,
      { userId: asksWho ? doneBy : userId, timeZone },
      household ? doersOf(household, doers) : undefined,
      when,
    );

  /** What was entered stays until it is taken. */
  async function completeEarlier(day: CalendarDate, when: Corrected): Promise<CorrectionErrors> {
    onActing?.();
    try {
      await change(completion(day, when));
      onActed?.();
      return {};
    } catch (error) {
      toastFailure(failureNotice(COMPLETE_FAILED, error));
      return Object.fromEntries(fieldIssues(error).map(({ path, message }) => [path, message]));
    }
  }

  async function moveTo(dueDate: CalendarDate, newDate: CalendarDate) {
    const back = movable?.newDate ?? dueDate;
    if (!(await act(PUT_OFF_FAILED, putOff(task.id, dueDate, newDate)))) return;
    const said = `${newDate === dueDate ? "Back on" : "Put off to"} ${formatDate(newDate)}`;
    if (!onActed) return announce(said);
    // Nothing of the day is left on the screen that could take it back.
    const undo = () => void act(PUT_OFF_FAILED, putOff(task.id, dueDate, back));
    toastSuccess(said, undefined, { label: "Undo", run: undo });
  }

  const nameOf = (id: string) => doersName(task, { completedBy: id }, userId);
  const choice = household ? (
    <WhoChoice legend="Done by" household={household} chosen={doers} onChange={setDoers} />
  ) : (
    <FormField label="Done by">
      <Select
        options={[[userId, "You"], ...people.map((id) => [id, nameOf(id)] as const)]}
        value={doneBy}
        onChange={setDoneBy}
      />
    </FormField>
  );
  const chosen = household ? chosenText(household, doers) : nameOf(doneBy);
  const who =
    can.markDone &&
    (household || asksWho) &&
    (onActed ? (
      <chakra.div flexBasis="100%" mb="2">
        {choice}
      </chakra.div>
    ) : (
      <ByWhom who={chosen === "You" ? "you" : chosen} isCentred={!isFirst}>
        {choice}
      </ByWhom>
    ));
  const canAct = can.markDone || can.skip || mayTakeBack || movable;
  return (
    <chakra.div
      ref={group}
      role="group"
      aria-label={`Actions for ${day}`}
      display={canAct ? "flex" : "none"}
      flexWrap="wrap"
      justifyContent={isFirst ? "flex-start" : "center"}
      alignItems="flex-end"
      flexBasis={isBig ? "100%" : undefined}
      gap="2"
      mt="2"
      css={{ "& > button": { px: "4" } }}
    >
      {!isFirst && who}
      {/* The same element, so that the focus stays on it. */}
      {(can.markDone || mayTakeBack) && (
        <Button
          key="done"
          variant={can.markDone && !isEarly ? "solid" : "outline"}
          {...(isBig && { flexBasis: "100%", maxW: { md: "narrow" }, minH: "3.5rem" })}
          aria-label={
            isFirst && isEarly && can.markDone
              ? `Mark ${task.title} done for ${formatLongDay(date)}`
              : undefined
          }
          onClick={() =>
            can.markDone
              ? act(COMPLETE_FAILED, completion(date))
              : act(UNDO_FAILED, undoCompletion(task.id, date))
          }
        >
          {isBig && <Icon name="check" />}
          {can.markDone ? (isFirst ? "Done" : "Mark as done") : "Undo"}
        </Button>
      )}
      {isFirst && who}
      {offersEarlier && (
        <DoneEarlier
          task={task}
          date={date}
          today={today}
          onYesterday={(day, when) => void act(COMPLETE_FAILED, completion(day, when))}
          onDone={completeEarlier}
        />
      )}
      {correctable && (
        <CorrectDay task={task} date={date} entry={correctable} household={household} />
      )}
      {can.skip && (
        <Button
          variant="outline"
          onClick={() => act(SKIP_FAILED, skipOccurrence(task.id, date, { userId, timeZone }))}
        >
          Skip
        </Button>
      )}
      {movable && onActed && (
        <QuickChoices
          task={task}
          today={today}
          onPutOff={(newDate) => moveTo(movable.dueDate, newDate)}
        />
      )}
      {movable && (
        <Button
          ref={putOffButton}
          variant="outline"
          aria-expanded={isMoving}
          onClick={() => setMoving(!isMoving)}
        >
          {onActed ? "Another day" : "Put off"}
        </Button>
      )}
      {movable?.newDate && (
        <Button variant="outline" onClick={() => moveTo(movable.dueDate, movable.dueDate)}>
          Put back
        </Button>
      )}
      {movable && isMoving && (
        <PutOffForm
          from={movable.newDate ?? date}
          today={today}
          isDueAnyway={(newDate) => isDueAnyway(task, newDate)}
          onPutOff={(newDate) => {
            // Before the form goes: the dialog's focus trap would choose for itself.
            putOffButton.current?.focus();
            setMoving(false);
            return moveTo(movable.dueDate, newDate);
          }}
        />
      )}
    </chakra.div>
  );
}

interface QuickChoicesProps {
  task: Task;
  today: CalendarDate;
  onPutOff: (newDate: CalendarDate) => void;
}

/** The days to which it is put off most; on a row of its own. */
function QuickChoices({ task, today, onPutOff }: QuickChoicesProps) {
  const { tomorrow, saturday } = putOffChoices(task, today);
  return (
    <>
      <chakra.p flexBasis="100%" mt="2" textAlign="center" color="fg.muted" fontSize="sm">
        {isDueAnyway(task, addDays(today, 1))
          ? "It is due again tomorrow: skip it, or put it off to"
          : "Put it off to"}
      </chakra.p>
      {tomorrow && (
        <Button variant="outline" onClick={() => onPutOff(tomorrow)}>
          Tomorrow
        </Button>
      )}
      {saturday && (
        <Button variant="outline" onClick={() => onPutOff(saturday)}>
          Saturday
        </Button>
      )}
    </>
  );
}

interface PutOffFormProps {
  from: CalendarDate;
  today: CalendarDate;
  /** Whether the task is due on a day in any case. */
  isDueAnyway: (date: CalendarDate) => boolean;
  onPutOff: (newDate: CalendarDate) => void;
}

function PutOffForm({ from, today, isDueAnyway, onPutOff }: PutOffFormProps) {
  const [newDate, setNewDate] = useState(addDays(from < today ? today : from, 1));
  const [error, setError] = useState<string>();

  return (
    <chakra.form
      display="flex"
      flexBasis="100%"
      alignItems="flex-end"
      gap="2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isCalendarDate(newDate)) setError("Choose a day");
        else if (newDate !== from && isDueAnyway(newDate))
          setError("It is due then anyway: skip this one");
        else onPutOff(newDate);
      }}
    >
      <TextField
        label="Put off to"
        type="date"
        value={newDate}
        error={error}
        onChange={(event) => {
          setNewDate(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit">Move</Button>
    </chakra.form>
  );
}
