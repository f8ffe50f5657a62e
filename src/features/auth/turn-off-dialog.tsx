import { Stack } from "@chakra-ui/react";
import { removeFactor } from "../../auth/second-factor.ts";
import { useSession } from "../../auth/session.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { CodeField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

interface TurnOffDialogProps {
  /** of the factor */
  id: string;
  onClosed: () => void;
  onDone: () => void;
}

export default function TurnOffDialog({ id, onClosed, onDone }: TurnOffDialogProps) {
  const session = useSession();
  return (
    <AppDialog title="Turn the second factor off" onClosed={onClosed}>
      {(close) => (
        <Stack gap="4" pb="4">
          <p>Your password alone signs you in then.</p>
          <AuthForm
            action="Turn off"
            words={{ title: "Error Turning It Off" }}
            act={async (textOf) => {
              if (session) await removeFactor(session, id, textOf("code"));
              toastSuccess("Second factor off");
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
