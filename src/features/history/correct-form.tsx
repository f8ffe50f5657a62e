import { chakra } from "@chakra-ui/react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/today.ts";
import type { Correction } from "../../completions/correction.ts";
import { isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { recordedDay } from "../../domain/dates/done-when.ts";
import { clocksAgree, placeName } from "../../domain/dates/time-zone.ts";
import type { Household } from "../../domain/households/household.ts";
import { namedPeople, WhoChoice } from "../../households/who-choice.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import type { HistoryEntry } from "./queries.ts";

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
  const form = useRef<HTMLFormElement>(null);
  const recorded = { at: entry.completedAt, timeZone: entry.timeZone };
  const known = { doneOn: entry.doneOn ?? recordedDay(recorded), doneAt: entry.doneAt ?? "" };
  const [doneOn, setDoneOn] = useState(known.doneOn);
  const [doneAt, setDoneAt] = useState(known.doneAt);
  const [chosen, setChosen] = useState<readonly string[]>();
  const [dayError, setDayError] = useState<string>();
  const people = entry.doers.people ?? ownOf(household, entry.doers.completedBy, userId);

  useEffect(() => {
    form.current?.querySelector("input")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function save(event: SubmitEvent) {
    event.preventDefault();
    if (!isCalendarDate(doneOn)) return setDayError("Choose a day");
    const isOther = doneOn !== known.doneOn || doneAt !== known.doneAt;
    onSave({
      ...(household && chosen && { doers: namedPeople(household, chosen) }),
      ...(isOther && { doneOn, ...(doneAt && { doneAt }) }),
    });
  }

  return (
    <chakra.form
      ref={form}
      aria-label="Correct"
      scrollMarginBottom="4"
      display="flex"
      flexDirection="column"
      gap="3"
      flexBasis="100%"
      mt="2"
      noValidate
      onSubmit={save}
    >
      {household && (
        <WhoChoice
          legend="Done by"
          household={household}
          chosen={chosen ?? people}
          onChange={setChosen}
        />
      )}
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="2" alignItems="start">
        <TextField
          label="Done on"
          type="date"
          value={doneOn}
          error={dayError ?? errors.doneOn}
          onChange={({ target }) => {
            setDoneOn(target.value);
            setDayError(undefined);
          }}
        />
        <TextField
          label="At"
          type="time"
          value={doneAt}
          error={errors.doneAt}
          hint={
            clocksAgree(recorded.at, entry.timeZone, timeZone)
              ? "If known"
              : `If known, in ${placeName(entry.timeZone)}`
          }
          onChange={({ target }) => setDoneAt(target.value)}
        />
      </chakra.div>
      <chakra.div display="flex" justifyContent="center" gap="2">
        <Button type="submit">Save</Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  );
}

/** The person who did it where only the account is known: oneself, or nobody who can be chosen. */
function ownOf(household: Household | null, completedBy: string | null, userId?: string) {
  return [household && completedBy === userId ? household.me : ""];
}
