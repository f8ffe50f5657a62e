import type { Ref } from "react";
import { newPasswordProblem } from "../../auth/new-password.ts";
import { TextField } from "../../ui/field.tsx";

interface NewPasswordFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  error: string | undefined;
  onChange: (password: string) => void;
  autoFocus?: boolean;
  ref: Ref<HTMLInputElement>;
}

/** A password to create; what is wrong with it is a validity of the field, as `required` is. */
export function NewPasswordField({ onChange, ...field }: NewPasswordFieldProps) {
  return (
    <TextField
      name="password"
      type="password"
      autoComplete="new-password"
      required
      onChange={({ target }) => {
        target.setCustomValidity(newPasswordProblem(target.value));
        onChange(target.value);
      }}
      {...field}
    />
  );
}
