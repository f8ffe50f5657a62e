import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import type { Household, HouseholdPerson, Role } from "../../domain/households/household.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { OnceLink } from "./once-link.tsx";
import { call, useHouseholdCall } from "./queries.ts";
import { RoleField } from "./role-field.tsx";
import { HOUSEHOLD_FAILED } from "./words.ts";

interface InviteDialogProps {
  household: Household;
  /** somebody without an account whose it will be; null for a new person */
  person: HouseholdPerson | null;
  onClosed: () => void;
}

/** Makes a link, and shows it once: to be sent, or to be photographed from the screen. */
export function InviteDialog({ household, person, onClosed }: InviteDialogProps) {
  return (
    <AppDialog
      title={
        person ? (
          <>
            Invite <bdi>{person.name}</bdi>
          </>
        ) : (
          "Invite somebody"
        )
      }
      onClosed={onClosed}
    >
      {() => <Invite household={household} person={person} />}
    </AppDialog>
  );
}

function Invite({ household, person }: Omit<InviteDialogProps, "onClosed">) {
  const { mutate, isPending } = useHouseholdCall();
  const [role, setRole] = useState<Role>(person?.role ?? "member");
  const [link, setLink] = useState<string | null>(null);

  function make() {
    const parameters = {
      household_id: household.id,
      role,
      ...(person && { person_id: person.id }),
    };
    mutate(call("invite_to_household", parameters), {
      onSuccess: (token) => setLink(`${location.origin}/join#${String(token)}`),
      onError: (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    });
  }

  if (link !== null) {
    return (
      <OnceLink
        link={link}
        advice="Send this link, or let them photograph the code. It is good once, for seven days."
        copied="It is good once, for seven days."
      />
    );
  }
  return (
    <Stack gap="4" pb="4">
      <p>
        {person
          ? "Whoever follows the link becomes this person; what was done before stays theirs."
          : "Whoever follows the link belongs to the household, and has all its tasks on the board."}
      </p>
      <RoleField role={role} onChange={setRole} />
      <Button disabled={isPending} onClick={make}>
        Make a link
      </Button>
    </Stack>
  );
}
