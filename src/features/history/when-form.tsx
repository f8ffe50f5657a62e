import { chakra } from "@chakra-ui/react";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { type FailureWords, failureNotice, fieldIssues } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { FieldRow, TextField } from "../../ui/field.tsx";
import { toastFailure } from "../../ui/toast.ts";

export interface When {
  /** `yyyy-MM-dd`, or what is typed of it */
  readonly doneOn: string;
  /** `HH:mm`; "" where it is not known */
  readonly doneAt: string;
}

type WhenErrors = Partial<Record<keyof When, string | undefined>>;

interface WhenFormProps {
  label: string;
  /** what its fields begin with */
  known: When;
  /** below the time */
  hint: string;
  /** what is said where it is refused */
  words: FailureWords;
  /** stands above the fields */
  children?: ReactNode;
  /** Sends it, the day being one; resolves to what is wrong with it where it was not sent. */
  onSave: (when: When) => Promise<WhenErrors | undefined>;
  onClose: () => void;
}

/** Asks when something was done: the day and, if known, the time. It takes the focus, and stays until it is taken. */
export function WhenForm(props: WhenFormProps) {
  const [when, setWhen] = useState(props.known);
  const [errors, setErrors] = useState<WhenErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (!isCalendarDate(when.doneOn)) return setErrors({ doneOn: "Choose a day" });
    try {
      const wrong = await props.onSave(when);
      if (wrong) setErrors(wrong);
      else props.onClose();
    } catch (error) {
      setErrors(Object.fromEntries(fieldIssues(error).map(({ path, message }) => [path, message])));
      toastFailure(failureNotice(props.words, error));
    }
  }

  function change(changed: Partial<When>) {
    setWhen({ ...when, ...changed });
    setErrors({});
  }

  return (
    <chakra.form
      ref={form}
      aria-label={props.label}
      scrollMarginBottom="4"
      display="flex"
      flexDirection="column"
      gap="3"
      flexBasis="100%"
      mt="2"
      textAlign="start"
      noValidate
      onSubmit={(event: SubmitEvent) => void save(event)}
    >
      {props.children}
      <FieldRow gap="2" alignItems="start">
        <TextField
          label="Done on"
          type="date"
          value={when.doneOn}
          error={errors.doneOn}
          onChange={({ target }) => change({ doneOn: target.value })}
        />
        <TextField
          label="At"
          type="time"
          value={when.doneAt}
          error={errors.doneAt}
          hint={props.hint}
          onChange={({ target }) => change({ doneAt: target.value })}
        />
      </FieldRow>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button type="submit">Save</Button>
        <Button variant="outline" onClick={props.onClose}>
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  );
}
