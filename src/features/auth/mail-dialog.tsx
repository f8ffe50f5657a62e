import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AskOperator } from "./ask-operator.tsx";
import { toldAlike } from "./told-alike.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** What is sent is the same text whether or not the account exists, which it must not reveal. */
const MAILS = {
  reset: {
    title: "Reset your password",
    lead: "Enter your address, and we send you a link to choose a new password.",
    action: "Send reset email",
    failure: { title: "Error sending reset email" },
    sent: "If there's an account with that email, a reset link has been sent.",
  },
  confirmation: {
    title: "Confirm your address",
    lead: "Enter the address you signed up with, and we send you a new link to confirm it.",
    action: "Send confirmation email",
    failure: { title: "Error sending confirmation email" },
    sent: "If there's an account with that email to confirm, a link has been sent.",
  },
};

interface MailDialogProps {
  kind: keyof typeof MAILS;
  /** prefilled */
  email?: string;
  onClosed: () => void;
}

/** Asks for the address to which the auth service is to send a mail. */
export default function MailDialog({ onClosed, ...request }: MailDialogProps) {
  return (
    <AppDialog title={MAILS[request.kind].title} onClosed={onClosed}>
      {(close) =>
        sendsMail ? (
          <RequestForm {...request} onSent={close} />
        ) : (
          <AskOperator purpose="to choose a password" />
        )
      }
    </AppDialog>
  );
}

interface RequestFormProps extends Omit<MailDialogProps, "onClosed"> {
  onSent: () => void;
}

function RequestForm({ kind, email: prefilled = "", onSent }: RequestFormProps) {
  const { requestPasswordReset, resendConfirmation } = useAuth();
  const [email, setEmail] = useState(prefilled);
  const { lead, action, failure, sent } = MAILS[kind];
  const send = kind === "reset" ? requestPasswordReset : resendConfirmation;

  const { busy, errors, form, lastField } = useAuthForm(failure, async () => {
    await toldAlike(failure, send(email));
    toastSuccess(sent);
    onSent();
  });

  return (
    <form {...form}>
      <fieldset disabled={busy}>
        <Stack gap="4" pb="4">
          <chakra.p color="fg.muted">{lead}</chakra.p>
          <TextField
            ref={lastField}
            data-autofocus
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
            {action}
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}
