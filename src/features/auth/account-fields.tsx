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

/** For the code of an authenticator app, which may be typed with spaces. */
export function CodeField(field: Omit<FieldProps, "label">) {
  const { t } = useLocale();
  return (
    <TextField
      label={t("Code of your authenticator app")}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      required
      {...field}
    />
  );
}
