import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { beginFactor, type NewFactor, verifyFactor } from "../../auth/authenticator.ts";
import { useSession } from "../../auth/session.ts";
import { msg } from "../../domain/language/messages.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Known } from "../../ui/known.tsx";
import { QrCode } from "../../ui/once-link.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { CodeField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { inWords, wrongCode } from "./in-words.ts";

interface TurnOnDialogProps {
  onClosed: () => void;
  onDone: () => void;
}

export default function TurnOnDialog({ onClosed, onDone }: TurnOnDialogProps) {
  const session = useSession();
  const { t } = useLocale();
  const begun = useQuery({
    queryKey: ["new-factor", session?.userId],
    queryFn: async () => (session ? beginFactor(session) : null),
    // A secret that was shown is good until the dialog closes, and no longer.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  const part = useRef<HTMLDivElement>(null);
  return (
    <AppDialog
      title={t("Turn a second factor on")}
      // The key may be there before the dialog takes the focus, or after.
      startAt={() => part.current?.querySelector<HTMLElement>("[name=code]") ?? null}
      onClosed={onClosed}
    >
      {(close) => (
        <div ref={part}>
          <Known query={begun} failed={t("The key could not be loaded.")}>
            {(factor) =>
              factor && (
                <NewFactorForm
                  factor={factor}
                  onDone={() => {
                    onDone();
                    close();
                  }}
                />
              )
            }
          </Known>
        </div>
      )}
    </AppDialog>
  );
}

function NewFactorForm({ factor, onDone }: { factor: NewFactor; onDone: () => void }) {
  const session = useSession();
  const locale = useLocale();
  const { t } = locale;
  return (
    <Stack gap="4" pb="4">
      <p>
        {t(
          "Scan this with an authenticator app, or type the key there. Then enter the code that it shows.",
        )}
      </p>
      <QrCode
        alt={t("The key as a QR code")}
        link={factor.uri}
        boxSize="14rem"
        mx="auto"
        borderRadius="md"
      />
      <TextField
        label={t("Key // of an authenticator app")}
        readOnly
        value={factor.secret}
        fontFamily="monospace"
        onFocus={(event) => event.target.select()}
      />
      <AuthForm
        action={t("Turn on")}
        words={{ title: msg("Error Turning It On") }}
        act={async (textOf) => {
          if (!session) return;
          await inWords(wrongCode(locale), verifyFactor(session, factor.id, textOf("code")));
          toastSuccess(t("Second factor on"), t("Your other devices are signed out."));
          onDone();
        }}
      >
        <CodeField autoFocus />
      </AuthForm>
      <chakra.p color="fg.muted" fontSize="sm">
        {t(
          "If you lose the device, the person who runs this Rota can turn the second factor off. A reset by mail doesn’t.",
        )}
      </chakra.p>
    </Stack>
  );
}
