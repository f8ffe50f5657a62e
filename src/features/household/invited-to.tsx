import { Stack } from "@chakra-ui/react";
import { msg } from "../../domain/language/messages.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { HouseholdInvitation } from "./queries.ts";

interface InvitedToProps {
  invitation: HouseholdInvitation;
  heading: "h1" | "h2";
}

export function InvitedTo({ invitation, heading: Heading }: InvitedToProps) {
  const { t } = useLocale();
  const { by, household, person, role } = invitation;
  return (
    <Stack gap="4">
      <Heading>{t("{name} invites you to {household}", { name: by, household })}</Heading>
      <p>
        {person &&
          `${t("You’ll join as {name}, with what was done under this name.", { name: person })} `}
        {t(
          "{role, select, keeper {Admin: manages tasks and people.} member {Member: adds and changes tasks, ticks for anyone.} other {Helper: ticks, skips, puts off, writes notes.}}",
          { role },
        )}{" "}
        {t(
          "Everyone in it sees your name and what you do in its tasks; your own tasks stay yours alone.",
        )}
      </p>
    </Stack>
  );
}

export const LINK_OVER = {
  title: msg("This link no longer works"),
  advice: msg("It was used or withdrawn, or is older than seven days. Ask for a new one."),
};
