import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";
import { call, useHouseholdCall } from "./queries.ts";

interface RenameDialogProps {
  household: Household;
  onClosed: () => void;
}

export function RenameDialog({ household, onClosed }: RenameDialogProps) {
  return (
    <AppDialog title="Rename household" onClosed={onClosed}>
      {(close) => <Rename household={household} onSaved={close} />}
    </AppDialog>
  );
}

function Rename({ household, onSaved }: { household: Household; onSaved: () => void }) {
  const { mutateAsync, isPending } = useHouseholdCall();
  const [name, setName] = useState(household.name);
  const { errors, form } = useFormErrors(() =>
    mutateAsync(call("rename_household", { household_id: household.id, name })).then(
      onSaved,
      (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    ),
  );
  return (
    <form {...form}>
      <Stack gap="4" pb="4">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <chakra.div display="flex" justifyContent="flex-end">
          <Button type="submit" disabled={isPending}>
            Save
          </Button>
        </chakra.div>
      </Stack>
    </form>
  );
}
