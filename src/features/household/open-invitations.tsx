import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { isOutOfReach, Known } from "../../ui/known.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { invitationsQuery, type OpenInvitation, useHouseholdCall } from "./queries.ts";

export function Invitations({ household }: { household: Household }) {
  const locale = useLocale();
  const { t } = locale;
  const query = useQuery(invitationsQuery(useSession(), household));
  const { callThen } = useHouseholdCall();
  if (!isOutOfReach(query) && !query.data?.length) return null;

  const revoke = (id: string) =>
    callThen("revoke_household_invitation", { id }, () => {
      toastSuccess(t("Invitation withdrawn"), t("Its link no longer works."));
      screenHeading()?.focus();
    });
  const sendAgain = (id: string) =>
    callThen("send_household_invitation_again", { id }, () =>
      toastSuccess(
        t("Sent again // an invitation"),
        t("With a new link; the old one no longer works."),
      ),
    );

  return (
    <Card title={t("Open invitations // not answered yet")}>
      <Known query={query} failed={t("Who is invited could not be loaded.")}>
        {(open) => (
          <ul aria-label={t("Open invitations // not answered yet")}>
            {open.map((invitation) => {
              const { id, address } = invitation;
              const text = invitationText(invitation, household, locale);
              return (
                <ListRow
                  key={id}
                  text={text}
                  textWidth="12rem"
                  hint={address !== null && mailText(invitation, locale)}
                >
                  {address !== null && sendsMail && (
                    <Button
                      variant="link"
                      aria-label={t("Send again to {address}", { address })}
                      onClick={() => sendAgain(id)}
                    >
                      {t("Send again // an invitation")}
                    </Button>
                  )}
                  <Button
                    variant="link"
                    aria-label={t("Withdraw {invitation}", { invitation: text })}
                    onClick={() => revoke(id)}
                  >
                    {t("Withdraw // an invitation")}
                  </Button>
                </ListRow>
              );
            })}
          </ul>
        )}
      </Known>
    </Card>
  );
}

const mailText = ({ isMailed }: OpenInvitation, { t }: Locale) =>
  isMailed ? t("Invited, mail sent") : t("Invited, the mail is on its way");

/** 'Carol (carol@example.com), as a helper, until Dec 1, 2026' */
function invitationText(
  { personId, role, expiresAt, address }: OpenInvitation,
  { people }: Household,
  locale: Locale,
): string {
  const { t } = locale;
  const name = people.find(({ id }) => id === personId)?.name;
  const known = name && address && t("{name} ({address})", { name, address });
  const who = known || (name ?? address ?? t("Somebody new"));
  return t(
    "{role, select, keeper {{who}, as an admin, until {day}} member {{who}, as a member, until {day}} other {{who}, as a helper, until {day}}}",
    { role, who, day: formatDate(expiresAt.slice(0, 10), locale) },
  );
}
