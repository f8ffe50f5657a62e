import { Suspense, useEffect, useRef, useState } from "react";
import { useInvitations } from "../../sync/use-tasks.ts";
import { announce } from "../../ui/announcer.tsx";
import { late } from "../../ui/late.tsx";
import { spokenLocale } from "../../ui/use-locale.ts";
import { invitationText } from "./invitation-text.ts";

const InvitationCards = late(() => import("./invitations.tsx"));

export function useInvitationAnnouncements(): void {
  const invitations = useInvitations();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (invitations === undefined) return;
    const before = known.current;
    known.current = new Set(invitations.map(({ senderId }) => senderId));
    for (const { senderId, senderName, count } of invitations) {
      if (before === undefined || before.has(senderId)) continue;
      announce(invitationText({ name: senderName, count }, spokenLocale.getState()));
    }
  }, [invitations]);
}

/** Stays mounted after the last decision. */
export function Invitations() {
  const isInvited = (useInvitations()?.length ?? 0) > 0;
  const [wasInvited, setInvited] = useState(isInvited);
  if (isInvited && !wasInvited) setInvited(true);
  return (
    wasInvited && (
      <Suspense>
        <InvitationCards />
      </Suspense>
    )
  );
}
