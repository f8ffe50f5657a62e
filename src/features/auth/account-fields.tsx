import type { ComponentProps } from "react";
import { newPasswordProblem } from "../../auth/new-password.ts";
import { TextField } from "../../ui/field.tsx";

type FieldProps = ComponentProps<typeof TextField>;

export const EmailField = (field: FieldProps) => (
  <TextField name="email" type="email" autoComplete="username" required {...field} />
);

/** A bad password is invalid to the browser, too, like a missing one. */
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
