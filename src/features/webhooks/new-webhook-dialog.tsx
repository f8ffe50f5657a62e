import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { told } from "../../completions/told-changes.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useWebhookChanges, WEBHOOK_FAILED } from "./queries.ts";

interface NewWebhookDialogProps {
  householdId: string | null;
  onClosed: () => void;
}

export function NewWebhookDialog({ householdId, onClosed }: NewWebhookDialogProps) {
  const { t } = useLocale();
  const { add } = useWebhookChanges(householdId);
  // A save that is tried again makes the same webhook.
  const [id] = useState(() => crypto.randomUUID());
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <FormDialog
      title={t("New webhook")}
      action={t("Add // a webhook")}
      isPending={add.isPending}
      cancel={t("Cancel")}
      onSubmit={(_, textOf) =>
        void told(
          add.mutateAsync({ id, address: textOf("address").trim() }),
          WEBHOOK_FAILED,
          setSecret,
        )
      }
      onClosed={onClosed}
      outcome={
        secret && (
          <Stack gap="4" pb="4">
            <p>
              {t(
                "Give this to the program: with it, it knows that a message is from here. It is shown only now.",
              )}
            </p>
            <TextField
              label={t("Secret // of a webhook")}
              dir="ltr"
              readOnly
              value={secret}
              onFocus={(event) => event.target.select()}
            />
          </Stack>
        )
      }
    >
      <TextField
        label={t("Address // of a webhook")}
        name="address"
        inputMode="url"
        dir="ltr"
        required
        maxLength={1000}
        hint={t("Where the other program takes messages. It begins with https://.")}
      />
    </FormDialog>
  );
}
