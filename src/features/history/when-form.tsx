import { chakra } from "@chakra-ui/react";
import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

/** What is entered of when something was done. */
export interface When {
  /** `yyyy-MM-dd`, or what is typed of it */
  readonly doneOn: string;
  /** `HH:mm`; "" where it is not known */
  readonly doneAt: string;
}

interface WhenFormProps {
  label: string;
  when: When;
  errors: Partial<Record<keyof When, string | undefined>>;
  /** below the time */
  hint: string;
  /** stands above the fields */
  children?: ReactNode;
  onChange: (when: When) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Asks when something was done: the day and, if known, the time. It takes the focus. */
export function WhenForm({ label, when, errors, hint, children, ...on }: WhenFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <chakra.form
      ref={form}
      aria-label={label}
      scrollMarginBottom="4"
      display="flex"
      flexDirection="column"
      gap="3"
      flexBasis="100%"
      mt="2"
      textAlign="start"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        on.onSave();
      }}
    >
      {children}
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))"
        gap="2"
        alignItems="start"
      >
        <TextField
          label="Done on"
          type="date"
          value={when.doneOn}
          error={errors.doneOn}
          onChange={({ target }) => on.onChange({ ...when, doneOn: target.value })}
        />
        <TextField
          label="At"
          type="time"
          value={when.doneAt}
          error={errors.doneAt}
          hint={hint}
          onChange={({ target }) => on.onChange({ ...when, doneAt: target.value })}
        />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button type="submit">Save</Button>
        <Button variant="outline" onClick={on.onCancel}>
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  );
}
