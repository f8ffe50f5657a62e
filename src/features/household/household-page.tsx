import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { Household, HouseholdPerson } from "../../domain/households/household.ts";
import { isToCome } from "../../domain/turns/away-words.ts";
import type { Absence } from "../../domain/turns/turn-types.ts";
import { Face } from "../../households/face.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { Card } from "../../ui/card.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Away } from "./away.tsx";
import { AwayDialog } from "./away-dialog.tsx";
import { DeleteHouseholdDialog } from "./delete-household-dialog.tsx";
import { DeletedHouseholds } from "./deleted-households.tsx";
import { Fair } from "./fair-shares.tsx";
import { HouseAway, HouseAwayDialog } from "./house-away.tsx";
import { ROLE_HINTS, ROLE_NAMES } from "./household-words.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { NewHousehold } from "./new-household.tsx";
import { Invitations } from "./open-invitations.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import { RenameDialog, ZoneDialog } from "./settings-dialogs.tsx";

interface HouseholdPageProps {
  household: Household;
  /** the button that downloads everything, which belongs to another feature */
  download: ReactNode;
  onMade: (householdId: string) => void;
  /** Whether the user is about to lose it by what they do. */
  onLeaving: (isLeaving: boolean) => void;
}

export function HouseholdPage({ household, download, onMade, onLeaving }: HouseholdPageProps) {
  const { id, role, people } = household;
  const isKeeper = role === "keeper";
  const { data: tasks = [] } = useTasks();
  const theirs = tasks.filter(({ householdId }) => householdId === id);

  return (
    <Stack gap="4">
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isKeeper && (
          <DialogButton label="Invite" variant="solid">
            {(onClosed) => <InviteDialog {...{ household, onClosed }} person={null} />}
          </DialogButton>
        )}
        {role !== "helper" && (
          <DialogButton label="We are away">
            {(onClosed) => <HouseAwayDialog {...{ household, onClosed }} />}
          </DialogButton>
        )}
        <DialogButton label="I am away">
          {(onClosed) => <AwayDialog {...{ household, onClosed }} />}
        </DialogButton>
      </chakra.div>
      <HouseAway household={household} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}
        alignItems="start"
        gap="4"
      >
        <People household={household} onLeaving={onLeaving} />
        {theirs.length > 0 && people.length > 1 && <Fair household={household} tasks={theirs} />}
        {isKeeper && <Invitations household={household} />}
      </chakra.div>
      <chakra.p color="fg.muted" fontSize="sm">
        Your role: {ROLE_NAMES[role].toLowerCase()}, {ROLE_HINTS[role]}.
        {household.timeZone && ` ${zoneText(household)}`}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isKeeper && (
          <>
            <DialogButton label="Rename">
              {(onClosed) => <RenameDialog {...{ household, onClosed }} />}
            </DialogButton>
            <DialogButton label="Time zone">
              {(onClosed) => <ZoneDialog {...{ household, onClosed }} />}
            </DialogButton>
            <DialogButton label="Delete household">
              {(onClosed) => (
                <DeleteHouseholdDialog {...{ household, download, onLeaving, onClosed }} />
              )}
            </DialogButton>
          </>
        )}
        <NewHousehold onMade={onMade} />
      </chakra.div>
      <DeletedHouseholds />
    </Stack>
  );
}

/** 'Time zone: Europe/Berlin.', or with the one of tomorrow */
function zoneText({ timeZone = "", nextTimeZone }: Household): string {
  const next = nextTimeZone ? `, from tomorrow on ${nextTimeZone}` : "";
  return `Time zone: ${timeZone}${next}.`.replaceAll("_", " ");
}

type PeopleProps = Pick<HouseholdPageProps, "household" | "onLeaving">;

function People({ household, onLeaving }: PeopleProps) {
  const { people, me } = household;
  const isKeeper = household.role === "keeper";
  // The question about whom to take off stays longer than they do.
  const [edited, setEdited] = useState<HouseholdPerson | null>(null);
  const onClosed = () => setEdited(null);
  return (
    <Card
      title="People"
      action={
        isKeeper && (
          <DialogButton label="Add a person" variant="link">
            {(onClosed) => <PersonDialog {...{ household, onLeaving, onClosed }} person={null} />}
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
            onEdit={isKeeper || person.id === me ? () => setEdited(person) : null}
          />
        ))}
      </chakra.ul>
      {edited && <PersonDialog {...{ household, onLeaving, onClosed }} person={edited} />}
    </Card>
  );
}

interface PersonProps {
  household: Household;
  person: HouseholdPerson;
  onEdit: (() => void) | null;
}

function Person({ household, person, onEdit }: PersonProps) {
  const { today } = useToday();
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
      {onEdit && <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />}
    </ListRow>
  );
}
