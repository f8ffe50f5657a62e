import { Field, Input, type InputProps } from "@chakra-ui/react";
import type { ReactNode, Ref } from "react";
import { Icon } from "./icon.tsx";

interface LabelledProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

/** Label above, error or hint below, all tied to the control for assistive technology. */
export function Labelled({ label, error, hint, disabled = false, children }: LabelledProps) {
  return (
    <Field.Root invalid={error !== undefined} disabled={disabled}>
      <Field.Label>{label}</Field.Label>
      {children}
      {(hint !== undefined || error !== undefined) && (
        // The error is part of the description, too: few screen readers know aria-errormessage.
        <Field.HelperText>
          {hint}
          <Field.ErrorText>
            <Icon name="alert" />
            {error}
          </Field.ErrorText>
        </Field.HelperText>
      )}
    </Field.Root>
  );
}

interface TextFieldProps extends InputProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      <Input dir="auto" {...input} />
    </Labelled>
  );
}
