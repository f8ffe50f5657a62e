import { chakra, Stack } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { call, useHouseholdCall } from "./queries.ts";
import { HOUSEHOLD_FAILED } from "./words.ts";

interface NewHouseholdDialogProps {
  onMade: (householdId: string) => void;
  onClosed: () => void;
}

/** Who lives here: a name for the household, and for those in it. */
export function NewHouseholdDialog({ onMade, onClosed }: NewHouseholdDialogProps) {
  const made = useRef<string>(null);
  return (
    <AppDialog
      title="New household"
      onClosed={() => {
        onClosed();
        if (made.current) onMade(made.current);
      }}
    >
      {(close) => (
        <NewHousehold
          onCancel={close}
          onMade={(id) => {
            made.current = id;
            close();
          }}
        />
      )}
    </AppDialog>
  );
}

function NewHousehold({
  onCancel,
  onMade,
}: {
  onCancel: () => void;
  onMade: (id: string) => void;
}) {
  const { mutate, isPending } = useHouseholdCall();
  // A save that is tried again makes the same household.
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState("");
  const [others, setOthers] = useState("");
  const { errors, form } = useFormErrors(() =>
    mutate(call("create_household", { id, name, others: namesIn(others) }), {
      onSuccess: () => onMade(id),
      onError: (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    }),
  );
  return (
    <form {...form}>
      <Stack gap="4" pb="4">
        <TextField
          label="Name"
          name="name"
          placeholder="The flat"
          required
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Who else lives here?"
          name="others"
          placeholder="Bob, Carol"
          hint="Names, with a comma between them. They need no account; you can invite them later."
          value={others}
          onChange={(event) => setOthers(event.target.value)}
        />
        <chakra.div display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            Make it
          </Button>
        </chakra.div>
      </Stack>
    </form>
  );
}

const namesIn = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
