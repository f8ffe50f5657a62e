import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";
import { OnceLink } from "./once-link.tsx";
import { call, useHouseholdCall } from "./queries.ts";

interface NewDisplayDialogProps {
  householdId: string;
  onClosed: () => void;
}

/** Makes a display, and shows its address once. */
export function NewDisplayDialog({ householdId, onClosed }: NewDisplayDialogProps) {
  return (
    <AppDialog title="New display" onClosed={onClosed}>
      {(close) => <NewDisplay householdId={householdId} onCancel={close} />}
    </AppDialog>
  );
}

interface NewDisplayProps {
  householdId: string;
  onCancel: () => void;
}

function NewDisplay({ householdId, onCancel }: NewDisplayProps) {
  const { mutateAsync, isPending } = useHouseholdCall();
  // A save that is tried again makes the same display.
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState("Kitchen tablet");
  const [link, setLink] = useState<string | null>(null);
  const { errors, form } = useFormErrors(() =>
    mutateAsync(call("create_display", { household_id: householdId, id, name })).then(
      (token) => setLink(`${location.origin}/display#${String(token)}`),
      (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    ),
  );
  if (link !== null) {
    return (
      <OnceLink
        link={link}
        advice="Open this on the tablet, or scan the code with it. It is shown only now; whoever has it can tick for everybody in the household until you revoke it."
        copied="Open it on the tablet."
      />
    );
  }
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
          hint="Where it hangs, to know it by."
          onChange={(event) => setName(event.target.value)}
        />
        <chakra.div display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            Create
          </Button>
        </chakra.div>
      </Stack>
    </form>
  );
}
