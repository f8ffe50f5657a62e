import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AskOperator } from "./ask-operator.tsx";
import { toldAlike } from "./told-alike.ts";
import { useAuthForm } from "./use-auth-form.ts";

interface MailDialogProps {
  title: string;
  lead: string;
  /** The button's text. */
  action: string;
  /** Prefilled. */
  email: string;
  failure: FailureWords;
  send: (email: string) => Promise<void>;
  /** The same text whether or not the account exists, which it must not reveal. */
  sent: string;
  onClosed: () => void;
}

/** Asks for the address to which the auth service is to send a mail. */
export function MailDialog(props: MailDialogProps) {
  return (
    <AppDialog title={props.title} onClosed={props.onClosed}>
      {(close) =>
        sendsMail ? (
          <RequestForm {...props} onSent={close} />
        ) : (
          <AskOperator purpose="to choose a password" />
        )
      }
    </AppDialog>
  );
}

function RequestForm(props: MailDialogProps & { onSent: () => void }) {
  const [email, setEmail] = useState(props.email);

  const { busy, errors, form, lastField } = useAuthForm(props.failure, async () => {
    await toldAlike(props.failure, props.send(email));
    toastSuccess(props.sent);
    props.onSent();
  });

  return (
    <form {...form}>
      <fieldset disabled={busy}>
        <Stack gap="4" pb="4">
          <chakra.p color="fg.muted">{props.lead}</chakra.p>
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
            {props.action}
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}
