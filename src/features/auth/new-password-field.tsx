import type { ComponentProps } from "react";
import { newPasswordProblem } from "../../auth/new-password.ts";
import { TextField } from "../../ui/field.tsx";

/** A password to create; what is wrong with it is a validity of the field, as `required` is. */
export const NewPasswordField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    name="password"
    type="password"
    autoComplete="new-password"
    required
    onChange={({ target }) => target.setCustomValidity(newPasswordProblem(target.value))}
    {...field}
  />
);
