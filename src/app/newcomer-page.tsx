import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { issuerName, takesPasswords } from "../auth/issuer.ts";
import { AuthFrame } from "../features/auth/auth-frame.tsx";
import { forgetInvitedLink, readInvitedLink } from "../features/auth/invited-link.ts";
import { IssuerButton } from "../features/auth/issuer-button.tsx";
import { SignInForm } from "../features/auth/sign-in-form.tsx";
import { SignUpForm } from "../features/auth/sign-up-form.tsx";
import { agreeTo } from "../features/household/agreement.ts";
import { InvitedTo, LINK_OVER } from "../features/household/invited-to.tsx";
import { type HouseholdInvitation, useInvitation } from "../features/household/queries.ts";
import type { LoadSupabase } from "../supabase/client.ts";
import { Button } from "../ui/button.tsx";
import { Known } from "../ui/known.tsx";
import { useLocale } from "../ui/use-locale.ts";

interface NewcomerPageProps {
  token: string;
  /** a client without a session */
  anonymous: LoadSupabase;
  /** There is nothing to join. */
  onLeave: () => void;
}

/** For somebody who isn't signed in: who invites to what, and a form that signs up or in and joins. */
export function NewcomerPage({ token, anonymous, onLeave }: NewcomerPageProps) {
  const { t } = useLocale();
  const query = useInvitation(token, anonymous);
  return (
    <AuthFrame
      lead={t("What is due, whose turn it is and who did it: a household’s tasks on one board.")}
    >
      <Known query={query} failed={t("The invitation could not be loaded.")}>
        {(invitation) =>
          invitation ? (
            <Newcomer key={token} invitation={invitation} token={token} />
          ) : (
            <Stack gap="4" alignItems="flex-start">
              <h2>{t(LINK_OVER.title)}</h2>
              <p>{t(LINK_OVER.advice)}</p>
              <Button onClick={onLeave}>{t("To Rota // leads there")}</Button>
            </Stack>
          )
        }
      </Known>
    </AuthFrame>
  );
}

interface NewcomerProps {
  invitation: HouseholdInvitation;
  token: string;
}

function Newcomer({ invitation, token }: NewcomerProps) {
  const { t } = useLocale();
  const [{ invited, name, proof }] = useState(readInvitedLink);
  const [isKnown, setKnown] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const agree = () => agreeTo(token);
  useEffect(() => forgetInvitedLink, []);
  return (
    <Stack gap="6">
      <InvitedTo invitation={invitation} heading="h2" />
      {takesPasswords && (
        <>
          {isKnown ? (
            <SignInForm
              email={invited}
              action={t("Sign in and join")}
              takesFocus={takesFocus}
              onSigningIn={agree}
            />
          ) : (
            <SignUpForm
              email={invited}
              name={invitation.person ?? name}
              link={token}
              proof={proof}
              joining={agree}
              onKnown={() => {
                setTakesFocus(true);
                setKnown(true);
              }}
            />
          )}
          <chakra.p>
            {isKnown ? t("No account here yet?") : t("You have an account here?")}{" "}
            <Button variant="link" onClick={() => setKnown(!isKnown)}>
              {isKnown ? t("Make one // an account") : t("Sign in")}
            </Button>
          </chakra.p>
        </>
      )}
      {issuerName && <IssuerButton name={issuerName} isOnly={!takesPasswords} />}
    </Stack>
  );
}
