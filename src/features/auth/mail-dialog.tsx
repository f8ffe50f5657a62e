import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { msg } from "../../domain/language/messages.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { EmailField } from "./account-fields.tsx";
import { AskOperator } from "./ask-operator.tsx";
import { AuthForm } from "./auth-form.tsx";
import { toldAlike } from "./told-alike.ts";

/** The text must not reveal whether the account exists. */
const MAILS = {
  reset: {
    title: "Reset your password",
    lead: "Enter your address, and we send you a link to choose a new password.",
    action: "Send reset email",
    failure: { title: msg("Error sending reset email") },
    sent: "If there's an account with that email, a reset link has been sent.",
  },
  confirmation: {
    title: "Confirm your address",
    lead: "Enter the address you signed up with, and we send you a new link to confirm it.",
    action: "Send confirmation email",
    failure: { title: msg("Error sending confirmation email") },
    sent: "If there's an account with that email to confirm, a link has been sent.",
  },
};

interface MailDialogProps {
  kind: keyof typeof MAILS;
  email?: string;
  onClosed: () => void;
}

export default function MailDialog({ kind, email: prefilled = "", onClosed }: MailDialogProps) {
  const { requestPasswordReset, resendConfirmation } = useAuth();
  const [email, setEmail] = useState(prefilled);
  const { title, lead, action, failure, sent } = MAILS[kind];
  const send = kind === "reset" ? requestPasswordReset : resendConfirmation;

  return (
    <AppDialog title={title} onClosed={onClosed}>
      {(close) =>
        sendsMail ? (
          <Stack gap="4" pb="4">
            <chakra.p color="fg.muted">{lead}</chakra.p>
            <AuthForm
              action={action}
              button={{ disabled: email.trim() === "" }}
              words={failure}
              act={async () => {
                await toldAlike(failure, send(email));
                toastSuccess(sent);
                close();
              }}
            >
              <EmailField
                data-autofocus
                label="Email address"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </AuthForm>
          </Stack>
        ) : (
          <AskOperator purpose="to choose a password" />
        )
      }
    </AppDialog>
  );
}
