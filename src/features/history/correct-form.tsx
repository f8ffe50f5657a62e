import { useState } from "react";
import { CORRECT_FAILED, type Correction } from "../../completions/day-changes.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { recordedDay } from "../../domain/dates/done-when.ts";
import { clocksAgree, placeName } from "../../domain/dates/time-zone.ts";
import { namedPeople } from "../../domain/households/doers.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { WhoChoice } from "../../households/who-choice.tsx";
import { useTaskChanges } from "../../sync/task-changes.ts";
import type { HistoryEntry } from "./queries.ts";
import { type When, WhenForm } from "./when-form.tsx";

interface CorrectFormProps {
  task: Task;
  date: CalendarDate;
  entry: HistoryEntry;
  /** whose people could have done it; null where nobody is named */
  household: Household | null;
  onClose: () => void;
}

/** Corrects who did it, on which day and at what time; unchanged fields aren't sent. */
export function CorrectForm({ task, date, entry, household, onClose }: CorrectFormProps) {
  const { userId, timeZone } = useViewer();
  const send = useTaskChanges();
  const [chosen, setChosen] = useState<readonly string[]>();
  const recorded = { at: entry.completedAt, timeZone: entry.timeZone };
  const known = { doneOn: entry.doneOn ?? recordedDay(recorded), doneAt: entry.doneAt ?? "" };
  // If only the account is known, only the viewer can be preselected.
  const isOwn = household && entry.doers.completedBy === userId;
  const people = entry.doers.people ?? [isOwn ? household.me : ""];
  const isSameClock = clocksAgree(recorded.at, entry.timeZone, timeZone);

  async function save({ doneOn, doneAt }: When) {
    const isOther = doneOn !== known.doneOn || doneAt !== known.doneAt;
    const correction: Correction = {
      ...(household && chosen && { doers: namedPeople(household, chosen) }),
      ...(isOther && { doneOn, ...(doneAt && { doneAt }) }),
    };
    if (Object.keys(correction).length > 0)
      await send({ kind: "correct", taskId: task.id, date, correctedBy: userId, ...correction });
    return undefined;
  }

  return (
    <WhenForm
      label="Correct"
      known={known}
      hint={isSameClock ? "If known" : `If known, in ${placeName(entry.timeZone)}`}
      words={CORRECT_FAILED}
      onSave={save}
      onClose={onClose}
    >
      {household && (
        <WhoChoice
          legend="Done by"
          household={household}
          chosen={chosen ?? people}
          onChange={setChosen}
        />
      )}
    </WhenForm>
  );
}
