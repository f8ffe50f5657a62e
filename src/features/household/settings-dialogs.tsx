import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { FormField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ZoneSelect } from "../../ui/zone-select.tsx";
import { type HouseholdDialogProps, useHouseholdCall } from "./queries.ts";

export function RenameDialog({ household: { id, name }, onClosed }: HouseholdDialogProps) {
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

/** Turns and absences count in the household's time zone. */
export function ZoneDialog({ household, onClosed }: HouseholdDialogProps) {
  const { timeZone: mine } = useToday();
  const { callThen, isPending } = useHouseholdCall();
  const [zone, setZone] = useState(household.nextTimeZone ?? household.timeZone ?? mine);
  return (
    <FormDialog
      title="Time zone"
      action="Save"
      isPending={isPending}
      onSubmit={(close) =>
        callThen("set_household_zone", { household_id: household.id, time_zone: zone }, close)
      }
      onClosed={onClosed}
    >
      <FormField
        label="The household’s time zone"
        hint="Turns and absences change at its midnight."
      >
        <ZoneSelect value={zone} onChange={setZone} />
      </FormField>
      <chakra.p color="fg.muted" fontSize="sm">
        It counts from tomorrow on. Nothing before changes.
      </chakra.p>
    </FormDialog>
  );
}
