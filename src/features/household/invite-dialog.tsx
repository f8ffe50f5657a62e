import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import type { Household, HouseholdPerson, Role } from "../../domain/households/household.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { OnceLink } from "../../ui/once-link.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { joinLink } from "./join-link.ts";
import { useHouseholdCall } from "./queries.ts";
import { RoleField } from "./role-field.tsx";

interface InviteDialogProps {
  household: Household;
  /** somebody without an account whose it will be; null for a new person */
  person: HouseholdPerson | null;
  onClosed: () => void;
}

export function InviteDialog({ household, person, onClosed }: InviteDialogProps) {
  const { t } = useLocale();
  const { callThen, isPending } = useHouseholdCall();
  const [role, setRole] = useState<Role>(person?.role ?? "member");
  const [link, setLink] = useState<string | null>(null);
  const parameters = { household_id: household.id, role, ...(person && { person_id: person.id }) };

  const makeLink = () =>
    callThen("invite_to_household", parameters, (token) => setLink(joinLink(String(token))));
  const sendMail = (address: string, close: () => void) =>
    callThen("invite_to_household_by_mail", { ...parameters, address }, () => {
      toastSuccess(t("Invitation on its way"), t("Its link works once, within seven days."));
      close();
    });

  return (
    <AppDialog
      title={person ? t("Invite {name}", { name: person.name }) : t("Invite somebody")}
      onClosed={onClosed}
    >
      {(close) =>
        link ? (
          <OnceLink
            link={link}
            advice={t(
              "Send this link, or let them scan the code. It works once, within seven days.",
            )}
            copied={t("It works once, within seven days.")}
          />
        ) : (
          <Stack gap="4" pb="4">
            <p>
              {person
                ? t("Whoever uses the link joins as this person and keeps what they did before.")
                : t("Whoever uses the link joins the household and sees all its tasks.")}
            </p>
            <RoleField role={role} onChange={setRole} />
            {sendsMail ? (
              <Form onValid={(textOf) => sendMail(textOf("address"), close)}>
                <Stack gap="3">
                  <TextField
                    label={t("Email")}
                    name="address"
                    type="email"
                    required
                    maxLength={254}
                    placeholder="name@example.com"
                  />
                  <Button type="submit" disabled={isPending}>
                    {t("Send the invitation")}
                  </Button>
                </Stack>
              </Form>
            ) : (
              <p>{t("This Rota sends no mail: share a link.")}</p>
            )}
            <Button
              variant={sendsMail ? "outline" : "solid"}
              disabled={isPending}
              onClick={makeLink}
            >
              {t("Make a link")}
            </Button>
          </Stack>
        )
      }
    </AppDialog>
  );
}
