import { chakra, Stack } from "@chakra-ui/react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import {
  LinkRefusal,
  type LinkUser,
  SIGN_OUT_FAILED,
  useAuthActions,
} from "../../auth/auth-actions.ts";
import type { AuthUser } from "../../auth/auth-store.ts";
import {
  forgetAddress,
  type LinkProblem,
  type MailedLink,
  mailedLinkOf,
  useLinkProblem,
} from "../../auth/mailed-link.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { LinkNotice } from "./link-notice.tsx";

type Type = MailedLink["type"];

interface FollowedLinkProps extends Pick<ComponentProps<typeof LinkNotice>, "advice" | "kind"> {
  lead: string;
  texts: Partial<Record<Type, { readonly about: Message; readonly action: Message }>>;
  /** said to have happened already when another account is signed in */
  done?: string;
  /** Whether there is something to do here without a link. */
  isOptional?: boolean;
  onLeave: () => void;
  /** the next step; null for an account not known yet, or without a link */
  children: (account: LinkUser | null) => ReactNode;
}

export function FollowedLink(props: FollowedLinkProps) {
  const { lead, texts, isOptional = false, advice, kind, onLeave, children } = props;
  const [link] = useState(() => mailedLinkOf(location.search, ...(Object.keys(texts) as Type[])));
  const problemOfAddress = useLinkProblem();
  const [refusal, setRefusal] = useState<LinkProblem | null>(null);
  const isFailed = link === "failed" || (link === null && !isOptional);
  const problem = problemOfAddress ?? refusal ?? (isFailed ? "failed" : null);
  return (
    <AuthFrame lead={lead}>
      {problem ? (
        <LinkNotice {...{ problem, advice, kind, onLeave }} />
      ) : link === null || link === "failed" ? (
        children(null)
      ) : (
        <Following {...{ link, ...props }} onProblem={setRefusal} />
      )}
    </AuthFrame>
  );
}

interface FollowingProps extends FollowedLinkProps {
  link: MailedLink;
  onProblem: (problem: LinkProblem) => void;
}

/** Verifies a link only when the button is pressed, as mail scanners open links, too. */
function Following({ link, texts, done, onProblem, onLeave, children }: FollowingProps) {
  const { t } = useLocale();
  const { user } = useAuth();
  const { followLink } = useAuthActions();
  const [account, setAccount] = useState<LinkUser | null>();
  const { about, action } = texts[link.type] ?? { about: "", action: "" };

  async function follow() {
    try {
      setAccount(await followLink(link));
      forgetAddress();
    } catch (error) {
      if (!(error instanceof LinkRefusal)) throw error;
      forgetAddress();
      onProblem(error.problem);
    }
  }

  if (account === undefined) {
    return (
      <AuthForm
        action={t(action)}
        words={{ title: msg("The link could not be checked") }}
        act={follow}
      >
        <p>{t(about)}</p>
      </AuthForm>
    );
  }
  if (account !== null && user !== null && user.id !== account.id) {
    return <OtherAccount {...{ account, user, onLeave }} done={done} />;
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
  const locale = useLocale();
  const { t } = locale;
  const { signOut, leaveLink } = useAuthActions();
  const [busy, setBusy] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  // The button that led here is gone.
  useEffect(() => question.current?.focus(), []);

  async function goOn() {
    setBusy(true);
    try {
      await signOut();
    } catch (error) {
      tellFailure(SIGN_OUT_FAILED, error);
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
          <RichText
            parts={locale.parts("This link is for <b>{address}</b>.", {
              ...{ address: account.email, b: strong },
            })}
          />{" "}
          {done}{" "}
          <RichText
            parts={locale.parts("You are signed in as <b>{address}</b>.", {
              ...{ address: user.email, b: strong },
            })}
          />
        </chakra.p>
        <Button onClick={goOn}>{t("Sign out and continue")}</Button>
        <Button variant="outline" onClick={stay}>
          {t("Stay signed in")}
        </Button>
      </Stack>
    </fieldset>
  );
}
