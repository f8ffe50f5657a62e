import { useState } from "react";
import { COMPLETE_FAILED, completeOccurrence } from "../../completions/day-changes.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { type CalendarDate, fromDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayToChoose } from "../../domain/dates/format-date.ts";
import { dueDays } from "../../domain/tasks/day-status.ts";
import { dayDoneEarlier } from "../../domain/tasks/done-earlier.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { type When, WhenForm } from "./when-form.tsx";

interface DoneEarlierFormProps {
  task: Task;
  /** which a tick would complete now */
  date: CalendarDate;
  onClose: () => void;
}

/** How many missed days can be chosen. */
const MOST_MISSED = 30;

/** Marks an occurrence done that was done on another day, and at a time, if that is known. */
export function DoneEarlierForm({ task, date, onClose }: DoneEarlierFormProps) {
  const style = useDateStyle();
  const { userId, today, timeZone } = useViewer();
  const send = useTaskChanges();
  const yesterday = addDays(today, -1);
  const missed = dueDays(task, today).latestMissed(MOST_MISSED).map(fromDayNumber);
  const open = [...new Set([date, ...missed])].sort().reverse();
  const [which, setWhich] = useState(open.includes(yesterday) ? yesterday : date);

  async function save({ doneOn, doneAt }: When) {
    if (doneOn > today) return { doneOn: INPUT_TEXTS.DONE_LATER };
    const day = dayDoneEarlier(task, which, doneOn);
    if (day === null) {
      const isBefore = task.afterDone === null;
      return { doneOn: isBefore ? INPUT_TEXTS.DONE_TOO_EARLY : "That is before it was due again" };
    }
    const when = { doneOn, ...(doneAt && { doneAt }) };
    await send(completeOccurrence(task, day, { userId, timeZone }, undefined, when));
    return undefined;
  }

  return (
    <WhenForm
      label="Done earlier"
      known={{ doneOn: yesterday, doneAt: "" }}
      hint="If known"
      words={COMPLETE_FAILED}
      onSave={save}
      onClose={onClose}
    >
      {open.length > 1 && (
        <FormField label="Which one">
          <Select
            options={open.map((day) => [day, dayToChoose(day, today, style)] as const)}
            value={which}
            onChange={setWhich}
          />
        </FormField>
      )}
    </WhenForm>
  );
}
