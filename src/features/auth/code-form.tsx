import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { SIGN_OUT_FAILED, useAuthActions } from "../../auth/auth-actions.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { CodeField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { inWords, wrongCode } from "./in-words.ts";

interface CodeFormProps {
  /** of the button; 'Sign In' unless given */
  action?: string | undefined;
  onSignedIn?: (() => void) | undefined;
}

/** The last step of a sign-in to an account with a second factor. */
export function CodeForm({ action, onSignedIn }: CodeFormProps) {
  const { enterCode, signOut } = useAuthActions();
  const locale = useLocale();
  const { t } = locale;
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await signOut();
    } catch (error) {
      tellFailure(SIGN_OUT_FAILED, error);
      setLeaving(false);
    }
  }

  return (
    <Stack gap="4">
      <AuthForm
        label={t("Second factor")}
        action={action ?? t("Sign In")}
        words={{ title: msg("Sign In Failed") }}
        act={async (textOf) => {
          await inWords(wrongCode(locale), enterCode(textOf("code")));
          toastSuccess(t("Welcome back!"), t("You have been signed in successfully."));
          onSignedIn?.();
        }}
      >
        {/* The button that led here is gone. */}
        <CodeField autoFocus />
      </AuthForm>
      <chakra.p color="fg.muted" fontSize="sm">
        {t(
          "If you have lost the device, the person who runs this Rota can turn your second factor off.",
        )}
      </chakra.p>
      <Button variant="link" alignSelf="flex-start" disabled={isLeaving} onClick={leave}>
        {t("Use another account")}
      </Button>
    </Stack>
  );
}
