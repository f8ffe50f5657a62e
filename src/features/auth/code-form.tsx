import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { SIGN_OUT_FAILED, useAuth } from "../../auth/auth.tsx";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { CodeField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

interface CodeFormProps {
  /** of the button; 'Sign In' unless given */
  action?: string | undefined;
  onSignedIn?: (() => void) | undefined;
}

/** The last step of a sign-in to an account with a second factor. */
export function CodeForm({ action = "Sign In", onSignedIn }: CodeFormProps) {
  const { enterCode, signOut } = useAuth();
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await signOut();
    } catch (error) {
      toastFailure(failureNotice(SIGN_OUT_FAILED, error));
      setLeaving(false);
    }
  }

  return (
    <Stack gap="4">
      <AuthForm
        label="Second factor"
        action={action}
        words={{ title: "Sign In Failed" }}
        act={async (textOf) => {
          await enterCode(textOf("code"));
          toastSuccess("Welcome back!", "You have been signed in successfully.");
          onSignedIn?.();
        }}
      >
        {/* The button that led here is gone. */}
        <CodeField autoFocus />
      </AuthForm>
      <chakra.p color="fg.muted" fontSize="sm">
        You have lost the device? The person who runs this Rota can turn your second factor off.
      </chakra.p>
      <Button variant="link" alignSelf="flex-start" disabled={isLeaving} onClick={leave}>
        Use another account
      </Button>
    </Stack>
  );
}
