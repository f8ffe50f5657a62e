import { useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { CORRECT_FAILED, type Correction } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice, fieldIssues } from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { CorrectForm, type CorrectionErrors } from "./correct-form.tsx";
import type { HistoryEntry } from "./queries.ts";

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
