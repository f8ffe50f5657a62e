import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { formatDate } from "../../domain/dates/format-date.ts";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { OnceLink } from "../../ui/once-link.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { GuardedDialog } from "./guarded-dialog.tsx";
import { type Person, type Server, useAct } from "./queries.ts";

const ONCE = "It works once, within seven days.";

export function PeoplePart({ people, mail }: Pick<Server, "people" | "mail">) {
  return (
    <PagePart title="People">
      <ul aria-label="People">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <DialogButton label="Invite somebody" alignSelf="flex-start">
        {(onClosed) => <InviteDialog sendsMail={mail.server !== null} onClosed={onClosed} />}
      </DialogButton>
    </PagePart>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { email, since, seen, isOperator } = person;
  const locale = useLocale();
  const isSelf = useAuth().user?.id === person.id;
  const parts = [
    ...(isOperator ? ["runs this server"] : []),
    `since ${formatDate(since, locale)}`,
    seen ? `last signed in ${formatDate(seen, locale)}` : "never signed in",
  ];
  return (
    <ListRow text={<bdi>{email}</bdi>} textWidth="12rem" hint={parts.join(", ")}>
      <DialogButton label="New password" variant="link" aria-label={`New password for ${email}`}>
        {(onClosed) => <ResetDialog person={person} onClosed={onClosed} />}
      </DialogButton>
      {!isSelf && (
        <DialogButton label="Close" variant="link" aria-label={`Close the account of ${email}`}>
          {(onClosed) => <CloseDialog person={person} onClosed={onClosed} />}
        </DialogButton>
      )}
    </ListRow>
  );
}

interface DialogProps {
  person: Person;
  onClosed: () => void;
}

function InviteDialog({ sendsMail, onClosed }: { sendsMail: boolean; onClosed: () => void }) {
  const { mutateAsync, data } = useAct("invite");
  const [isMailed, setMailed] = useState(sendsMail);
  const advice = data?.unsent
    ? `The mail could not be sent (${data.unsent}). Pass this link on yourself. ${ONCE}`
    : data && isMailed
      ? `The mail is on its way, with this link. ${ONCE}`
      : `Whoever has this link makes an account here. ${ONCE}`;
  return (
    <GuardedDialog
      title="Invite somebody"
      action={isMailed ? "Send the invitation" : "Make a link"}
      onClosed={onClosed}
      act={(current_password, textOf) =>
        mutateAsync({ current_password, isMailed, address: textOf("address").trim() })
      }
      outcome={data && <OnceLink link={data.link} advice={advice} copied={ONCE} />}
    >
      <TextField
        label="Their e-mail address"
        name="address"
        type="email"
        autoComplete="off"
        required={isMailed}
        hint={isMailed ? undefined : "The link is good for this address alone. Empty: for any."}
      />
      {sendsMail && <SwitchRow label="Send it by mail" isOn={isMailed} onChange={setMailed} />}
    </GuardedDialog>
  );
}

function ResetDialog({ person: { id, email }, onClosed }: DialogProps) {
  const { mutateAsync, data } = useAct("reset");
  return (
    <GuardedDialog
      title="New password"
      action="Make a link"
      onClosed={onClosed}
      act={(current_password) => mutateAsync({ current_password, account: id })}
      outcome={
        data && (
          <OnceLink
            link={data.link}
            advice={`With this link ${email} chooses a new password. ${ONCE} Whoever has it gets into the account.`}
            copied={ONCE}
          />
        )
      }
    >
      <p>
        For <bdi>{email}</bdi>, who can’t sign in any more: a link to choose a new password. The one
        of before works until then. If they have a second factor, it is turned off now.
      </p>
    </GuardedDialog>
  );
}

function CloseDialog({ person: { id, email }, onClosed }: DialogProps) {
  const { mutateAsync } = useAct("close");
  return (
    <GuardedDialog
      role="alertdialog"
      title="Close this account"
      action="Close the account"
      isDanger
      onClosed={onClosed}
      act={async (current_password) => {
        await mutateAsync({ current_password, account: id });
        toastSuccess("Account closed", `${email} has no account here any more.`);
      }}
    >
      <Stack gap="2">
        <p>
          The tasks of <bdi>{email}</bdi> and their name are deleted for good; what others shared
          stays. Nobody can undo this.
        </p>
      </Stack>
    </GuardedDialog>
  );
}
