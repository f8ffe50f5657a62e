import { chakra, Stack } from "@chakra-ui/react";
import { takesPasswords } from "../../auth/issuer.ts";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const CloseAccountDialog = late(() => import("./close-account-dialog.tsx"));

export function CloseAccount({ onSignedOut }: { onSignedOut: () => void }) {
  const { t } = useLocale();
  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">{t("Your tasks and your name are deleted for good.")}</chakra.p>
      {takesPasswords ? (
        <DialogButton label={t("Close my account…")}>
          {(onClosed) => <CloseAccountDialog onClosed={onClosed} onClosedAccount={onSignedOut} />}
        </DialogButton>
      ) : (
        <p>
          {t(
            "Nobody has a password here: ask the person who runs this Rota to close your account.",
          )}
        </p>
      )}
    </Stack>
  );
}
