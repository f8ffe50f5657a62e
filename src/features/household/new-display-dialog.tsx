import { useState } from "react";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { OnceLink } from "../../ui/once-link.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useHouseholdCall } from "./queries.ts";

interface NewDisplayDialogProps {
  householdId: string;
  onClosed: () => void;
}

export function NewDisplayDialog({ householdId, onClosed }: NewDisplayDialogProps) {
  const { t } = useLocale();
  const { callThen, isPending } = useHouseholdCall();
  // A save that is tried again makes the same display.
  const [id] = useState(() => crypto.randomUUID());
  const [token, setToken] = useState<string | null>(null);
  return (
    <FormDialog
      title={t("New tablet")}
      action={t("Create // a tablet’s link")}
      isPending={isPending}
      cancel={t("Cancel")}
      onSubmit={(_, textOf) => {
        const display = { household_id: householdId, id, name: textOf("name") };
        callThen("create_display", display, (answer) => setToken(String(answer)));
      }}
      onClosed={onClosed}
      outcome={
        token && (
          <OnceLink
            link={`${location.origin}/display#${token}`}
            advice={t(
              "Open this on the tablet, or scan the code with it. It is shown only now; whoever has it can tick for everybody in the household until you disconnect it.",
            )}
            copied={t("Open it on the tablet.")}
          />
        )
      }
    >
      <TextField
        label={t("Name // of a tablet")}
        name="name"
        required
        maxLength={100}
        defaultValue={t("Kitchen tablet")}
        hint={t("Where it hangs, to know it by.")}
      />
    </FormDialog>
  );
}
