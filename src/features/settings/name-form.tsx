import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { useProfile } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useSaveProfile } from "./use-save-profile.ts";

const NAME_FAILED: FailureWords = {
  title: msg("Error Saving Your Name"),
  description: msg("Failed to save your name. Please try again."),
  sendsInput: true,
};

export function NameForm() {
  const { t } = useLocale();
  const known = useProfile()?.fullName ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const { save, isPending } = useSaveProfile(t("Name saved"), NAME_FAILED);
  const name = typed ?? known;
  return (
    <Form onValid={() => void (isPending || save({ full_name: name }, () => setTyped(null)))}>
      <Stack gap="3" alignItems="flex-start">
        <TextField
          label={t("Full Name")}
          name="name"
          autoComplete="name"
          maxLength={100}
          hint={t(
            "Others see it in what you share. Without one, they see your address before its @. // a name",
          )}
          value={name}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" aria-disabled={isPending}>
          {t("Save name")}
        </Button>
      </Stack>
    </Form>
  );
}
