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
import { type CalendarDate, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayActions } from "../../domain/tasks/day-ledger.ts";
import { completerName, mayUndo, type Task } from "../../domain/tasks/task.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure } from "../../ui/toast.ts";
import type { HistoryEntry } from "./queries.ts";

interface DayActionsProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  /** Who did or skipped it; null when nobody has, or while that is not known. */
  entry: HistoryEntry | null;
}

/** What can be done with the chosen day. */
export function DayActions({ task, date, today, entry }: DayActionsProps) {
  const userId = useSession()?.userId ?? "";
  const { timeZone } = useToday();
  const { mutateAsync: change } = useTaskChange(task.id);
  const can = dayActions(task, date, today);
  const group = useRef<HTMLDivElement>(null);
  const putOffButton = useRef<HTMLButtonElement>(null);
  const hasActed = useRef(false);
  const [doneBy, setDoneBy] = useState(userId);
  const [isMoving, setMoving] = useState(false);
  const isOwner = task.ownerId === userId;
  const mayTakeBack = can.undo && (isOwner || (entry && mayUndo(task, entry.completerId, userId)));
  // Whom the database takes: not those who have left.
  const people = task.takingPart.filter((id) => id !== userId);
  const asksWho = can.markDone && task.isShared && isOwner && people.length > 0;
  const movable = can.putOff;
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

  async function act(words: FailureWords, taskChange: TaskChange, said?: string) {
    hasActed.current = true;
    try {
      await change(taskChange);
      if (said) announce(said);
    } catch (error) {
      toastFailure(failureNotice(words, error));
    }
  }

  const canAct = can.markDone || can.skip || mayTakeBack || movable;
  return (
    <chakra.div
      ref={group}
      role="group"
      aria-label={`Actions for ${day}`}
      display={canAct ? "flex" : "none"}
      flexWrap="wrap"
      justifyContent="center"
      alignItems="flex-end"
      gap="2"
      mt="2"
    >
      {asksWho && (
        <chakra.div flexBasis="100%">
          <FormField label="Done by">
            <Select
              options={[
                [userId, "You"],
                ...people.map((id) => [id, completerName(task, id, userId)] as const),
              ]}
              value={doneBy}
              onChange={setDoneBy}
            />
          </FormField>
        </chakra.div>
      )}
      {/* The same element, so that the focus stays on it. */}
      {(can.markDone || mayTakeBack) && (
        <Button
          key="done"
          variant={can.markDone ? "solid" : "outline"}
          onClick={() =>
            can.markDone
              ? act(
                  COMPLETE_FAILED,
                  completeOccurrence(task.id, date, {
                    userId: asksWho ? doneBy : userId,
                    timeZone,
                  }),
                )
              : act(UNDO_FAILED, undoCompletion(task.id, date))
          }
        >
          {can.markDone ? "Mark as done" : "Undo"}
        </Button>
      )}
      {can.skip && (
        <Button
          variant="outline"
          onClick={() => act(SKIP_FAILED, skipOccurrence(task.id, date, { userId, timeZone }))}
        >
          Skip
        </Button>
      )}
      {movable && (
        <Button
          ref={putOffButton}
          variant="outline"
          aria-expanded={isMoving}
          onClick={() => setMoving(!isMoving)}
        >
          Put off
        </Button>
      )}
      {movable?.newDate && (
        <Button
          variant="outline"
          onClick={() =>
            act(
              PUT_OFF_FAILED,
              putOff(task.id, movable.dueDate, movable.dueDate),
              `Back on ${formatDate(movable.dueDate)}`,
            )
          }
        >
          Put back
        </Button>
      )}
      {movable && isMoving && (
        <PutOffForm
          from={movable.newDate ?? date}
          onPutOff={(newDate) => {
            // Before the form goes: the dialog's focus trap would choose for itself.
            putOffButton.current?.focus();
            setMoving(false);
            return act(
              PUT_OFF_FAILED,
              putOff(task.id, movable.dueDate, newDate),
              `Put off to ${formatDate(newDate)}`,
            );
          }}
        />
      )}
    </chakra.div>
  );
}

interface PutOffFormProps {
  from: CalendarDate;
  onPutOff: (newDate: CalendarDate) => void;
}

function PutOffForm({ from, onPutOff }: PutOffFormProps) {
  const [newDate, setNewDate] = useState(addDays(from, 1));
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
        if (isCalendarDate(newDate)) onPutOff(newDate);
        else setError("Choose a day");
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
