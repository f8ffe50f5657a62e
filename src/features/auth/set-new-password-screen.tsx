import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { type LinkUser, useAuthActions } from "../../auth/auth-actions.ts";
import { msg } from "../../domain/language/messages.ts";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { CodeField, NewPasswordField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { inWords, wrongCode } from "./in-words.ts";

const MailDialog = late(() => import("./mail-dialog.tsx"));

const REDIRECT_MS = 2_000;

const TEXTS = {
  recovery: {
    about: msg("This link lets you choose a new password, once."),
    action: msg("Set a new password"),
  },
};

interface SetNewPasswordScreenProps {
  /** Leads to the sign-in screen: 2 seconds after the password was changed. */
  onDone: () => void;
}

export default function SetNewPasswordScreen({ onDone }: SetNewPasswordScreenProps) {
  const { t } = useLocale();
  return (
    <FollowedLink
      lead={t("Choose a new password for your account.")}
      texts={TEXTS}
      isOptional
      advice={t("Send yourself a new one to choose a password. // a link")}
      kind="reset"
      onLeave={onDone}
    >
      {(account) => <PasswordForm account={account} onDone={onDone} />}
    </FollowedLink>
  );
}

interface PasswordFormProps extends SetNewPasswordScreenProps {
  /** of the followed link; without one, the service refuses */
  account: LinkUser | null;
}

function PasswordForm({ account, onDone }: PasswordFormProps) {
  const locale = useLocale();
  const { t } = locale;
  const { setNewPassword, leaveLink } = useAuthActions();
  const [isDone, setDone] = useState(false);

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(onDone, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, onDone]);

  return (
    <Stack gap="4">
      {account && (
        <chakra.p overflowWrap="anywhere">
          <RichText
            parts={locale.parts("New password for <b>{address}</b>", {
              ...{ address: account.email, b: strong },
            })}
          />
        </chakra.p>
      )}
      <AuthForm
        action={t("Set New Password")}
        busyAction={t("Saving...")}
        isDone={isDone}
        words={{ title: msg("Password reset failed") }}
        act={async (textOf) => {
          // Nobody's password is set without their name on the screen.
          if (account === null) await leaveLink();
          await inWords(wrongCode(locale), setNewPassword(textOf("password"), textOf("code")));
          toastSuccess(t("Password updated"), t("You can now log in with your new password."));
          setDone(true);
        }}
      >
        {/* Tells a password manager whose password it is. */}
        <input type="email" autoComplete="username" value={account?.email ?? ""} readOnly hidden />
        {/* The button that led here is gone. */}
        <NewPasswordField label={t("New password")} autoFocus={account !== null} />
        {account?.awaitsCode && <CodeField />}
      </AuthForm>
      {account === null && (
        <DialogButton variant="link" label={t("Send a new link")}>
          {(onClosed) => <MailDialog kind="reset" onClosed={onClosed} />}
        </DialogButton>
      )}
      {isDone && (
        <chakra.p role="status" bg="accent.subtle" borderRadius="card" p="4">
          {t("Password updated! Redirecting to sign in...")}
        </chakra.p>
      )}
    </Stack>
  );
}
