import { useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { CORRECT_FAILED, type Correction } from "../../completions/day-changes.ts";
import { type CalendarDate, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { recordedDay } from "../../domain/dates/done-when.ts";
import { clocksAgree, placeName } from "../../domain/dates/time-zone.ts";
import { namedPeople } from "../../domain/households/doers.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { WhoChoice } from "../../households/who-choice.tsx";
import { failureNotice, fieldIssues } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast.ts";
import type { HistoryEntry } from "./queries.ts";
import { type When, WhenForm } from "./when-form.tsx";

/** What is wrong, where it was refused. */
export type CorrectionErrors = Partial<Record<string, string>>;

interface CorrectDayProps {
  task: Task;
  date: CalendarDate;
  entry: HistoryEntry;
  /** whose people could have done it; null where nobody is named */
  household: Household | null;
}

/** The button that opens, in place, who did it and when; what was entered stays until it is taken. */
export function CorrectDay({ task, date, entry, household }: CorrectDayProps) {
  const userId = useSession()?.userId ?? "";
  const { mutateAsync: change } = useTaskChange(task.id);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [errors, setErrors] = useState<CorrectionErrors>({});

  function show(isShown: boolean) {
    // Before the form goes: the dialog's focus trap would choose for itself.
    if (!isShown) button.current?.focus();
    setErrors({});
    setOpen(isShown);
  }

  async function save(correction: Correction) {
    try {
      const isOther = Object.keys(correction).length > 0;
      if (isOther)
        await change({
          kind: "correct",
          taskId: task.id,
          date,
          correctedBy: userId,
          ...correction,
        });
      show(false);
    } catch (error) {
      const issues = fieldIssues(error);
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])));
      toastFailure(failureNotice(CORRECT_FAILED, error));
    }
  }

  return (
    <>
      <Button ref={button} variant="outline" aria-expanded={isOpen} onClick={() => show(!isOpen)}>
        Correct…
      </Button>
      {isOpen && (
        <CorrectForm
          entry={entry}
          household={household}
          errors={errors}
          onSave={save}
          onCancel={() => show(false)}
        />
      )}
    </>
  );
}

interface CorrectFormProps extends Pick<CorrectDayProps, "entry" | "household"> {
  errors: CorrectionErrors;
  /** Called with what is another, or nothing. */
  onSave: (correction: Correction) => void;
  onCancel: () => void;
}

/** Who did it, on which day and at what time; what is left as it is, is not sent. */
function CorrectForm({ entry, household, errors, onSave, onCancel }: CorrectFormProps) {
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
