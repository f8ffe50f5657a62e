import { useRef, useState } from "react";
import { addDays } from "../../domain/dates/calendar.ts";
import { type CalendarDate, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Corrected } from "../../domain/dates/done-when.ts";
import { dayDoneEarlier } from "../../domain/tasks/done-earlier.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import type { CorrectionErrors } from "./correct-form.tsx";
import { type When, WhenForm } from "./when-form.tsx";

interface DoneEarlierProps {
  task: Task;
  /** which a tick would complete now */
  date: CalendarDate;
  today: CalendarDate;
  /** Marks the day done, as it was yesterday. */
  onYesterday: (day: CalendarDate, when: Corrected) => void;
  /** The same of what was entered. Resolves to what is wrong with that, if anything is. */
  onDone: (day: CalendarDate, when: Corrected) => Promise<CorrectionErrors>;
}

/** Marks an occurrence done that was done yesterday, or on another day and at a time, if that is known. */
export function DoneEarlier({ task, date, today, onYesterday, onDone }: DoneEarlierProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const yesterday = addDays(today, -1);
  const day = dayDoneEarlier(task, date, yesterday);

  function close() {
    // Before the form goes: the dialog's focus trap would choose for itself.
    button.current?.focus();
    setOpen(false);
  }

  return (
    <>
      {day !== null && (
        <Button variant="outline" onClick={() => onYesterday(day, { doneOn: yesterday })}>
          Done yesterday
        </Button>
      )}
      <Button
        ref={button}
        variant="outline"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        Done earlier…
      </Button>
      {isOpen && (
        <EarlierForm {...{ task, date, today, onDone }} first={yesterday} onCancel={close} />
      )}
    </>
  );
}

interface EarlierFormProps extends Omit<DoneEarlierProps, "onYesterday"> {
  first: CalendarDate;
  onCancel: () => void;
}

function EarlierForm({ task, date, today, first, onDone, onCancel }: EarlierFormProps) {
  const [when, setWhen] = useState<When>({ doneOn: first, doneAt: "" });
  const [errors, setErrors] = useState<CorrectionErrors>({});

  async function save() {
    const { doneOn, doneAt } = when;
    if (!isCalendarDate(doneOn)) return setErrors({ doneOn: "Choose a day" });
    if (doneOn > today) return setErrors({ doneOn: INPUT_TEXTS.DONE_LATER });
    const day = dayDoneEarlier(task, date, doneOn);
    if (day === null) {
      const isBefore = task.afterDone === null;
      return setErrors({
        doneOn: isBefore ? INPUT_TEXTS.DONE_TOO_EARLY : "That is before it was due again",
      });
    }
    setErrors(await onDone(day, { doneOn, ...(doneAt && { doneAt }) }));
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
      onCancel={onCancel}
    />
  );
}
