import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useId, useRef, useState } from "react";
import { told } from "../../completions/told-changes.ts";
import type { Invitation } from "../../sync/list-answer.ts";
import { useInvitations } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { invitationText } from "./invitation-text.ts";
import {
  DECISION_FAILED,
  type SenderDecision,
  useDecision,
  usePendingSenders,
} from "./mutations.ts";

const BlockDialog = late(() => import("./block-dialog.tsx"));

export default function Invitations() {
  const invitations = useInvitations();
  const pending = usePendingSenders();
  const [blocking, setBlocking] = useState<Invitation | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const open = invitations?.filter(({ senderId }) => !pending.has(senderId)) ?? [];

  /** A card goes with its decision: on to the next one, else to the top of the screen. */
  function focusAfter(senderId: string): HTMLElement | null {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>("section") ?? [])];
    const other = cards.find(({ dataset }) => dataset.sender !== senderId);
    return other?.querySelector("h2") ?? screenHeading();
  }

  return (
    <>
      {open.length > 0 && (
        <Stack ref={list} gap="3" mt="4" mb="6">
          {open.map((invitation) => (
            <InvitationCard
              key={invitation.senderId}
              invitation={invitation}
              onDecided={() => focusAfter(invitation.senderId)?.focus()}
              onBlock={() => setBlocking(invitation)}
            />
          ))}
        </Stack>
      )}
      {blocking && (
        <Suspense>
          <BlockDialog
            senderId={blocking.senderId}
            name={blocking.senderName}
            focusAfterwards={() => focusAfter(blocking.senderId)}
            onClosed={() => setBlocking(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface InvitationCardProps {
  readonly invitation: Invitation;
  readonly onDecided: () => void;
  readonly onBlock: () => void;
}

function InvitationCard({ invitation, onDecided, onBlock }: InvitationCardProps) {
  const locale = useLocale();
  const { t } = locale;
  const { senderId, senderName: name, count } = invitation;
  const { mutateAsync } = useDecision();
  const id = useId();

  function decide(call: SenderDecision["call"], title: string, description: string) {
    onDecided();
    void told(mutateAsync({ senderId, call }), DECISION_FAILED, () =>
      toastSuccess(title, description),
    );
  }

  return (
    <chakra.section
      aria-labelledby={id}
      data-sender={senderId}
      bg="accent.subtle"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="card"
      p="4"
    >
      <chakra.h2 id={id} tabIndex={-1} overflowWrap="anywhere">
        {invitationText({ name, count }, locale)}
      </chakra.h2>
      <chakra.p mt="1" mb="3">
        {t("If you accept, whatever they share appears on your list, now and later.")}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button
          aria-label={t("Accept {name}", { name })}
          onClick={() =>
            decide(
              "accept_sender",
              t("Invitation accepted"),
              t("What {name} shares is on your list.", { name }),
            )
          }
        >
          {t("Accept // an invitation")}
        </Button>
        <Button
          variant="outline"
          aria-label={t("Decline {name}", { name })}
          onClick={() =>
            decide(
              "decline_sender",
              t("Invitation declined"),
              t("{name} is not told. You can take it back in the settings.", { name }),
            )
          }
        >
          {t("Decline // an invitation")}
        </Button>
        <Button variant="outline" aria-label={t("Block {name}", { name })} onClick={onBlock}>
          {t("Block // a person")}
        </Button>
      </chakra.div>
    </chakra.section>
  );
}
