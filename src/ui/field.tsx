import { chakra, Field } from "@chakra-ui/react";
import type { ReactNode, Ref } from "react";
import { useFormError } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { Input, type InputProps } from "./input.tsx";
import { fieldRecipe } from "./theme/recipes/input.recipe.ts";

interface FormFieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

export function FormField({ label, error, hint, disabled = false, children }: FormFieldProps) {
  return (
    <Field.Root recipe={fieldRecipe} invalid={error !== undefined} disabled={disabled}>
      <Field.Label>{label}</Field.Label>
      {children}
      {(hint !== undefined || error !== undefined) && (
        // The error is also part of the description: few screen readers support aria-errormessage.
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
  /** by default, what the form around it finds */
  error?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  const found = useFormError(input.name);
  return (
    <FormField label={label} error={error ?? found} hint={hint}>
      <Input dir={input.type === "email" ? "ltr" : "auto"} placeholder=" " {...input} />
    </FormField>
  );
}

export const FieldRow = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(8rem, 100%), 1fr))",
    gap: "4",
  },
});
