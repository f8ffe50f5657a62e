import { useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useHouseholdCall } from "./queries.ts";

interface RenameDialogProps {
  household: Household;
  onClosed: () => void;
}

export function RenameDialog({ household, onClosed }: RenameDialogProps) {
  const { callThen, isPending } = useHouseholdCall();
  const [name, setName] = useState(household.name);
  return (
    <FormDialog
      title="Rename household"
      action="Save"
      isPending={isPending}
      onSubmit={(close) =>
        callThen("rename_household", { household_id: household.id, name }, close)
      }
      onClosed={onClosed}
    >
      {(errors) => (
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
