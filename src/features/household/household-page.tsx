import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { Household, HouseholdPerson } from "../../domain/households/household.ts";
import { isToCome } from "../../domain/turns/away-words.ts";
import type { Absence } from "../../domain/turns/turn-types.ts";
import { Face } from "../../households/face.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Away } from "./away.tsx";
import { AwayDialog } from "./away-dialog.tsx";
import { DeleteHouseholdDialog } from "./delete-household-dialog.tsx";
import { DeletedHouseholds } from "./deleted-households.tsx";
import { Fair } from "./fair-shares.tsx";
import { ROLE_HINTS, ROLE_NAMES } from "./household-words.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { NewHousehold } from "./new-household.tsx";
import { Invitations } from "./open-invitations.tsx";
import { PauseAll } from "./pause-all.tsx";
import { PersonDialog, RemovePersonDialog } from "./person-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

type Open =
  | { readonly kind: "person"; readonly person: HouseholdPerson | null }
  | { readonly kind: "invite"; readonly person: HouseholdPerson | null }
  | { readonly kind: "remove"; readonly person: HouseholdPerson }
  | { readonly kind: "rename" | "delete" | "away" }
  | null;

interface HouseholdPageProps {
  household: Household;
  /** the button that downloads everything, which belongs to another feature */
  download: ReactNode;
  onMade: (householdId: string) => void;
  /** Whether the user is about to lose it by what they do. */
  onLeaving: (isLeaving: boolean) => void;
}

/** Who belongs to a household, as what, who is away and who is invited, and who does how much. */
export function HouseholdPage({ household, download, onMade, onLeaving }: HouseholdPageProps) {
  const { id, role, people, me } = household;
  const isKeeper = role === "keeper";
  const { data: tasks = [] } = useTasks();
  const theirs = tasks.filter(({ householdId }) => householdId === id);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  return (
    <Stack gap="4">
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isKeeper && (
          <Button onClick={() => setOpen({ kind: "invite", person: null })}>Invite</Button>
        )}
        {role !== "helper" && <PauseAll tasks={theirs} who="We are" />}
        <Button variant="outline" onClick={() => setOpen({ kind: "away" })}>
          {isKeeper && people.length > 1 ? "Somebody is away" : "I am away"}
        </Button>
      </chakra.div>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}
        alignItems="start"
        gap="4"
      >
        <Card
          title="People"
          action={
            isKeeper && (
              <Button variant="link" onClick={() => setOpen({ kind: "person", person: null })}>
                Add a person
              </Button>
            )
          }
        >
          <chakra.ul aria-label="People">
            {people.map((person) => (
              <Person
                key={person.id}
                household={household}
                person={person}
                onEdit={
                  isKeeper || person.id === me ? () => setOpen({ kind: "person", person }) : null
                }
                onInvite={
                  isKeeper && !person.isJoined ? () => setOpen({ kind: "invite", person }) : null
                }
              />
            ))}
          </chakra.ul>
        </Card>
        {theirs.length > 0 && people.length > 1 && <Fair household={household} tasks={theirs} />}
        {isKeeper && <Invitations household={household} />}
      </chakra.div>
      <chakra.p color="fg.muted" fontSize="sm">
        Your role: {ROLE_NAMES[role].toLowerCase()}, {ROLE_HINTS[role]}.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isKeeper && (
          <>
            <Button variant="outline" onClick={() => setOpen({ kind: "rename" })}>
              Rename
            </Button>
            <Button variant="outline" onClick={() => setOpen({ kind: "delete" })}>
              Delete household
            </Button>
          </>
        )}
        <NewHousehold onMade={onMade} />
      </chakra.div>
      <DeletedHouseholds />
      {open?.kind === "person" && (
        <PersonDialog
          household={household}
          person={open.person}
          onRemove={() => open.person && setOpen({ kind: "remove", person: open.person })}
          onClosed={close}
        />
      )}
      {open?.kind === "remove" && (
        <RemovePersonDialog
          household={household}
          person={open.person}
          onLeaving={onLeaving}
          onClosed={close}
        />
      )}
      {open?.kind === "invite" && (
        <InviteDialog household={household} person={open.person} onClosed={close} />
      )}
      {open?.kind === "away" && <AwayDialog household={household} onClosed={close} />}
      {open?.kind === "rename" && <RenameDialog household={household} onClosed={close} />}
      {open?.kind === "delete" && (
        <DeleteHouseholdDialog
          household={household}
          download={download}
          onLeaving={onLeaving}
          onClosed={close}
        />
      )}
    </Stack>
  );
}

interface PersonProps {
  household: Household;
  person: HouseholdPerson;
  onEdit: (() => void) | null;
  onInvite: (() => void) | null;
}

function Person({ household, person, onEdit, onInvite }: PersonProps) {
  const { today } = useToday();
  const { id, name, role, isJoined } = person;
  const isMe = id === household.me;
  const absences = (household.absences ?? [])
    .filter((absence: Absence) => absence.person === id && isToCome(absence, today))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="1"
      py="2"
      borderColor="border"
      css={{ "& + &": { borderTopWidth: "1px" } }}
    >
      <Face {...person} />
      <chakra.div flex="1" minW="min(100%, 6rem)">
        <chakra.p fontWeight="semibold">
          <bdi>{name}</bdi>
          {isMe && " (you)"}
        </chakra.p>
        <chakra.p color="fg.muted" fontSize="sm">
          {ROLE_NAMES[role]}
          {!isJoined && " · no account"}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" gap="1">
        {onInvite && (
          <Button variant="outline" aria-label={`Invite ${name}`} onClick={onInvite}>
            Invite
          </Button>
        )}
        {onEdit && <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />}
      </chakra.div>
      {absences.map((absence) => (
        <Away
          key={absence.id}
          household={household}
          person={person}
          absence={absence}
          mayEnd={household.role === "keeper" || isMe}
        />
      ))}
    </chakra.li>
  );
}
