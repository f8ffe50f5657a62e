import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { beginFactor, type NewFactor, verifyFactor } from "../../auth/second-factor.ts";
import { useSession } from "../../auth/session.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Known } from "../../ui/known.tsx";
import { QrCode } from "../../ui/once-link.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { CodeField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

interface TurnOnDialogProps {
  onClosed: () => void;
  onDone: () => void;
}

export default function TurnOnDialog({ onClosed, onDone }: TurnOnDialogProps) {
  const session = useSession();
  const begun = useQuery({
    queryKey: ["new-factor", session?.userId],
    queryFn: async () => (session ? beginFactor(session) : null),
    // A secret that was shown is good until the dialog closes, and no longer.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  return (
    <AppDialog title="Turn a second factor on" onClosed={onClosed}>
      {(close) => (
        <Known query={begun} what="The code to scan">
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
      )}
    </AppDialog>
  );
}

function NewFactorForm({ factor, onDone }: { factor: NewFactor; onDone: () => void }) {
  const session = useSession();
  return (
    <Stack gap="4" pb="4">
      <p>
        Scan this with an authenticator app, or type the key there. Then enter the code that it
        shows.
      </p>
      <QrCode
        alt="The key as a QR code"
        link={factor.uri}
        boxSize="14rem"
        mx="auto"
        borderRadius="md"
      />
      <TextField
        label="Key"
        readOnly
        value={factor.secret}
        fontFamily="mono"
        onFocus={(event) => event.target.select()}
      />
      <AuthForm
        action="Turn on"
        words={{ title: "Error Turning It On" }}
        act={async (textOf) => {
          if (session) await verifyFactor(session, factor.id, textOf("code"));
          toastSuccess("Second factor on", "Your other devices are signed out.");
          onDone();
        }}
      >
        <CodeField data-autofocus />
      </AuthForm>
      <chakra.p color="fg.muted" fontSize="sm">
        If you lose the device, the person who runs this Rota can turn the second factor off. By a
        mail nobody can.
      </chakra.p>
    </Stack>
  );
}
