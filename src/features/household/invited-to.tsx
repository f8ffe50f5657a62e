import { Stack } from "@chakra-ui/react";
import { ROLE_HINTS, ROLE_NAMES } from "./household-words.ts";
import type { HouseholdInvitation } from "./queries.ts";

interface InvitedToProps {
  invitation: HouseholdInvitation;
  heading: "h1" | "h2";
}

export function InvitedTo({ invitation, heading: Heading }: InvitedToProps) {
  const { by, household, person, role } = invitation;
  return (
    <Stack gap="4">
      <Heading>
        <bdi>{by}</bdi> invites you to <bdi>{household}</bdi>
      </Heading>
      <p>
        {person && (
          <>
            You’ll join as <bdi>{person}</bdi>, with what was done under this name.{" "}
          </>
        )}
        {ROLE_NAMES[role]}: {ROLE_HINTS[role]}. Everyone in it sees your name and what you do in its
        tasks; your own tasks stay yours alone.
      </p>
    </Stack>
  );
}

export const LINK_OVER = {
  title: "This link no longer works",
  advice: "It was used or withdrawn, or is older than seven days. Ask for a new one.",
};
