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
import type { IconName } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { Away } from "./away.tsx";
import { ROLE_NAMES } from "./household-words.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { PersonDialog, RemovePersonDialog } from "./person-dialog.tsx";
import { invitationsQuery } from "./queries.ts";

interface PeopleProps {
  household: Household;
  onLeaving: (isLeaving: boolean) => void;
}

const DIALOGS = { edit: PersonDialog, invite: InviteDialog, remove: RemovePersonDialog };

interface Asked {
  readonly person: HouseholdPerson;
  readonly kind: keyof typeof DIALOGS;
}

export function People({ household, onLeaving }: PeopleProps) {
  const { t } = useLocale();
  const { people, me } = household;
  const isKeeper = household.role === "keeper";
  const query = invitationsQuery(useSession(), household);
  const { data: open } = useQuery({ ...query, enabled: isKeeper });
  // The question about whom to take off stays longer than they do.
  const [asked, setAsked] = useState<Asked | null>(null);
  const Dialog = asked && DIALOGS[asked.kind];

  function linesOf(person: HouseholdPerson): readonly MenuLine[] {
    const { id, isJoined } = person;
    if (!isKeeper && id !== me) return [];
    const line = (label: string, icon: IconName, kind: Asked["kind"]) => ({
      ...{ label, icon },
      run: () => setAsked({ person, kind }),
    });
    // Nobody is invited twice for want of knowing.
    const mayInvite = !isJoined && open && !open.some(({ personId }) => personId === id);
    return [
      line(t("Edit // a person"), "edit", "edit"),
      ...(mayInvite ? [line(t("Invite // somebody into the household"), "link", "invite")] : []),
      id === me
        ? line(t("Leave household"), "leave", "remove")
        : line(t("Remove // a person from the household"), "delete", "remove"),
    ];
  }

  return (
    <Card
      title={t("People")}
      action={
        isKeeper && (
          <DialogButton label={t("Add a person")} variant="link">
            {(onClosed) => <PersonDialog {...{ household, onClosed }} person={null} />}
          </DialogButton>
        )
      }
    >
      <chakra.ul aria-label={t("People")}>
        {people.map((person) => (
          <Person key={person.id} {...{ household, person }} lines={linesOf(person)} />
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

const Name = chakra("bdi", { base: { fontWeight: "semibold" } });

interface PersonProps {
  household: Household;
  person: HouseholdPerson;
  lines: readonly MenuLine[];
}

function Person({ household, person, lines }: PersonProps) {
  const locale = useLocale();
  const { t } = locale;
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
        isMe ? (
          <RichText
            parts={locale.parts("<b>{name}</b> (you)", { name, b: () => <Name>{name}</Name> })}
          />
        ) : (
          <Name>{name}</Name>
        )
      }
      textWidth="6rem"
      hint={
        isJoined ? t(ROLE_NAMES[role]) : t("{role} · no account", { role: t(ROLE_NAMES[role]) })
      }
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
      {lines.length > 0 && (
        <IconButton
          id={trigger}
          icon="more"
          label={t("More for {name}", { name })}
          aria-haspopup="menu"
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && (
        <ActionMenu
          {...{ trigger, lines }}
          title={name}
          onClosed={(chosen) => {
            setOpen(false);
            chosen?.run();
          }}
        />
      )}
    </ListRow>
  );
}
