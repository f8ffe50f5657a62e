import { useState } from "react";
import { changePassword } from "../../auth/account.ts";
import { useAuth } from "../../auth/auth.tsx";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { useSession } from "../../auth/session.ts";
import { msg } from "../../domain/language/messages.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-texts.ts";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { NewPasswordField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

export function ChangePasswordForm() {
  const { t } = useLocale();
  const { user } = useAuth();
  const session = useSession();
  const [isWrong, setWrong] = useState(false);
  return (
    <AuthForm
      action={t("Change password")}
      button={{ alignSelf: "flex-start" }}
      words={{ title: msg("Error Changing Your Password") }}
      act={async (textOf, form) => {
        try {
          if (session) await changePassword(session, textOf("current"), textOf("password"));
        } catch (error) {
          setWrong(error instanceof AuthFailure && error.code === "current_password_invalid");
          throw error;
        }
        form.reset();
        toastSuccess(t("Password changed"), t("Your other devices are signed out."));
      }}
    >
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
      <TextField
        label={t("Current password")}
        name="current"
        type="password"
        autoComplete="current-password"
        required
        error={isWrong ? t(ERROR_TEXTS.WRONG_PASSWORD ?? "") : undefined}
        onChange={() => setWrong(false)}
      />
      <NewPasswordField label={t("New password")} />
    </AuthForm>
  );
}
