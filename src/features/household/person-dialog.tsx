import { chakra, Stack } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { Household, HouseholdPerson, Role } from "../../domain/households/household.ts";
import { Face } from "../../households/face.tsx";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";
import { call, useHouseholdCall } from "./queries.ts";
import { RoleField } from "./role-field.tsx";

const FACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

interface PersonDialogProps {
  household: Household;
  /** null for a new one, without an account */
  person: HouseholdPerson | null;
  onLeaving: (isLeaving: boolean) => void;
  onClosed: () => void;
}

/** A person's name, colour and role; and the way out. */
export function PersonDialog({ household, person, onLeaving, onClosed }: PersonDialogProps) {
  const isGone = useRef(false);
  return (
    <AppDialog
      title={person ? <bdi>{person.name}</bdi> : "Add a person"}
      returnFocusTo={() => (isGone.current ? screenHeading() : null)}
      onClosed={onClosed}
    >
      {(close) => (
        <PersonForm
          household={household}
          person={person}
          onSaved={close}
          onLeaving={onLeaving}
          onGone={() => {
            isGone.current = true;
            close();
          }}
        />
      )}
    </AppDialog>
  );
}

interface PersonFormProps {
  household: Household;
  person: HouseholdPerson | null;
  onSaved: () => void;
  onLeaving: (isLeaving: boolean) => void;
  onGone: () => void;
}

function PersonForm({ household, person, onSaved, onLeaving, onGone }: PersonFormProps) {
  const { mutateAsync, isPending } = useHouseholdCall();
  const [id] = useState(() => person?.id ?? crypto.randomUUID());
  const [name, setName] = useState(person?.name ?? "");
  const [face, setFace] = useState(person?.face ?? household.people.length % FACES.length);
  const [isAsking, setAsking] = useState(false);
  const [role, setRole] = useState<Role>(person?.role ?? "helper");
  const isMe = id === household.me;
  const isKeeper = household.role === "keeper";
  const onError = (error: unknown) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error));
  const { errors, form } = useFormErrors(() => {
    const parameters = { household_id: household.id, id, name, face, role };
    mutateAsync(call("save_person", parameters)).then(onSaved, onError);
  });

  function remove() {
    const parameters = { household_id: household.id, id };
    // Whoever leaves loses the page, and what a mutation calls back with it.
    onLeaving(isMe);
    mutateAsync(call("remove_person", parameters)).then(
      () => {
        toastSuccess(
          isMe ? "You have left" : `${name} no longer belongs to it`,
          "What you did stays in the record under your name.",
        );
        onGone();
      },
      (error) => {
        onLeaving(false);
        onError(error);
      },
    );
  }

  return (
    <form {...form}>
      <Stack gap="4" pb="4">
        {!person && <p>Somebody without an account, who can be invited to one later.</p>}
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <chakra.fieldset minW="0">
          <chakra.legend fontSize="sm" fontWeight="semibold" mb="1.5">
            Colour
          </chakra.legend>
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
                  aria-label={`Colour ${one + 1}`}
                  position="absolute"
                  inset="0"
                  opacity="0"
                  cursor="pointer"
                  checked={face === one}
                  onChange={() => setFace(one)}
                />
                <Face name={name || "?"} face={one} />
              </chakra.label>
            ))}
          </chakra.div>
        </chakra.fieldset>
        {isKeeper && <RoleField role={role} isFuture={!person?.isJoined} onChange={setRole} />}
        {isAsking ? (
          <chakra.div role="alert" p="3" bg="bg.muted" borderRadius="card">
            <p>
              {isMe ? (
                "You lose the household’s tasks until you are invited again."
              ) : (
                <>
                  <bdi>{name}</bdi> takes no turns any more
                  {person?.isJoined &&
                    ", loses the household’s tasks, and comes back by invitation"}
                  . What was done stays in the record.
                </>
              )}
            </p>
            <chakra.div display="flex" flexWrap="wrap" gap="2" mt="3" justifyContent="flex-end">
              <Button variant="outline" autoFocus onClick={() => setAsking(false)}>
                {isMe ? "Stay" : "Keep"}
              </Button>
              <Button variant="danger" disabled={isPending} onClick={remove}>
                {isMe ? "Leave" : "Remove"}
              </Button>
            </chakra.div>
          </chakra.div>
        ) : (
          <chakra.div display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
            {person && (
              <Button variant="outline" me="auto" onClick={() => setAsking(true)}>
                {isMe ? "Leave household" : "Remove"}
              </Button>
            )}
            <Button type="submit" disabled={isPending}>
              Save
            </Button>
          </chakra.div>
        )}
      </Stack>
    </form>
  );
}
