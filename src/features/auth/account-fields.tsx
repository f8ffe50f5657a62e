import type { ComponentProps } from "react";
import { newPasswordProblem } from "../../auth/new-password.ts";
import { TextField } from "../../ui/field.tsx";

type FieldProps = ComponentProps<typeof TextField>;

/** An account's address. */
export const EmailField = (field: FieldProps) => (
  <TextField name="email" type="email" autoComplete="username" required {...field} />
);

/** A password to create; what is wrong with it is a validity of the field, as `required` is. */
export const NewPasswordField = (field: FieldProps) => (
  <TextField
    name="password"
    type="password"
    autoComplete="new-password"
    required
    onChange={({ target }) => target.setCustomValidity(newPasswordProblem(target.value))}
    {...field}
  />
);
