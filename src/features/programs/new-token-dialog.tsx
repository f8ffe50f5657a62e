import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { told } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { SCOPES, type Scope, useTokenChanges } from "./queries.ts";

const FAILED: FailureWords = {
  title: msg("Error Making Token"),
  description: msg("Nothing has changed. Please try again."),
};

const SCOPE_NAMES = {
  read: msg("Read // what a program may do"),
  tick: msg("Read and tick // what a program may do"),
  write: msg("Read, tick and add tasks // what a program may do"),
} as const;

interface NewTokenDialogProps {
  householdId: string | null;
  onClosed: () => void;
}

export function NewTokenDialog({ householdId, onClosed }: NewTokenDialogProps) {
  const { t } = useLocale();
  const { make } = useTokenChanges();
  // A save that is tried again makes the same token.
  const [id] = useState(() => crypto.randomUUID());
  const [scope, setScope] = useState<Scope>("tick");
  const [token, setToken] = useState<string | null>(null);
  // A new task belongs to somebody, and a household's token is nobody.
  const scopes = SCOPES.filter((one) => householdId === null || one !== "write");
  return (
    <FormDialog
      title={t("New token")}
      action={t("Create // a token")}
      isPending={make.isPending}
      cancel={t("Cancel")}
      onSubmit={(_, textOf) => {
        const wanted = { id, name: textOf("name"), scope, householdId };
        void told(make.mutateAsync(wanted), FAILED, (secret) => setToken(secret));
      }}
      onClosed={onClosed}
      outcome={token && <Secret token={token} />}
    >
      <TextField
        label={t("Name // of a token")}
        name="name"
        required
        maxLength={100}
        hint={t("The record tells it: “Carol, by Kitchen panel”.")}
      />
      <FormField label={t("It may")}>
        <Select
          options={scopes.map((one) => [one, t(SCOPE_NAMES[one])])}
          value={scope}
          onChange={(value) => setScope(scopes.find((one) => one === value) ?? "read")}
        />
      </FormField>
    </FormDialog>
  );
}

function Secret({ token }: { token: string }) {
  const { t } = useLocale();

  async function copy() {
    try {
      await navigator.clipboard.writeText(token);
      toastSuccess(t("Token copied"));
    } catch {
      toastFailure({
        title: t("The token could not be copied"),
        description: t("Select it in its field and copy it from there. // a token"),
      });
    }
  }

  return (
    <Stack gap="4" pb="4">
      <TextField
        label={t("Token")}
        hint={t(
          "It is shown only now: put it into the program. Whoever has it can do the same, until you end it.",
        )}
        dir="ltr"
        readOnly
        value={token}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()}>{t("Copy the token")}</Button>
    </Stack>
  );
}
