import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { SIGN_OUT_FAILED, useAuth } from "../../auth/auth.tsx";
import { type AuthUser, LinkRefusal } from "../../auth/auth-store.ts";
import { forgetAddress, type LinkProblem, type MailedLink } from "../../auth/mailed-link.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useAuthForm } from "./use-auth-form.ts";

const FOLLOW_FAILED: FailureWords = {
  title: "The link could not be checked",
};

interface FollowedLinkProps {
  link: MailedLink;
  /** What the link is for, and the button that does it. */
  about: string;
  action: string;
  /** What is done already when somebody else turns out to be signed in. */
  done?: string;
  onProblem: (problem: LinkProblem) => void;
  onLeave: () => void;
  /** What comes next; null for an account that is not known yet. */
  children: (account: AuthUser | null) => ReactNode;
}

/**
 * Verifies a mailed link when the button is pressed, never before: mail scanners open links, too.
 * Asks before it goes on in the place of somebody else who is signed in.
 */
export function FollowedLink({ link, onProblem, onLeave, children, ...texts }: FollowedLinkProps) {
  const { user, followLink } = useAuth();
  const [account, setAccount] = useState<AuthUser | null>();
  const { busy, form } = useAuthForm(FOLLOW_FAILED, async () => {
    try {
      setAccount(await followLink(link));
      forgetAddress();
    } catch (error) {
      if (!(error instanceof LinkRefusal)) throw error;
      forgetAddress();
      onProblem(error.problem);
    }
  });

  if (account === undefined) {
    return (
      <form {...form}>
        <fieldset disabled={busy}>
          <Stack gap="4">
            <p>{texts.about}</p>
            <Button type="submit" aria-busy={busy}>
              {texts.action}
            </Button>
          </Stack>
        </fieldset>
      </form>
    );
  }
  if (account !== null && user !== null && user.id !== account.id) {
    return <OtherAccount {...{ account, user, onLeave }} done={texts.done} />;
  }
  return children(account);
}

interface OtherAccountProps {
  account: AuthUser;
  user: AuthUser;
  done: string | undefined;
  onLeave: () => void;
}

function OtherAccount({ account, user, done, onLeave }: OtherAccountProps) {
  const { signOut, leaveLink } = useAuth();
  const [busy, setBusy] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  // The button that led here is gone.
  useEffect(() => question.current?.focus(), []);

  async function goOn() {
    setBusy(true);
    try {
      await signOut();
    } catch (error) {
      toastFailure(failureNotice(SIGN_OUT_FAILED, error));
      setBusy(false);
    }
  }

  async function stay() {
    setBusy(true);
    await leaveLink();
    onLeave();
  }

  return (
    <fieldset disabled={busy}>
      <Stack gap="4">
        <chakra.p ref={question} tabIndex={-1} overflowWrap="anywhere">
          This link is for <strong dir="auto">{account.email}</strong>. {done} You are signed in as{" "}
          <strong dir="auto">{user.email}</strong>.
        </chakra.p>
        <Button onClick={goOn}>Sign out and continue</Button>
        <Button variant="outline" onClick={stay}>
          Stay signed in
        </Button>
      </Stack>
    </fieldset>
  );
}
