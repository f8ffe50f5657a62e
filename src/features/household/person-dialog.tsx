import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import type { Household, HouseholdPerson, Role } from "../../domain/households/household.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { Face } from "../../households/face.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useHouseholdCall } from "./queries.ts";
import { RoleField } from "./role-field.tsx";

const FACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

interface PersonDialogProps {
  household: Household;
  /** null for a new one, without an account */
  person: HouseholdPerson | null;
  onClosed: () => void;
}

export function PersonDialog({ household, person, onClosed }: PersonDialogProps) {
  const { t } = useLocale();
  const { callThen, isPending } = useHouseholdCall();
  const [id] = useState(() => person?.id ?? crypto.randomUUID());
  const [name, setName] = useState(person?.name ?? "");
  const [face, setFace] = useState(person?.face ?? household.people.length % FACES.length);
  const [role, setRole] = useState<Role>(person?.role ?? "helper");

  return (
    <FormDialog
      title={person ? <bdi>{person.name}</bdi> : t("Add a person")}
      action={t("Save")}
      isPending={isPending}
      onSubmit={(close) =>
        callThen("save_person", { household_id: household.id, id, name, face, role }, close)
      }
      onClosed={onClosed}
    >
      {!person && <p>{t("Somebody without an account, who can be invited to one later.")}</p>}
      <TextField
        label={t("Name // of a person")}
        name="name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <FaceField name={name} face={face} onChange={setFace} />
      {household.role === "keeper" && (
        <RoleField role={role} isFuture={!person?.isJoined} onChange={setRole} />
      )}
    </FormDialog>
  );
}

interface FaceFieldProps {
  name: string;
  face: number;
  onChange: (face: number) => void;
}

const FaceField = ({ name, face, onChange }: FaceFieldProps) => {
  const { t } = useLocale();
  return (
    <fieldset>
      <legend>{t("Colour // of a person’s sign")}</legend>
      <chakra.div display="flex" flexWrap="wrap" gap="1">
        {FACES.map((one) => (
          <chakra.label
            key={one}
            position="relative"
            display="grid"
            placeItems="center"
            boxSize="touch"
            borderRadius="full"
            borderWidth="2px"
            borderColor="transparent"
            cursor="pointer"
            css={{
              "&:has(:checked)": { borderColor: "fg" },
              "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "accent" },
            }}
          >
            <chakra.input
              type="radio"
              name="face"
              aria-label={t("Colour {number}", { number: one + 1 })}
              position="absolute"
              inset="0"
              opacity="0"
              cursor="pointer"
              checked={face === one}
              onChange={() => onChange(one)}
            />
            <Face name={name || "?"} face={one} />
          </chakra.label>
        ))}
      </chakra.div>
    </fieldset>
  );
};

interface RemovePersonDialogProps extends PersonDialogProps {
  person: HouseholdPerson;
  /** Whether the user is about to lose the household by what they do. */
  onLeaving: (isLeaving: boolean) => void;
}

export function RemovePersonDialog(props: RemovePersonDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { household, person, onLeaving, onClosed } = props;
  const { callThen } = useHouseholdCall();
  const { id, name } = person;
  const isMe = id === household.me;
  const parameters = { household_id: household.id, id };

  const bringBack = () =>
    callThen("bring_back_person", parameters, () =>
      toastSuccess(
        t("{name} is back // in the household", { name }),
        t("As before, with turns from today on."),
      ),
    );

  function remove() {
    onLeaving(isMe);
    callThen(
      "remove_person",
      parameters,
      () =>
        toastSuccess(
          isMe ? t("You have left") : t("{name} no longer belongs to it", { name }),
          t("What you did stays in the record under your name."),
          isMe ? undefined : { label: t("Undo"), run: bringBack },
        ),
      () => onLeaving(false),
    );
  }

  return (
    <ConfirmDialog
      title={isMe ? t("Leave household?") : t("Remove {name}?", { name })}
      action={isMe ? t("Leave // the household") : t("Remove // a person from the household")}
      cancel={isMe ? t("Stay // in the household") : t("Keep // a person in the household")}
      onConfirmed={remove}
      focusAfterwards={screenHeading}
      onClosed={onClosed}
    >
      {isMe
        ? t("You lose the household’s tasks until you are invited again.")
        : lossText(person, locale)}
    </ConfirmDialog>
  );
}

const lossText = ({ name, isJoined }: HouseholdPerson, { t }: Locale) =>
  isJoined
    ? t(
        "{name} takes no turns any more, and loses the household’s tasks. What was done stays in the record.",
        { name },
      )
    : t("{name} takes no turns any more. What was done stays in the record.", { name });
