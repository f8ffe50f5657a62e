import { chakra, Stack } from "@chakra-ui/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { type LinkProblem, useLinkProblem } from "../../auth/mailed-link.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { useAuthForm } from "./use-auth-form.ts";

const ForgotPasswordDialog = lazy(() => import("./forgot-password-dialog.tsx"));

const REDIRECT_MS = 2_000;

interface SetNewPasswordScreenProps {
  /** Leads to the sign-in screen: 2 seconds after the password was changed. */
  onDone: () => void;
}

export default function SetNewPasswordScreen({ onDone }: SetNewPasswordScreenProps) {
  const problem = useLinkProblem();
  return (
    <AuthFrame lead="Choose a new password for your account.">
      {problem ? <NewLink problem={problem} onLeave={onDone} /> : <PasswordForm onDone={onDone} />}
    </AuthFrame>
  );
}

/** Shown instead of a form that could not succeed. */
function NewLink({ problem, onLeave }: { problem: LinkProblem; onLeave: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <Stack gap="4" alignItems="center">
      <LinkNotice problem={problem} advice="Send yourself a new one to choose a password.">
        <Button onClick={() => setAsking(true)}>Send a new link</Button>
      </LinkNotice>
      <Button variant="link" onClick={onLeave}>
        Back to Rota
      </Button>
      <Suspense>
        {asking && <ForgotPasswordDialog email="" onClosed={() => setAsking(false)} />}
      </Suspense>
    </Stack>
  );
}

function PasswordForm({ onDone }: SetNewPasswordScreenProps) {
  const { user, setNewPassword } = useAuth();
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  // Kept in state, because setting the password signs the user out.
  const [email, setEmail] = useState("");
  if (user && user.email !== email) setEmail(user.email);

  const { busy, errors, form, lastField } = useAuthForm("setNewPassword", async () => {
    await setNewPassword(password);
    toastSuccess("Password updated", "You can now log in with your new password.");
    setDone(true);
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onDone, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, onDone]);

  return (
    <form {...form}>
      <fieldset disabled={busy || done}>
        <Stack gap="4">
          {/* Tells a password manager whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
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
  );
}
