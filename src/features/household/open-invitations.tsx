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
import { ROLE_NAMES } from "./household-words.ts";
import { invitationsQuery, type OpenInvitation, useHouseholdCall } from "./queries.ts";

export function Invitations({ household }: { household: Household }) {
  const locale = useLocale();
  const query = useQuery(invitationsQuery(useSession(), household));
  const { callThen } = useHouseholdCall();
  if (!isOutOfReach(query) && !query.data?.length) return null;

  const revoke = (id: string) =>
    callThen("revoke_household_invitation", { id }, () => {
      toastSuccess("Invitation withdrawn", "Its link no longer works.");
      screenHeading()?.focus();
    });
  const sendAgain = (id: string) =>
    callThen("send_household_invitation_again", { id }, () =>
      toastSuccess("Sent again", "With a new link; the old one no longer works."),
    );

  return (
    <Card title="Open invitations">
      <Known query={query} failed="Who is invited could not be loaded.">
        {(open) => (
          <ul aria-label="Open invitations">
            {open.map((invitation) => {
              const { id, address } = invitation;
              const text = invitationText(invitation, household, locale);
              return (
                <ListRow
                  key={id}
                  text={text}
                  textWidth="12rem"
                  hint={address !== null && mailText(invitation)}
                >
                  {address !== null && sendsMail && (
                    <Button
                      variant="link"
                      aria-label={`Send again to ${address}`}
                      onClick={() => sendAgain(id)}
                    >
                      Send again
                    </Button>
                  )}
                  <Button variant="link" aria-label={`Withdraw ${text}`} onClick={() => revoke(id)}>
                    Withdraw
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

const mailText = ({ isMailed }: OpenInvitation) =>
  isMailed ? "Invited, mail sent" : "Invited, the mail is on its way";

/** 'Carol (carol@example.com), as a helper, until Dec 1, 2026' */
function invitationText(
  { personId, role, expiresAt, address }: OpenInvitation,
  { people }: Household,
  locale: Locale,
): string {
  const name = people.find(({ id }) => id === personId)?.name;
  const who = name && address ? `${name} (${address})` : (name ?? address ?? "Somebody new");
  return `${who}, as ${role === "keeper" ? "an" : "a"} ${ROLE_NAMES[role].toLowerCase()}, until ${formatDate(expiresAt.slice(0, 10), locale)}`;
}
