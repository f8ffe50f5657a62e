import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { told } from "../../completions/told-changes.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { FieldRow, FormField, TextField } from "../../ui/field.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { GuardedDialog } from "./guarded-dialog.tsx";
import { type Server, type SignUpChoice, useAct } from "./queries.ts";

const CHOICES: Readonly<Record<SignUpChoice, Message>> = {
  invited: msg("Whoever is invited"),
  open: msg("Anybody"),
  closed: msg("Nobody without a link from you"),
};

const Fixed = ({ text }: { text: string }) => (
  <chakra.p color="fg.muted" fontSize="sm">
    {text}
  </chakra.p>
);

const RESTARTS = msg("The server restarts with it, which takes some seconds. // a setting");

function useSaved() {
  const { t } = useLocale();
  return () => toastSuccess(t("Saved"), t("The server has restarted with it. // a setting"));
}

export function SignUpPart({ signUp, mail }: Pick<Server, "signUp" | "mail">) {
  const { t } = useLocale();
  return (
    <PagePart title={t("Who may make an account")}>
      <p>
        {t("{choice}. // who may make an account: 'Anybody'", {
          choice: t(CHOICES[signUp.choice]),
        })}
      </p>
      {signUp.isFixed ? (
        <Fixed text={t("SIGN_UP is set where the server is started. Change it there.")} />
      ) : (
        <DialogButton
          label={t("Change")}
          aria-label={t("Change who may make an account")}
          alignSelf="start"
        >
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
  const { t } = useLocale();
  const saved = useSaved();
  const { mutateAsync } = useAct("set-sign-up");
  const [choice, setChoice] = useState<string>(now);
  return (
    <GuardedDialog
      title={t("Who may make an account")}
      action={t("Save")}
      onClosed={onClosed}
      act={async (current_password) => {
        await mutateAsync({ current_password, choice });
        saved();
      }}
    >
      <FormField label={t("Who // may make an account")} hint={t(RESTARTS)}>
        <Select
          options={choices.map((each) => [each, t(CHOICES[each])])}
          value={choice}
          onChange={setChoice}
        />
      </FormField>
    </GuardedDialog>
  );
}

export function MailPart({ mail: { isFixed, server } }: Pick<Server, "mail">) {
  const { t } = useLocale();
  const { host = "", port, from = "", user = "" } = server ?? {};
  const values = { host, port: `${port}`, from };
  return (
    <PagePart title={t("Mail server")}>
      {server ? (
        <chakra.p overflowWrap="anywhere">
          {user
            ? t("{host}, port {port}, as {user}. Mails come from {from}.", { ...values, user })
            : t("{host}, port {port}. Mails come from {from}.", values)}
        </chakra.p>
      ) : (
        <p>{t("No mail is sent. Everything else works.")}</p>
      )}
      {isFixed && (
        <Fixed
          text={t("SMTP_HOST and the others are set where the server is started. Change it there.")}
        />
      )}
      <Buttons justifyContent="flex-start">
        {server && <TestButton />}
        {!isFixed && (
          <DialogButton label={server ? t("Change the mail server") : t("Set a mail server")}>
            {(onClosed) => <MailDialog server={server} onClosed={onClosed} />}
          </DialogButton>
        )}
      </Buttons>
    </PagePart>
  );
}

const NOT_SENT = { title: msg("The test was not sent") };

function TestButton() {
  const { t } = useLocale();
  const { mutateAsync, isPending } = useAct("test-mail");
  const send = () =>
    told(mutateAsync({}), NOT_SENT, (sent) => {
      if (sent?.unsent) toastFailure({ title: t(NOT_SENT.title), description: sent.unsent });
      else if (sent) {
        const text = t("Look into the mailbox of {address}.", { address: sent.to });
        toastSuccess(t("Test sent // a mail"), text);
      }
    });
  return (
    <Button variant="outline" disabled={isPending} onClick={() => void send()}>
      {t("Send a test // a mail")}
    </Button>
  );
}

interface MailDialogProps {
  server: Server["mail"]["server"];
  onClosed: () => void;
}

function MailDialog({ server, onClosed }: MailDialogProps) {
  const { t } = useLocale();
  const saved = useSaved();
  const { mutateAsync } = useAct("set-mail");
  return (
    <GuardedDialog
      title={t("Mail server")}
      action={t("Save")}
      onClosed={onClosed}
      act={async (current_password, textOf) => {
        const [host = "", from, user] = ["host", "from", "user"].map((name) => textOf(name).trim());
        const pass = textOf("pass") || null;
        const port = Number(textOf("port"));
        await mutateAsync({ current_password, host, port, from, user, pass });
        saved();
      }}
    >
      <FieldRow>
        <TextField
          label={t("Server // for mails")}
          name="host"
          defaultValue={server?.host}
          hint={server && t("Empty: no mail is sent. // a field")}
        />
        <TextField
          label={t("Port // of a server")}
          name="port"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={server?.port ?? 465}
        />
      </FieldRow>
      <TextField
        label={t("Sender // of mails")}
        name="from"
        defaultValue={server?.from}
        hint={t("An address, or {example}.", { example: "Rota <rota@rota.example>" })}
      />
      <TextField
        label={t("User // of the mail server")}
        name="user"
        autoComplete="off"
        defaultValue={server?.user}
      />
      <TextField
        label={t("Password of the mail server")}
        name="pass"
        type="password"
        autoComplete="off"
        hint={server?.hasPassword ? t("Empty: the one of before. // a password") : undefined}
      />
      <chakra.p color="fg.muted" fontSize="sm">
        {t(RESTARTS)}
      </chakra.p>
    </GuardedDialog>
  );
}
