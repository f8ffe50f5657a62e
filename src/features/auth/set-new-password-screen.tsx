import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import type { AuthUser } from "../../auth/auth-store.ts";
import { type LinkProblem, mailedLinkOf, useLinkProblem } from "../../auth/mailed-link.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAuthForm } from "./use-auth-form.ts";

const NEW_PASSWORD_FAILED: FailureWords = {
  title: "Password reset failed",
};

const MailDialog = late(() => import("./mail-dialog.tsx"));

const REDIRECT_MS = 2_000;

interface SetNewPasswordScreenProps {
  /** Leads to the sign-in screen: 2 seconds after the password was changed. */
  onDone: () => void;
}

export default function SetNewPasswordScreen({ onDone }: SetNewPasswordScreenProps) {
  const problemOfAddress = useLinkProblem();
  const [link] = useState(() => mailedLinkOf(location.search, "recovery"));
  const [refusal, setRefusal] = useState<LinkProblem | null>(null);
  const problem = problemOfAddress ?? refusal;
  if (problem !== null || link === "failed") {
    return (
      <Frame>
        <LinkNotice
          problem={problem ?? "failed"}
          advice="Send yourself a new one to choose a password."
          kind="reset"
          onLeave={onDone}
        />
      </Frame>
    );
  }
  if (link === null) {
    return (
      <Frame>
        <PasswordForm account={null} onDone={onDone} />
      </Frame>
    );
  }
  return (
    <Frame>
      <FollowedLink
        link={link}
        about="This link lets you choose a new password, once."
        action="Set a new password"
        onProblem={setRefusal}
        onLeave={onDone}
      >
        {(account) => <PasswordForm account={account} onDone={onDone} />}
      </FollowedLink>
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <AuthFrame lead="Choose a new password for your account.">{children}</AuthFrame>
);

interface PasswordFormProps extends SetNewPasswordScreenProps {
  /** Whose link was followed; without one, the service refuses. */
  account: AuthUser | null;
}

function PasswordForm({ account, onDone }: PasswordFormProps) {
  const { setNewPassword, leaveLink } = useAuth();
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const [asking, setAsking] = useState(false);

  const { busy, errors, form, lastField } = useAuthForm(NEW_PASSWORD_FAILED, async () => {
    // Nobody's password is set without their name on the screen.
    if (account === null) await leaveLink();
    await setNewPassword(password);
    toastSuccess("Password updated", "You can now log in with your new password.");
    setDone(true);
  });

  useEffect(() => {
    // The button that led here is gone.
    if (account !== null) lastField.current?.focus();
  }, [account, lastField]);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onDone, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, onDone]);

  return (
    <>
      <form {...form}>
        <fieldset disabled={busy || done}>
          <Stack gap="4">
            {account && (
              <chakra.p overflowWrap="anywhere">
                New password for <strong dir="auto">{account.email}</strong>
              </chakra.p>
            )}
            {/* Tells a password manager whose password it is. */}
            <input
              type="email"
              autoComplete="username"
              value={account?.email ?? ""}
              readOnly
              hidden
            />
            <NewPasswordField
              ref={lastField}
              label="New password"
              value={password}
              error={errors.password}
              onChange={setPassword}
            />
            <Button type="submit" aria-busy={busy}>
              {busy ? "Saving..." : "Set New Password"}
            </Button>
            {account === null && (
              <Button variant="link" onClick={() => setAsking(true)}>
                Send a new link
              </Button>
            )}
            {done && (
              <chakra.p role="status" bg="accent.subtle" borderRadius="card" p="4">
                Password updated! Redirecting to sign in...
              </chakra.p>
            )}
          </Stack>
        </fieldset>
      </form>
      <Suspense>{asking && <MailDialog kind="reset" onClosed={() => setAsking(false)} />}</Suspense>
    </>
  );
}
