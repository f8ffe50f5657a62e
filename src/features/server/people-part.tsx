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

export function PeoplePart({ people, mail }: Pick<Server, "people" | "mail">) {
  const { t } = useLocale();
  return (
    <PagePart title={t("People")}>
      <ul aria-label={t("People")}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <DialogButton label={t("Invite somebody")} alignSelf="flex-start">
        {(onClosed) => <InviteDialog sendsMail={mail.server !== null} onClosed={onClosed} />}
      </DialogButton>
    </PagePart>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { email, since, seen, isOperator } = person;
  const locale = useLocale();
  const { t } = locale;
  const isSelf = useAuth().user?.id === person.id;
  const known = { who: isOperator ? "operator" : "other", since: formatDate(since, locale) };
  const hint = seen
    ? t(
        "{who, select, operator {runs this server, since {since}, last signed in {seen}} other {since {since}, last signed in {seen}}} // a person, and dates",
        { ...known, seen: formatDate(seen, locale) },
      )
    : t(
        "{who, select, operator {runs this server, since {since}, never signed in} other {since {since}, never signed in}} // a person, and a date",
        known,
      );
  return (
    <ListRow text={<bdi>{email}</bdi>} textWidth="12rem" hint={hint}>
      <DialogButton
        label={t("New password")}
        variant="link"
        aria-label={t("New password for {address}", { address: email })}
      >
        {(onClosed) => <ResetDialog person={person} onClosed={onClosed} />}
      </DialogButton>
      {!isSelf && (
        <DialogButton
          label={t("Close // an account")}
          variant="link"
          aria-label={t("Close the account of {address}", { address: email })}
        >
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
  const { t } = useLocale();
  const { mutateAsync, data } = useAct("invite");
  const [isMailed, setMailed] = useState(sendsMail);
  const advice = data?.unsent
    ? t(
        "The mail could not be sent ({reason}). Pass this link on yourself. It works once, within seven days.",
        { reason: data.unsent },
      )
    : data && isMailed
      ? t("The mail is on its way, with this link. It works once, within seven days.")
      : t("Whoever has this link makes an account here. It works once, within seven days.");
  return (
    <GuardedDialog
      title={t("Invite somebody")}
      action={isMailed ? t("Send the invitation") : t("Make a link")}
      onClosed={onClosed}
      act={(current_password, textOf) =>
        mutateAsync({ current_password, isMailed, address: textOf("address").trim() })
      }
      outcome={
        data && (
          <OnceLink
            link={data.link}
            advice={advice}
            copied={t("It works once, within seven days.")}
          />
        )
      }
    >
      <TextField
        label={t("Their e-mail address")}
        name="address"
        type="email"
        autoComplete="off"
        required={isMailed}
        hint={isMailed ? undefined : t("The link is good for this address alone. Empty: for any.")}
      />
      {sendsMail && <SwitchRow label={t("Send it by mail")} isOn={isMailed} onChange={setMailed} />}
    </GuardedDialog>
  );
}

function ResetDialog({ person: { id, email }, onClosed }: DialogProps) {
  const { t } = useLocale();
  const { mutateAsync, data } = useAct("reset");
  return (
    <GuardedDialog
      title={t("New password")}
      action={t("Make a link")}
      onClosed={onClosed}
      act={(current_password) => mutateAsync({ current_password, account: id })}
      outcome={
        data && (
          <OnceLink
            link={data.link}
            advice={t(
              "With this link {address} chooses a new password. It works once, within seven days. Whoever has it gets into the account.",
              { address: email },
            )}
            copied={t("It works once, within seven days.")}
          />
        )
      }
    >
      <p>
        {t(
          "For {address}, who can’t sign in any more: a link to choose a new password. The one of before works until then.",
          { address: email },
        )}
      </p>
    </GuardedDialog>
  );
}

function CloseDialog({ person: { id, email }, onClosed }: DialogProps) {
  const { t } = useLocale();
  const { mutateAsync } = useAct("close");
  return (
    <GuardedDialog
      role="alertdialog"
      title={t("Close this account")}
      action={t("Close the account")}
      isDanger
      onClosed={onClosed}
      act={async (current_password) => {
        await mutateAsync({ current_password, account: id });
        toastSuccess(
          t("Account closed"),
          t("{address} has no account here any more.", { address: email }),
        );
      }}
    >
      <Stack gap="2">
        <p>
          {t(
            "The tasks of {address} and their name are deleted for good; what others shared stays. Nobody can undo this.",
            { address: email },
          )}
        </p>
      </Stack>
    </GuardedDialog>
  );
}
