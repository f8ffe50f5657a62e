import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { notifySuccess } from "../../ui/notices.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useAuthForm } from "./use-auth-form.ts";

const REDIRECT_MS = 2_000;

interface SetNewPasswordScreenProps {
  /** Called 2 seconds after the password was changed (spec §4). */
  onDone: () => void;
}

export default function SetNewPasswordScreen({ onDone }: SetNewPasswordScreenProps) {
  const { user, setNewPassword } = useAuth();
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);

  const { busy, errors, form, lastField } = useAuthForm("setNewPassword", async () => {
    await setNewPassword(password);
    notifySuccess("Password updated", "You can now log in with your new password.");
    setDone(true);
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onDone, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, onDone]);

  return (
    <AuthFrame lead="Choose a new password for your account.">
      <form {...form}>
        <fieldset disabled={busy || done}>
          <Stack gap="4">
            {/* Tells a password manager whose password it is. */}
            <input type="email" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
            <TextField
              ref={lastField}
              label="New password"
              name="password"
              type="password"
              autoComplete="new-password"
              required
              value={password}
              error={errors.password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" aria-busy={busy}>
              {busy ? "Saving..." : "Set New Password"}
            </Button>
            {done && (
              <chakra.p role="status" bg="accent.subtle" borderRadius="card" p="4">
                Password updated! Redirecting to sign in...
              </chakra.p>
            )}
          </Stack>
        </fieldset>
      </form>
    </AuthFrame>
  );
}
