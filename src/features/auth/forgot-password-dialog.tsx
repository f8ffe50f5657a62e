import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { notifySuccess } from "../../ui/notices.ts";
import { useAuthForm } from "./use-auth-form.ts";

interface ForgotPasswordDialogProps {
  /** What was typed on the sign-in form already. */
  email: string;
  onClosed: () => void;
}

export default function ForgotPasswordDialog(props: ForgotPasswordDialogProps) {
  return (
    <AppDialog title="Reset your password" onClosed={props.onClosed}>
      {(close) => <RequestForm initialEmail={props.email} onSent={close} />}
    </AppDialog>
  );
}

function RequestForm(props: { initialEmail: string; onSent: () => void }) {
  const { requestPasswordReset } = useAuth();
  const [email, setEmail] = useState(props.initialEmail);

  const { busy, errors, form, lastField } = useAuthForm("requestPasswordReset", async () => {
    await requestPasswordReset(email);
    // The same words whether or not the account exists, so that the form tells nobody.
    notifySuccess("If there's an account with that email, a reset link has been sent.");
    props.onSent();
  });

  return (
    <form {...form}>
      <fieldset disabled={busy}>
        <Stack gap="4" pb="4">
          <chakra.p color="fg.muted">
            Enter your address, and we send you a link to choose a new password.
          </chakra.p>
          <TextField
            ref={lastField}
            label="Email address"
            name="email"
            type="email"
            autoComplete="username"
            required
            value={email}
            error={errors.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" disabled={email.trim() === ""} aria-busy={busy}>
            Send reset email
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}
