import type { Household } from "../../domain/households/household.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useHouseholdCall } from "./queries.ts";

interface RenameDialogProps {
  household: Household;
  onClosed: () => void;
}

export function RenameDialog({ household: { id, name }, onClosed }: RenameDialogProps) {
  const { callThen, isPending } = useHouseholdCall();
  return (
    <FormDialog
      title="Rename household"
      action="Save"
      isPending={isPending}
      onSubmit={(close, textOf) =>
        callThen("rename_household", { household_id: id, name: textOf("name") }, close)
      }
      onClosed={onClosed}
    >
      <TextField label="Name" name="name" required maxLength={100} defaultValue={name} />
    </FormDialog>
  );
}
