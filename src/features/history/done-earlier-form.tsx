import { useRef, useState } from "react";
import { COMPLETE_FAILED } from "../../completions/day-changes.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import {
  type CalendarDate,
  fromDayNumber,
  isCalendarDate,
} from "../../domain/dates/calendar-date.ts";
import { dayToChoose } from "../../domain/dates/format-date.ts";
import { dueDays } from "../../domain/tasks/day-status.ts";
import { dayDoneEarlier } from "../../domain/tasks/done-earlier.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice, fieldIssues } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { CorrectionErrors } from "./correct-day.tsx";
import type { useDayActions } from "./use-day-actions.ts";
import { type When, WhenForm } from "./when-form.tsx";

interface DoneEarlierProps {
  task: Task;
  /** which a tick would complete now */
  date: CalendarDate;
  today: CalendarDate;
  actions: Pick<ReturnType<typeof useDayActions>, "change" | "completion">;
}

/** Marks an occurrence done that was done on another day, and at a time, if that is known. */
export function DoneEarlier(props: DoneEarlierProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close() {
    // Before the form goes: the dialog's focus trap would choose for itself.
    button.current?.focus();
    setOpen(false);
  }

  return (
    <>
      <Button
        ref={button}
        variant="outline"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        Done earlier…
      </Button>
      {isOpen && <EarlierForm {...props} onClose={close} />}
    </>
  );
}

/** How many missed days can be chosen. */
const MOST_MISSED = 30;

function EarlierForm({
  task,
  date,
  today,
  actions,
  onClose,
}: DoneEarlierProps & { onClose: () => void }) {
  const style = useDateStyle();
  const yesterday = addDays(today, -1);
  const missed = dueDays(task, today).latestMissed(MOST_MISSED).map(fromDayNumber);
  const open = [...new Set([date, ...missed])].sort().reverse();
  const [which, setWhich] = useState(open.includes(yesterday) ? yesterday : date);
  const [when, setWhen] = useState<When>({ doneOn: yesterday, doneAt: "" });
  const [errors, setErrors] = useState<CorrectionErrors>({});

  async function save() {
    const { doneOn, doneAt } = when;
    if (!isCalendarDate(doneOn)) return setErrors({ doneOn: "Choose a day" });
    if (doneOn > today) return setErrors({ doneOn: INPUT_TEXTS.DONE_LATER });
    const day = dayDoneEarlier(task, which, doneOn);
    if (day === null) {
      const isBefore = task.afterDone === null;
      return setErrors({
        doneOn: isBefore ? INPUT_TEXTS.DONE_TOO_EARLY : "That is before it was due again",
      });
    }
    try {
      await actions.change(
        actions.completion(undefined, { doneOn, ...(doneAt && { doneAt }) }, day),
      );
      onClose();
    } catch (error) {
      toastFailure(failureNotice(COMPLETE_FAILED, error));
      setErrors(Object.fromEntries(fieldIssues(error).map(({ path, message }) => [path, message])));
    }
  }

  return (
    <WhenForm
      label="Done earlier"
      when={when}
      errors={errors}
      hint="If known"
      onChange={(changed) => {
        setWhen(changed);
        setErrors({});
      }}
      onSave={() => void save()}
      onCancel={onClose}
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
