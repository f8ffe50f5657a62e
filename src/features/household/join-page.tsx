import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useEffectEvent, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useSession } from "../../auth/session.ts";
import { saveProfile } from "../../sync/save-profile.ts";
import { useProfile } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Known } from "../../ui/known.tsx";
import { Loading } from "../../ui/loading.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { takeAgreement } from "./agreement.ts";
import { InvitedTo, LINK_OVER } from "./invited-to.tsx";
import { type HouseholdInvitation, useHouseholdCall, useInvitation } from "./queries.ts";

interface JoinPageProps {
  token: string;
  onDone: () => void;
}

export function JoinPage({ token, onDone }: JoinPageProps) {
  const { t } = useLocale();
  const query = useInvitation(token);
  return (
    <Known query={query} failed={t("The invitation could not be loaded.")}>
      {(invitation) => <Invited {...{ invitation, token, onDone }} />}
    </Known>
  );
}

interface InvitedProps extends JoinPageProps {
  /** null for one that no longer works */
  invitation: HouseholdInvitation | null;
}

function Invited({ invitation, token, onDone }: InvitedProps) {
  const { t } = useLocale();
  if (!invitation) {
    return (
      <Answer title={t(LINK_OVER.title)} onDone={onDone}>
        {t(LINK_OVER.advice)}
      </Answer>
    );
  }
  if (invitation.isJoined) {
    return (
      <Answer title={t("You already belong to it")} onDone={onDone}>
        {t("The tasks of {household} are on your board.", { household: invitation.household })}
      </Answer>
    );
  }
  return <Question invitation={invitation} token={token} onDone={onDone} />;
}

interface QuestionProps extends JoinPageProps {
  invitation: HouseholdInvitation;
}

function Question({ invitation, token, onDone }: QuestionProps) {
  const locale = useLocale();
  const { t } = locale;
  const { household, person } = invitation;
  const { user } = useAuth();
  const session = useSession();
  const { callThen, isPending } = useHouseholdCall();
  const profile = useProfile();
  const isNamed = person !== null || profile?.fullName !== "";

  async function join(name: string) {
    // Without one they would be called by their address for ever; joining says what went wrong.
    if (session && name !== "") await saveProfile(session, { full_name: name }).catch(() => {});
    await callThen("join_household", { token }, () => {
      toastSuccess(
        t("Welcome // to the household"),
        t("The tasks of {household} are on your board.", { household }),
      );
      onDone();
    });
  }

  // They agreed in the form that signed them up or in.
  const [isAgreed, setAgreed] = useState(false);
  const joinIfAgreed = useEffectEvent(() => {
    if (!takeAgreement(token)) return;
    setAgreed(true);
    void join("").finally(() => setAgreed(false));
  });
  useEffect(joinIfAgreed, []);

  if (isAgreed) return <Loading size="sm" />;
  return (
    <Form onValid={(textOf) => void join(isNamed ? "" : textOf("name").trim())}>
      <Stack gap="4">
        <InvitedTo invitation={invitation} heading="h1" />
        <chakra.p overflowWrap="anywhere">
          <RichText
            parts={locale.parts("You are signed in as <b>{address}</b>.", {
              ...{ address: user?.email ?? "", b: strong },
            })}
          />{" "}
          {t("To join as somebody else, log out first, then open the link again.")}
        </chakra.p>
        {!isNamed && (
          <TextField
            label={t("Your name")}
            name="name"
            autoComplete="name"
            maxLength={100}
            hint={t("The others see it.")}
            required
          />
        )}
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" disabled={isPending}>
            {t("Join // a household")}
          </Button>
          <Button variant="outline" onClick={onDone}>
            {t("Not now")}
          </Button>
        </chakra.div>
      </Stack>
    </Form>
  );
}

interface AnswerProps {
  title: string;
  onDone: () => void;
  children: React.ReactNode;
}

function Answer({ title, onDone, children }: AnswerProps) {
  const { t } = useLocale();
  return (
    <Stack gap="4" alignItems="flex-start">
      <h1>{title}</h1>
      <p>{children}</p>
      <Button onClick={onDone}>{t("To my tasks")}</Button>
    </Stack>
  );
}
