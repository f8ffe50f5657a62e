import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useState } from "react";
import { formatCount } from "../../domain/format-count.ts";
import type { Household, HouseholdPerson } from "../../domain/households/household.ts";
import { Face } from "../../households/face.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { Away } from "./away.tsx";
import { DeleteHouseholdDialog } from "./delete-household-dialog.tsx";
import { Displays } from "./displays.tsx";
import { Fair } from "./fair.tsx";
import { Invitations } from "./invitations.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { Labels, RenewLabelsDialog } from "./labels.tsx";
import { NewDisplayDialog } from "./new-display-dialog.tsx";
import { Part } from "./part.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { ROLE_HINTS, ROLE_NAMES } from "./words.ts";

type Open =
  | { readonly kind: "person"; readonly person: HouseholdPerson | null }
  | { readonly kind: "invite"; readonly person: HouseholdPerson | null }
  | { readonly kind: "rename" | "delete" | "display" | "renew-labels" }
  | null;

interface HouseholdPageProps {
  household: Household;
  /** the button that downloads everything, which belongs to another feature */
  download: ReactNode;
  /** Whether the user is about to lose it by what they do. */
  onLeaving: (isLeaving: boolean) => void;
  onPrintLabels: () => void;
}

/** Who belongs to a household, as what, and who is invited. */
export function HouseholdPage(props: HouseholdPageProps) {
  const { household, download, onLeaving, onPrintLabels } = props;
  const { id, name, role, people } = household;
  const isKeeper = role === "keeper";
  const { data: tasks = [] } = useTasks();
  const theirs = tasks.filter(({ householdId }) => householdId === id);
  const count = theirs.length;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  useEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    screenHeading()?.focus({ preventScroll: true });
  }, []);

  return (
    <Stack gap="8">
      <Stack gap="3" alignItems="flex-start">
        <chakra.h1 dir="auto" overflowWrap="anywhere">
          {name}
        </chakra.h1>
        <chakra.p color="fg.muted">
          {tasksText(count)} You are a {ROLE_NAMES[role].toLowerCase()}: {ROLE_HINTS[role]}.
        </chakra.p>
        {isKeeper && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button onClick={() => setOpen({ kind: "invite", person: null })}>Invite</Button>
            <Button variant="outline" onClick={() => setOpen({ kind: "person", person: null })}>
              Add a person
            </Button>
            <Button variant="outline" onClick={() => setOpen({ kind: "rename" })}>
              Rename
            </Button>
          </chakra.div>
        )}
      </Stack>
      <Part title="People">
        <chakra.ul aria-label="People">
          {people.map((person) => (
            <Person
              key={person.id}
              person={person}
              isMe={person.id === household.me}
              onEdit={
                isKeeper || person.id === household.me
                  ? () => setOpen({ kind: "person", person })
                  : null
              }
              onInvite={
                isKeeper && !person.isJoined ? () => setOpen({ kind: "invite", person }) : null
              }
            />
          ))}
        </chakra.ul>
      </Part>
      {people.length > 1 && (
        <Part title="Away">
          <Away household={household} />
        </Part>
      )}
      {count > 0 && people.length > 1 && (
        <Part title="Fair">
          <Fair household={household} tasks={theirs} />
        </Part>
      )}
      {isKeeper && <Invitations household={household} />}
      {isKeeper && (
        <Part title="Displays">
          <Displays householdId={id} onAdd={() => setOpen({ kind: "display" })} />
        </Part>
      )}
      {role !== "helper" && count > 0 && (
        <Part title="Labels">
          <Labels
            onPrint={onPrintLabels}
            onRenew={isKeeper ? () => setOpen({ kind: "renew-labels" }) : null}
          />
        </Part>
      )}
      {isKeeper && (
        <div>
          <Button variant="outline" onClick={() => setOpen({ kind: "delete" })}>
            Delete household
          </Button>
        </div>
      )}
      {open?.kind === "person" && (
        <PersonDialog
          household={household}
          person={open.person}
          onLeaving={onLeaving}
          onClosed={close}
        />
      )}
      {open?.kind === "invite" && (
        <InviteDialog household={household} person={open.person} onClosed={close} />
      )}
      {open?.kind === "display" && <NewDisplayDialog householdId={id} onClosed={close} />}
      {open?.kind === "renew-labels" && <RenewLabelsDialog householdId={id} onClosed={close} />}
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

const tasksText = (count: number) => {
  if (count === 0) return "No task belongs to it yet: choose it in a task’s “Belongs to”.";
  return count === 1 ? "1 task belongs to it." : `${formatCount(count)} tasks belong to it.`;
};

interface PersonProps {
  person: HouseholdPerson;
  isMe: boolean;
  onEdit: (() => void) | null;
  onInvite: (() => void) | null;
}

function Person({ person, isMe, onEdit, onInvite }: PersonProps) {
  const { name, role, isJoined } = person;
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      py="2"
      borderColor="border"
      css={{ "& + &": { borderTopWidth: "1px" } }}
    >
      <Face {...person} />
      <chakra.div flex="1" minW="7rem">
        <chakra.p fontWeight="semibold" overflowWrap="anywhere">
          <bdi>{name}</bdi>
          {isMe && " (you)"}
        </chakra.p>
        <chakra.p color="fg.muted" fontSize="sm">
          {ROLE_NAMES[role]}
          {!isJoined && " · no account"}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" gap="1" ms="auto">
        {onInvite && (
          <Button variant="outline" aria-label={`Invite ${name}`} onClick={onInvite}>
            Invite
          </Button>
        )}
        {onEdit && (
          <Button
            variant="ghost"
            boxSize="touch"
            px="0"
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            <Icon name="edit" />
          </Button>
        )}
      </chakra.div>
    </chakra.li>
  );
}
