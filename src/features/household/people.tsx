import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import type { Household, HouseholdPerson } from "../../domain/households/household.ts";
import { isToCome } from "../../domain/turns/away-words.ts";
import type { Absence } from "../../domain/turns/turn-types.ts";
import { Face } from "../../households/face.tsx";
import ActionMenu, { type MenuLine } from "../../ui/action-menu.tsx";
import { Card } from "../../ui/card.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Away } from "./away.tsx";
import { ROLE_NAMES } from "./household-words.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { PersonDialog, RemovePersonDialog } from "./person-dialog.tsx";
import { invitationsQuery } from "./queries.ts";

interface PeopleProps {
  household: Household;
  /** Whether the user is about to lose it by what they do. */
  onLeaving: (isLeaving: boolean) => void;
}

const DIALOGS = { edit: PersonDialog, invite: InviteDialog, remove: RemovePersonDialog };

interface Asked {
  readonly person: HouseholdPerson;
  readonly kind: keyof typeof DIALOGS;
}

export function People({ household, onLeaving }: PeopleProps) {
  const { people, me } = household;
  const isKeeper = household.role === "keeper";
  // The question about whom to take off stays longer than they do.
  const [asked, setAsked] = useState<Asked | null>(null);
  const Dialog = asked && DIALOGS[asked.kind];
  return (
    <Card
      title="People"
      action={
        isKeeper && (
          <DialogButton label="Add a person" variant="link">
            {(onClosed) => <PersonDialog {...{ household, onClosed }} person={null} />}
          </DialogButton>
        )
      }
    >
      <chakra.ul aria-label="People">
        {people.map((person) => (
          <Person
            key={person.id}
            household={household}
            person={person}
            onAsk={isKeeper || person.id === me ? (kind) => setAsked({ person, kind }) : undefined}
          />
        ))}
      </chakra.ul>
      {Dialog && (
        <Dialog
          {...{ household, onLeaving }}
          person={asked.person}
          onClosed={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

interface PersonProps {
  household: Household;
  person: HouseholdPerson;
  onAsk: ((kind: Asked["kind"]) => void) | undefined;
}

function Person({ household, person, onAsk }: PersonProps) {
  const { today } = useToday();
  const trigger = useId();
  const [isOpen, setOpen] = useState(false);
  const { id, name, role, isJoined } = person;
  const isMe = id === household.me;
  const absences = (household.absences ?? [])
    .filter((absence: Absence) => absence.person === id && isToCome(absence, today))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return (
    <ListRow
      lead={<Face {...person} />}
      text={
        <>
          <chakra.bdi fontWeight="semibold">{name}</chakra.bdi>
          {isMe && " (you)"}
        </>
      }
      textWidth="6rem"
      hint={`${ROLE_NAMES[role]}${isJoined ? "" : " · no account"}`}
      below={absences.map((absence) => (
        <Away
          key={absence.id}
          household={household}
          person={person}
          absence={absence}
          mayEnd={household.role === "keeper" || isMe}
        />
      ))}
    >
      {onAsk && (
        <IconButton
          id={trigger}
          icon="more"
          label={`More for ${name}`}
          aria-haspopup="menu"
          onClick={() => setOpen(true)}
        />
      )}
      {onAsk && isOpen && (
        <PersonMenu {...{ household, person, trigger, onAsk }} onClosed={() => setOpen(false)} />
      )}
    </ListRow>
  );
}

interface PersonMenuProps extends Pick<PersonProps, "household" | "person"> {
  trigger: string;
  onAsk: (kind: Asked["kind"]) => void;
  onClosed: () => void;
}

function PersonMenu({ household, person, trigger, onAsk, onClosed }: PersonMenuProps) {
  const { data: open } = useQuery(invitationsQuery(useSession(), household));
  const { id, name, isJoined } = person;
  // Nobody is invited twice for want of knowing.
  const isUninvited = open !== undefined && !open.some(({ personId }) => personId === id);
  const mayInvite = household.role === "keeper" && !isJoined && isUninvited;
  const lines: readonly MenuLine[] = [
    { label: "Edit", icon: "edit", run: () => onAsk("edit") },
    ...(mayInvite ? [{ label: "Invite", icon: "link", run: () => onAsk("invite") } as const] : []),
    id === household.me
      ? { label: "Leave household", icon: "leave", run: () => onAsk("remove") }
      : { label: "Remove", icon: "delete", run: () => onAsk("remove") },
  ];
  return (
    <ActionMenu
      trigger={trigger}
      title={name}
      lines={lines}
      onClosed={(chosen) => {
        onClosed();
        chosen?.run();
      }}
    />
  );
}
