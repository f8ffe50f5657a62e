import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { told } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { FieldRow, FormField, TextField } from "../../ui/field.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { GuardedDialog } from "./guarded-dialog.tsx";
import { type Server, type SignUpChoice, useAct } from "./queries.ts";

const CHOICES: Readonly<Record<SignUpChoice, string>> = {
  invited: "Whoever is invited",
  open: "Anybody",
  closed: "Nobody without a link from you",
};

const Fixed = ({ names }: { names: string }) => (
  <chakra.p color="fg.muted" fontSize="sm">
    {names} where the server is started. Change it there.
  </chakra.p>
);

const RESTARTS = "The server restarts with it, which takes some seconds.";
const toastSaved = () => toastSuccess("Saved", "The server has restarted with it.");

export function SignUpPart({ signUp, mail }: Pick<Server, "signUp" | "mail">) {
  return (
    <PagePart title="Who may make an account">
      <p>{CHOICES[signUp.choice]}.</p>
      {signUp.isFixed ? (
        <Fixed names="SIGN_UP is set" />
      ) : (
        <DialogButton label="Change" aria-label="Change who may make an account" alignSelf="start">
          {(onClosed) => (
            <SignUpDialog
              now={signUp.choice}
              // Without mails addresses can't be confirmed.
              choices={mail.server ? ["invited", "open", "closed"] : ["invited", "closed"]}
              onClosed={onClosed}
            />
          )}
        </DialogButton>
      )}
    </PagePart>
  );
}

interface SignUpDialogProps {
  now: SignUpChoice;
  choices: readonly SignUpChoice[];
  onClosed: () => void;
}

function SignUpDialog({ now, choices, onClosed }: SignUpDialogProps) {
  const { mutateAsync } = useAct("set-sign-up");
  const [choice, setChoice] = useState<string>(now);
  return (
    <GuardedDialog
      title="Who may make an account"
      action="Save"
      onClosed={onClosed}
      act={async (current_password) => {
        await mutateAsync({ current_password, choice });
        toastSaved();
      }}
    >
      <FormField label="Who" hint={RESTARTS}>
        <Select
          options={choices.map((each) => [each, CHOICES[each]])}
          value={choice}
          onChange={setChoice}
        />
      </FormField>
    </GuardedDialog>
  );
}

export function MailPart({ mail: { isFixed, server } }: Pick<Server, "mail">) {
  return (
    <PagePart title="Mail server">
      {server ? (
        <chakra.p overflowWrap="anywhere">
          {server.host}, port {server.port}
          {server.user && `, as ${server.user}`}. Mails come from {server.from}.
        </chakra.p>
      ) : (
        <p>No mail is sent. Without it everything but mail works.</p>
      )}
      {isFixed && <Fixed names="SMTP_HOST and the others are set" />}
      <Buttons justifyContent="flex-start">
        {server && <TestButton />}
        {!isFixed && (
          <DialogButton label={server ? "Change the mail server" : "Set a mail server"}>
            {(onClosed) => <MailDialog server={server} onClosed={onClosed} />}
          </DialogButton>
        )}
      </Buttons>
    </PagePart>
  );
}

const NOT_SENT = { title: msg("The test was not sent") };

function TestButton() {
  const { mutateAsync, isPending } = useAct("test-mail");
  const send = () =>
    told(mutateAsync({}), NOT_SENT, (sent) => {
      if (sent?.unsent) toastFailure({ ...NOT_SENT, description: sent.unsent });
      else if (sent) toastSuccess("Test sent", `Look into the mailbox of ${sent.to}.`);
    });
  return (
    <Button variant="outline" disabled={isPending} onClick={() => void send()}>
      Send a test
    </Button>
  );
}

interface MailDialogProps {
  server: Server["mail"]["server"];
  onClosed: () => void;
}

function MailDialog({ server, onClosed }: MailDialogProps) {
  const { mutateAsync } = useAct("set-mail");
  return (
    <GuardedDialog
      title="Mail server"
      action="Save"
      onClosed={onClosed}
      act={async (current_password, textOf) => {
        const [host = "", from, user] = ["host", "from", "user"].map((name) => textOf(name).trim());
        const pass = textOf("pass") || null;
        const port = Number(textOf("port"));
        await mutateAsync({ current_password, host, port, from, user, pass });
        toastSaved();
      }}
    >
      <FieldRow>
        <TextField
          label="Server"
          name="host"
          defaultValue={server?.host}
          hint={server && "Empty: no mail is sent."}
        />
        <TextField
          label="Port"
          name="port"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={server?.port ?? 465}
        />
      </FieldRow>
      <TextField
        label="Sender"
        name="from"
        defaultValue={server?.from}
        hint="An address, or Rota <rota@rota.example>."
      />
      <TextField label="User" name="user" autoComplete="off" defaultValue={server?.user} />
      <TextField
        label="Password of the mail server"
        name="pass"
        type="password"
        autoComplete="off"
        hint={server?.hasPassword ? "Empty: the one of before." : undefined}
      />
      <chakra.p color="fg.muted" fontSize="sm">
        {RESTARTS}
      </chakra.p>
    </GuardedDialog>
  );
}
