import type { ComponentProps } from "react";
import { newPasswordProblem } from "../../auth/new-password.ts";
import { TextField } from "../../ui/field.tsx";
import { useLocale } from "../../ui/use-locale.ts";

type FieldProps = ComponentProps<typeof TextField>;

export const EmailField = (field: FieldProps) => (
  <TextField name="email" type="email" autoComplete="username" required {...field} />
);

/** A bad password is invalid to the browser, too, like a missing one. */
export function NewPasswordField(field: FieldProps) {
  const { t } = useLocale();
  return (
    <TextField
      name="password"
      type="password"
      autoComplete="new-password"
      required
      onChange={({ target }) => {
        const problem = newPasswordProblem(target.value);
        target.setCustomValidity(problem && t(problem));
      }}
      {...field}
    />
  );
}
