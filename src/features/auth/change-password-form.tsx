import { useState } from "react";
import { changePassword } from "../../auth/account.ts";
import { useAuth } from "../../auth/auth.tsx";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { useSession } from "../../auth/session.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-codes.ts";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { NewPasswordField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

export function ChangePasswordForm() {
  const { user } = useAuth();
  const session = useSession();
  const [isWrong, setWrong] = useState(false);
  return (
    <AuthForm
      action="Change password"
      button={{ alignSelf: "flex-start" }}
      words={{ title: "Error Changing Your Password" }}
      act={async (textOf, form) => {
        try {
          if (session) await changePassword(session, textOf("current"), textOf("password"));
        } catch (error) {
          setWrong(error instanceof AuthFailure && error.code === "current_password_invalid");
          throw error;
        }
        form.reset();
        toastSuccess("Password changed", "Your other devices are signed out.");
      }}
    >
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
      <TextField
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        error={isWrong ? ERROR_TEXTS.WRONG_PASSWORD : undefined}
        onChange={() => setWrong(false)}
      />
      <NewPasswordField label="New password" />
    </AuthForm>
  );
}
