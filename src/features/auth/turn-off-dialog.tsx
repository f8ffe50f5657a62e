import { Stack } from "@chakra-ui/react";
import { removeFactor } from "../../auth/authenticator.ts";
import { useSession } from "../../auth/session.ts";
import { msg } from "../../domain/language/messages.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { CodeField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { inWords, wrongCode } from "./in-words.ts";

interface TurnOffDialogProps {
  /** of the factor */
  id: string;
  onClosed: () => void;
  onDone: () => void;
}

export default function TurnOffDialog({ id, onClosed, onDone }: TurnOffDialogProps) {
  const session = useSession();
  const locale = useLocale();
  const { t } = locale;
  return (
    <AppDialog title={t("Turn the second factor off")} onClosed={onClosed}>
      {(close) => (
        <Stack gap="4" pb="4">
          <p>{t("Your password alone signs you in then.")}</p>
          <AuthForm
            action={t("Turn off")}
            words={{ title: msg("Error Turning It Off") }}
            act={async (textOf) => {
              if (!session) return;
              await inWords(wrongCode(locale), removeFactor(session, id, textOf("code")));
              toastSuccess(t("Second factor off"));
              onDone();
              close();
            }}
          >
            <CodeField data-autofocus />
          </AuthForm>
        </Stack>
      )}
    </AppDialog>
  );
}
