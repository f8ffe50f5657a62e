import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { changePassword } from "../../auth/account.ts";
import { useAuth } from "../../auth/auth.tsx";
import { AuthFailure } from "../../auth/auth-store.ts";
import { useSession } from "../../auth/session.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-codes.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAuthForm } from "./use-auth-form.ts";

const PASSWORD_FAILED: FailureWords = { title: "Error Changing Your Password" };

/** A new password for somebody who is signed in and knows the one that they have. */
export function ChangePasswordForm() {
  const { user } = useAuth();
  const session = useSession();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [isWrong, setWrong] = useState(false);
  const { busy, errors, form, lastField } = useAuthForm(PASSWORD_FAILED, async () => {
    try {
      if (session) await changePassword(session, current, next);
    } catch (error) {
      setWrong(error instanceof AuthFailure && error.code === "current_password_invalid");
      throw error;
    }
    setCurrent("");
    setNext("");
    toastSuccess("Password changed", "Your other devices are signed out.");
  });

  return (
    <form {...form}>
      <fieldset disabled={busy}>
        <Stack gap="4" alignItems="flex-start">
          {/* Tells a password manager whose password it is. */}
          <chakra.input
            type="email"
            autoComplete="username"
            value={user?.email ?? ""}
            readOnly
            hidden
          />
          <TextField
            label="Current password"
            name="current"
            type="password"
            autoComplete="current-password"
            required
            value={current}
            error={errors.current ?? (isWrong ? ERROR_TEXTS.WRONG_PASSWORD : undefined)}
            onChange={(event) => {
              setCurrent(event.target.value);
              setWrong(false);
            }}
          />
          <NewPasswordField
            ref={lastField}
            label="New password"
            value={next}
            error={errors.password}
            onChange={setNext}
          />
          <Button type="submit" aria-busy={busy}>
            Change password
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}
