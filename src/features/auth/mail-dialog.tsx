import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuthActions } from "../../auth/auth-actions.ts";
import { msg } from "../../domain/language/messages.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { EmailField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { toldAlike } from "./told-alike.ts";

/** The text must not reveal whether the account exists. */
const MAILS = {
  reset: {
    title: msg("Reset your password"),
    lead: msg("Enter your address, and we send you a link to choose a new password."),
    action: msg("Send reset email"),
    failure: { title: msg("Error sending reset email") },
    sent: msg("If there's an account with that email, a reset link has been sent."),
  },
  confirmation: {
    title: msg("Confirm your address"),
    lead: msg("Enter the address you signed up with, and we send you a new link to confirm it."),
    action: msg("Send confirmation email"),
    failure: { title: msg("Error sending confirmation email") },
    sent: msg("If there's an account with that email to confirm, a link has been sent."),
  },
};

interface MailDialogProps {
  kind: keyof typeof MAILS;
  email?: string;
  onClosed: () => void;
}

export default function MailDialog({ kind, email: prefilled = "", onClosed }: MailDialogProps) {
  const { t } = useLocale();
  const { requestPasswordReset, resendConfirmation } = useAuthActions();
  const [email, setEmail] = useState(prefilled);
  const { title, lead, action, failure, sent } = MAILS[kind];
  const send = kind === "reset" ? requestPasswordReset : resendConfirmation;

  return (
    <AppDialog title={t(title)} onClosed={onClosed}>
      {(close) =>
        sendsMail ? (
          <Stack gap="4" pb="4">
            <chakra.p color="fg.muted">{t(lead)}</chakra.p>
            <AuthForm
              action={t(action)}
              button={{ disabled: email.trim() === "" }}
              words={failure}
              act={async () => {
                await toldAlike(failure, send(email));
                toastSuccess(t(sent));
                close();
              }}
            >
              <EmailField
                data-autofocus
                label={t("Email address")}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </AuthForm>
          </Stack>
        ) : (
          <chakra.p pb="4">
            {t(
              "This Rota sends no mail. Ask the person who runs it for a link to choose a password.",
            )}
          </chakra.p>
        )
      }
    </AppDialog>
  );
}
