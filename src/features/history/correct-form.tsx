import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import type { Correction } from "../../completions/day-changes.ts";
import { isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { recordedDay } from "../../domain/dates/done-when.ts";
import { clocksAgree, placeName } from "../../domain/dates/time-zone.ts";
import { namedPeople } from "../../domain/households/doers.ts";
import type { Household } from "../../domain/households/household.ts";
import { WhoChoice } from "../../households/who-choice.tsx";
import type { HistoryEntry } from "./queries.ts";
import { type When, WhenForm } from "./when-form.tsx";

/** What is wrong, where it was refused. */
export type CorrectionErrors = Partial<Record<string, string>>;

interface CorrectFormProps {
  entry: HistoryEntry;
  /** whose people could have done it; null where nobody is named */
  household: Household | null;
  errors: CorrectionErrors;
  /** Called with what is another, or nothing. */
  onSave: (correction: Correction) => void;
  onCancel: () => void;
}

/** Who did it, on which day and at what time; what is left as it is, is not sent. */
export function CorrectForm({ entry, household, errors, onSave, onCancel }: CorrectFormProps) {
  const userId = useSession()?.userId;
  const { timeZone } = useToday();
  const recorded = { at: entry.completedAt, timeZone: entry.timeZone };
  const known = { doneOn: entry.doneOn ?? recordedDay(recorded), doneAt: entry.doneAt ?? "" };
  const [when, setWhen] = useState<When>(known);
  const [chosen, setChosen] = useState<readonly string[]>();
  const [dayError, setDayError] = useState<string>();
  const people = entry.doers.people ?? ownOf(household, entry.doers.completedBy, userId);
  const isSameClock = clocksAgree(recorded.at, entry.timeZone, timeZone);

  function save() {
    const { doneOn, doneAt } = when;
    if (!isCalendarDate(doneOn)) return setDayError("Choose a day");
    const isOther = doneOn !== known.doneOn || doneAt !== known.doneAt;
    onSave({
      ...(household && chosen && { doers: namedPeople(household, chosen) }),
      ...(isOther && { doneOn, ...(doneAt && { doneAt }) }),
    });
  }

  return (
    <WhenForm
      label="Correct"
      when={when}
      errors={{ ...errors, doneOn: dayError ?? errors.doneOn }}
      hint={isSameClock ? "If known" : `If known, in ${placeName(entry.timeZone)}`}
      onChange={(changed) => {
        if (changed.doneOn !== when.doneOn) setDayError(undefined);
        setWhen(changed);
      }}
      onSave={save}
      onCancel={onCancel}
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

/** The person who did it where only the account is known: oneself, or nobody who can be chosen. */
function ownOf(household: Household | null, completedBy: string | null, userId?: string) {
  return [household && completedBy === userId ? household.me : ""];
}
